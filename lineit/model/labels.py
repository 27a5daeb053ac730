"""Names, seats and tags of a game: play does not depend on them, and saved games keep them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from lineit.model.bounds import is_printable, short
from lineit.model.errors import PlayersError, Reason, TagsError
from lineit.model.ruleset import Ruleset

PERSON = "person"
"""The entry of a seat for a person. Any other entry is the name of a bot."""

MOST_NAME = 200
"""Maximum length of a player's name and of a tag's value, in characters."""

MOST_TAGS = 50
"""Maximum number of tags of a game."""


def checked_names(
    names: Sequence[str] | None, players: int, ruleset: Ruleset
) -> tuple[str, ...] | None:
    """Return the names as a tuple. Raises `PlayersError` if they are not valid.

    Each player has another name: a text on one line, which is not blank.

    >>> from lineit import load_ruleset
    >>> checked_names(["Ana", "Ben"], 2, load_ruleset("standard"))
    ('Ana', 'Ben')
    """
    if names is None:
        return None
    rule = ruleset.components.rules.players
    check_count(names, "names", players, ruleset)
    given = tuple(names)
    for name in given:
        if not _is_line(name):
            raise PlayersError(Reason("name", rule, {"name": short(name), "most": MOST_NAME}))
    alike = [" ".join(name.casefold().split()) for name in given]
    for name, told in zip(given, alike, strict=True):
        if alike.count(told) > 1:
            raise PlayersError(Reason("name_twice", rule, {"name": short(name)}))
    return given


def checked_seats(
    seats: Sequence[str] | None, players: int, ruleset: Ruleset
) -> tuple[str, ...] | None:
    """Return who plays at each seat: `"person"`, or the name of a bot. Raises `PlayersError`."""
    if seats is None:
        return None
    rule = ruleset.components.rules.players
    check_count(seats, "seats", players, ruleset)
    given = tuple(seats)
    for who in given:
        if not (isinstance(who, str) and re.fullmatch("[a-z][a-z0-9-]{0,39}", who)):
            raise PlayersError(Reason("seated", rule, {"who": short(who)}))
    return given


def checked_tags(tags: Mapping[str, str] | None) -> dict[str, str]:
    """Return the tags as a dict of texts, such as `{"date": "2026-12-01"}`.

    Raises `TagsError` if there are too many, or one is no text on one line.
    """
    if tags is None:
        return {}
    if not isinstance(tags, Mapping) or len(tags) > MOST_TAGS:
        raise TagsError(Reason("tags", None, {"tags": short(tags), "most": MOST_TAGS}))
    for name, value in tags.items():
        if not (isinstance(name, str) and re.fullmatch("[a-z][a-z0-9-]{0,39}", name)):
            raise TagsError(Reason("tag_name", None, {"name": short(name)}))
        if not _is_line(value):
            params = {"name": name, "value": short(value), "most": MOST_NAME}
            raise TagsError(Reason("tag", None, params))
    return dict(tags)


def check_count(given: object, code: str, players: int, ruleset: Ruleset) -> None:
    """Raise `PlayersError` with this code unless the list has an entry for each player."""
    if not isinstance(given, (list, tuple)) or len(given) != players:
        params = {code: short(given), "players": players}
        raise PlayersError(Reason(code, ruleset.components.rules.players, params))


def _is_line(text: object) -> bool:
    """Return whether this is a text on one line, which is not blank and not too long."""
    return (
        isinstance(text, str)
        and 0 < len(text) <= MOST_NAME
        and is_printable(text)
        and bool(text.strip())
    )
