"""Line-it in a chat. Only the saved game, a JSON text, is kept between two messages."""

import json

from lineit import Event, Game, LineitError
from lineit.bots import GreedyBot, bot_action
from lineit.saves.records import parse_record, record_json
from lineit.text.narrate import NAMES, NOTHING_MOVES, card_label, tell_seen


def answer(saved: str | None, text: str) -> tuple[str, str]:
    """Do what the guest, in seat 0, wrote. Return the game to save and the message to send."""
    if saved is None or text == "new":
        game = Game.new(names=("Guest", "Bot"))
        return json.dumps(record_json(game)), message(game, game.events)
    try:
        game = parse_record(saved)
        news = game.apply(text) if text != "undo" else ()
        while text == "undo" and game.undo().seat != 0:
            pass  # take back the bot's decisions, and then the guest's own
        while game.turn not in (0, None):  # None: the game is over
            news += game.apply(bot_action(GreedyBot(), game))
        return json.dumps(record_json(game)), message(game, news)
    except LineitError as why:
        return saved, f"{why}\nTo begin anew, write: new"


def message(game: Game, news: tuple[Event, ...]) -> str:
    """Return what happened, what the guest sees now, and what the guest may write."""
    seen, names = game.view(0), game.names or NAMES
    piles = [("Market", seen.market), ("Your hand", seen.players[0].hand.cards or ())]
    for name, player in zip(names, seen.players, strict=False):
        piles.append((f"{name}, {player.points} points", player.line.cards))
    moves = [event for event in news if not isinstance(event, NOTHING_MOVES)]
    rows = [tell_seen(event, seen.ruleset, names, viewer=0) for event in moves]
    rows += [f"{of}: {' '.join(card_label(c, seen.ruleset) for c in pile)}" for of, pile in piles]
    return "\n".join([*rows, ", ".join(["You may write new", "undo", *map(str, game.legal)])])
