"""Sentences and labels for players: of events, rules and cards."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from lineit.formats.events import EVENT_TYPES, event_json, parse_event
from lineit.formats.views import seen_event_json
from lineit.game import Game
from lineit.model.actions import Action
from lineit.model.cards import Card
from lineit.model.errors import Reason, TableError, UnknownRule
from lineit.model.events import CardsMoved, Event, PhaseEntered, TokenTaken, TurnStarted
from lineit.model.ruleset import Ruleset
from lineit.model.zones import ZONES, Memory
from lineit.rules.load import is_built_in
from lineit.text import catalog

NAMES = ("Ana", "Ben", "Cleo", "Dora", "Emil", "Finn", "Gina", "Hugo", "Ines", "Jan", "Kira", "Lou")
"""The names of players who have not given one."""

NOTHING_MOVES = (PhaseEntered, TurnStarted)
"""Events that change nothing on the table and need not be shown."""

UNSAID: dict[str, Any] = {
    **dict.fromkeys(("player", "from", "to", "symbol", "value", "outcome"), ""),
    "cards": [],
    "cards_count": 0,
    "card": None,
    "after": 0,
}
"""The values of parameters that an event does not have."""

_TYPE_NAMES = {event: name for name, event in EVENT_TYPES.items()}


def shown_names(game: Game) -> tuple[str, ...]:
    """Return the names of the players; one without a name gets one.

    >>> from lineit import Game
    >>> shown_names(Game.new(players=3, seed=7))
    ('Ana', 'Ben', 'Cleo')
    """
    return game.names or NAMES[: len(game.table.players)]


def card_label(card: Card, ruleset: Ruleset, lang: str = "en") -> str:
    """Return the label of a card: its number with the sign of its colour, or its bet.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> card_label(standard.card("42"), standard), card_label(standard.card("B3a"), standard)
    ('42♦', 'Bet 3')
    """
    if card.colour is None:
        return catalog.sentence("cards", "bet", {"value": card.value}, lang)
    return f"{card.number}{colour_sign(card.colour, ruleset)}"


def colour_sign(colour: str, ruleset: Ruleset) -> str:
    """Return the sign of a colour.

    >>> from lineit import load_ruleset
    >>> colour_sign("red", load_ruleset("standard"))
    '♥'
    """
    return ruleset.components.colours[ruleset.colours.index(colour)].glyph


def action_label(
    action: Action, ruleset: Ruleset, lang: str = "en", *, rule: str | None = None
) -> str:
    """Return the label of an action, for a button or a menu: what its verb is called in the texts
    of the ruleset, or else the action's own text.

    `rule`: the rule that allows the action, as `Choice` and `Preview` have it. Some verbs, such as
    `pass`, are called by what they leave out.

    >>> from lineit import load_ruleset, parse_action
    >>> standard = load_ruleset("standard")
    >>> action_label(parse_action("play 19", standard), standard)
    'play 19♠'
    >>> action_label(parse_action("pass", standard), standard, "de", rule="score")
    'Linie behalten'
    """
    card = None if action.card is None else card_label(action.card, ruleset, lang)
    params = {"card": card, "rule": rule}
    own = catalog.own_sentence(ruleset.text, "verbs", action.verb, params, lang)
    return str(action) if own is None else own


def title(ruleset: Ruleset, lang: str = "en") -> str:
    """Return the title of the ruleset in the language, else in English, else its plain title.

    A ruleset that is not built in is shown with its name and the first digits of its digest, so
    that it cannot pass for another one.

    >>> from lineit import load_ruleset
    >>> title(load_ruleset("standard"), "de")
    'Line-it'
    >>> mine = {"format": 2, "name": "standard", "extends": "standard", "limits": {"hand": 3}}
    >>> title(load_ruleset(mine))
    'Line-it (standard 73735452)'
    """
    titles = [told.title for each in (lang, "en") if (told := ruleset.text.get(each))]  # type: ignore[call-overload] # any text may be asked for
    shown = next((each for each in titles if each is not None), ruleset.title)
    return shown if is_built_in(ruleset) else f"{shown} ({ruleset.name} {ruleset.digest[:8]})"


def rule_text(ruleset: Ruleset, rule: str, lang: str = "en") -> str:
    """Return the rule as a sentence for players; if it has none, its source.

    Raises `UnknownRule` if the ruleset does not have the rule.

    >>> from lineit import load_ruleset
    >>> rule_text(load_ruleset("standard"), "one-bet")
    'A line holds at most 1 Bet card.'
    """
    if rule not in ruleset.rules:
        params = {"rule": rule, "ruleset": ruleset.name, "known": list(ruleset.rules)}
        raise UnknownRule(Reason("unknown_rule", None, params))
    own = catalog.own_sentence(ruleset.text, "rules", rule, _numbers(ruleset), lang)
    if own is not None:
        return own
    return catalog.sentence("untold", "rule", {"source": ruleset.rules[rule].source}, lang)


def _numbers(ruleset: Ruleset) -> dict[str, Any]:
    """Return the parameters of sentences of rules."""
    box = ruleset.components
    least, most = box.players
    return {
        **ruleset.plain_limits,
        "numbers": box.numbers,
        "bets": list(box.bets),
        "bet_copies": box.bet_copies,
        "least": least,
        "most": most,
        "colours": list(ruleset.colours),
        "colours_count": len(ruleset.colours),
    }


def tell(event: Event, ruleset: Ruleset, names: Sequence[str], lang: str = "en") -> str:
    """Return the event as a sentence; `names` has the players' names by seat.

    >>> from lineit import Game
    >>> game = Game.new(players=2, seed=7)
    >>> [tell(event, game.ruleset, ["Ana", "Ben"]) for event in game.events[:2]]
    ['Round 1', 'The market: 91♠, 33♥, 58♦, 23♠']
    """
    params = event_json(event) | _labels(event, ruleset, names, lang)
    if isinstance(event, CardsMoved | TokenTaken):
        own = catalog.own_sentence(ruleset.text, "events", event.word, params, lang)
        if own is not None and not (isinstance(event, TokenTaken) and event.card is not None):
            return own
    if isinstance(event, CardsMoved):
        return _moved("moves", event, params, lang)
    return catalog.sentence("events", _TYPE_NAMES[type(event)], params, lang, ruleset.text)


def tell_seen(  # noqa: PLR0913 # as `tell`, and as `seen_event_json`
    event: Event,
    ruleset: Ruleset,
    names: Sequence[str],
    viewer: int | None,
    lang: str = "en",
    *,
    memory: Memory = "table",
) -> str:
    """Return the event as a sentence for a seat, or (None) for a spectator.

    Of cards that the viewer does not see, the sentence has only the number.

    >>> from lineit import load_ruleset
    >>> standard = load_ruleset("standard")
    >>> cards = (standard.card("1"), standard.card("5"))
    >>> claim = CardsMoved("jackpot-claim", "claim", 0, cards, "jackpots", "scored", "red")
    >>> tell_seen(claim, standard, ["Ana", "Ben"], 1)
    'Ana claims the ♥ jackpot, 2 cards'
    >>> tell_seen(claim, standard, ["Ana", "Ben"], 1, memory="perfect")
    'Ana claims the ♥ jackpot, 2 cards: 1♥, 5♥'
    """
    seen = seen_event_json(event, ruleset, viewer, memory)
    if not isinstance(event, CardsMoved) or not isinstance(seen["cards"], int):
        return tell(event, ruleset, names, lang)
    params = seen | _labels(event, ruleset, names, lang)
    del params["cards"]
    return _moved("unseen", event, params, lang)


def tell_json(
    data: Mapping[str, Any], ruleset: Ruleset, names: Sequence[str], lang: str = "en"
) -> str:
    """Return an event of `event_json` or `seen_event_json` as a sentence.

    Raises `TableError` if the data is not an event of a game of so many players as there are names.

    >>> from lineit import load_ruleset
    >>> claim = {"type": "cards-moved", "rule": "jackpot-claim", "word": "claim", "seat": 0,
    ...          "cards": 2, "from": "jackpots", "to": "scored", "colour": "red", "top": False}
    >>> tell_json(claim, load_ruleset("standard"), ["Ana", "Ben"])
    'Ana claims the ♥ jackpot, 2 cards'
    """
    count = data.get("cards") if isinstance(data, Mapping) else None
    unseen = type(count) is int and count >= 0
    event = parse_event({**data, "cards": []} if unseen else data, ruleset)
    named = event_json(event)
    for seat in (named.get("seat"), *named.get("winners", ())):
        if seat is not None and not 0 <= seat < len(names):
            params = {"where": "seat", "what": f"must be from 0 to {len(names) - 1}"}
            raise TableError(Reason("event_shape", None, params))
    if named.get("colour") not in (None, *ruleset.colours):
        params = {"where": "colour", "what": f"must be one of {', '.join(ruleset.colours)}"}
        raise TableError(Reason("event_shape", None, params))
    if not unseen or not isinstance(event, CardsMoved):
        return tell(event, ruleset, names, lang)
    params = named | _labels(event, ruleset, names, lang) | {"cards_count": count}
    del params["cards"]
    return _moved("unseen", event, params, lang)


def _moved(kind: str, event: CardsMoved, params: dict[str, Any], lang: str) -> str:
    """Return the library's sentence of a move, by its source and target zone."""
    way = f"{event.source} {event.to}"
    if not catalog.has(kind, way, lang):
        zones = (ZONES[event.source], ZONES[event.to])
        way = "other" if any(zone.personal for zone in zones) else "other_table"
    return catalog.sentence(kind, way, params, lang)


def _labels(event: Event, ruleset: Ruleset, names: Sequence[str], lang: str) -> dict[str, Any]:
    """Return the parameters of an event's sentence, with names and labels for seats and cards."""
    data = event_json(event)
    params = dict(UNSAID)
    params |= {key: value for key, value in data.items() if key in ("from", "to", "after")}
    if isinstance(event, CardsMoved):
        params["cards"] = [card_label(card, ruleset, lang) for card in event.cards]
        params["cards_count"] = len(event.cards)
    if isinstance(event, TokenTaken):
        params["value"] = f"{event.value:+}"
        params["outcome"] = "won" if event.value > 0 else "lost"
        params["card"] = event.card and card_label(event.card, ruleset, lang)
    if data.get("seat") is not None:
        params["player"] = names[data["seat"]]
    if data.get("colour") is not None:
        params["symbol"] = colour_sign(data["colour"], ruleset)
    if "winners" in data:
        params["winners"] = [names[seat] for seat in data["winners"]]
        params["winners_count"] = len(data["winners"])
    return params
