"""Line-it at one keyboard: `python loop.py Ana bot`. Names that begin with "bot" are bots."""

import signal
import sys

from lineit import Action, Game
from lineit.bots import GreedyBot, bot_action
from lineit.text.narrate import NOTHING_MOVES, card_label, tell_seen


def ask(game: Game) -> Action | str:
    """Show the view of the player on turn. Return the action, typed as text or as a number."""
    seen = game.view(game.table.seat)
    piles = [("Market", seen.market), ("Your hand", seen.player.hand.cards or ())]
    for name, player in zip(names, seen.players, strict=True):
        piles.append((f"{name}, {player.points} points", player.line.cards))
    for title, cards in piles:
        print(f"  {title}:", *[card_label(card, game.ruleset) for card in cards])
    actions = {str(number): action for number, action in enumerate(game.legal, start=1)}
    print(" ", *[f"[{number}] {action}" for number, action in actions.items()])
    while True:
        typed = input(f"{names[seen.seat]}> ").strip()
        action = actions.get(typed, typed)
        if (why := game.explain(action)) is None:
            return action
        print(why.text())


names = sys.argv[1:] or ["Ana", "bot"]
signal.signal(getattr(signal, "SIGPIPE", signal.SIGTERM), signal.SIG_DFL)  # `head` may stop reading
try:
    game = Game.new(len(names), names=names)
    while not game.over:
        bot = names[game.table.seat].startswith("bot")
        news = game.apply(bot_action(GreedyBot(), game) if bot else ask(game))
        for event in [each for each in news if not isinstance(each, NOTHING_MOVES)]:
            print(tell_seen(event, game.ruleset, names, viewer=None))
    print(*[f"{name}: {points} points" for name, points in zip(names, game.scores, strict=True)])
except (EOFError, KeyboardInterrupt, ValueError) as why:  # a LineitError is a ValueError
    sys.exit(f"\nThe game ends here. {why}")
