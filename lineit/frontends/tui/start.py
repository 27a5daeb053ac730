"""The first screen: the players, the rules and the language, or an unfinished game."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar

from attrs import evolve, field, frozen
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.content import Content
from textual.screen import Screen
from textual.widgets import Button, Input, Select, Static

from lineit.bots import BOTS
from lineit.frontends.kept import changed_at, new_file, remove, unfinished
from lineit.frontends.results import local_time, results
from lineit.frontends.session import Session, resume
from lineit.frontends.tui.draw import Pen
from lineit.frontends.tui.history import History
from lineit.frontends.tui.pages import changed_rules
from lineit.frontends.tui.screens import is_on_top
from lineit.game import Game
from lineit.model.bounds import printable
from lineit.model.errors import LineitError, Reason, RulesetError
from lineit.model.labels import PERSON
from lineit.rules.load import load_ruleset, ruleset_names
from lineit.saves.records import load_game
from lineit.text import catalog
from lineit.text.catalog import LANGUAGES
from lineit.text.narrate import NAMES, shown_names, title

NOBODY = "nobody"


def _padded(names: tuple[str, ...]) -> tuple[str, ...]:
    """Return the names, with default names for all other seats that a game may have."""
    return (*names, *NAMES[len(names) :])


@frozen
class Setup:
    """The choices that a game begins with.

    `seats` has a person, the name of a bot or nobody for each seat. `rules` is the name of a
    ruleset or a path. `folder` is where unfinished games are kept; with None they are not kept.
    `pace`: time for which each decision of a bot is shown, in seconds; with 0 bots decide at once.
    `guided`: whether hints for a first game are shown.
    """

    seats: tuple[str, ...] = (PERSON, "greedy")
    names: tuple[str, ...] = field(default=NAMES, converter=_padded)
    rules: str = "standard"
    seed: int | None = None
    lang: str = "en"
    folder: Path | None = None
    pace: float = 0
    guided: bool = False

    @property
    def new_file(self) -> Path | None:
        """Return a new file to keep a game in, if games are kept."""
        return new_file(self.folder) if self.folder else None


def begin(setup: Setup) -> Session:
    """Return a new session for a setup. Raises as `Game.new` and `Session` do."""
    sitting = [
        (who, name) for who, name in zip(setup.seats, setup.names, strict=False) if who != NOBODY
    ]
    seats, names = tuple(who for who, _ in sitting), [name for _, name in sitting]
    game = Game.new(len(seats), rules=setup.rules, seed=setup.seed, names=names)
    return Session(game, seats, setup.new_file, bool(setup.pace))


def from_file(setup: Setup, file: str) -> Session:
    """Return a session for the file of a saved game, with the people and bots that it names.

    A greedy bot stands in for one that is unknown. If the file names nobody, the game has the seats
    of the setup, and a greedy bot at each further seat. Raises `RecordError`, and as `Session`
    does.
    """
    game = load_game(file)
    players = len(game.table.players)
    seats = [*setup.seats, *["greedy"] * players][:players]
    if game.seats and PERSON in game.seats:
        seats = [who if who in (PERSON, *BOTS) else "greedy" for who in game.seats]
    return Session(game, tuple(seats), setup.new_file, bool(setup.pace))


class Start(Screen[Session]):
    """The first screen. Its result is the session to play; `self.setup` holds the choices."""

    BINDINGS: ClassVar[list[BindingType]] = [
        ("q", "app.quit", ""),
        ("g", "start_guided", ""),
        ("h", "history", ""),
        ("ctrl+s", "start", ""),
    ]

    def __init__(self, setup: Setup, refused: str = "") -> None:
        super().__init__()
        self.setup = setup
        self._refused = refused
        self._kept = unfinished(setup.folder) if setup.folder else ()

    def compose(self) -> ComposeResult:
        """Yield lines for the seats, the rules, the language and unfinished games, and buttons."""
        chosen = load_ruleset(self.setup.rules)
        known = {name: load_ruleset(name) for name in ruleset_names()} | {self.setup.rules: chosen}
        say = self._say
        yield Static("Line-it", classes="title")
        with VerticalScroll(id="start"):
            for seat in range(chosen.components.players[1]):
                yield self._seat(seat)
            with Horizontal():
                yield Static(say("rules"), classes="label")
                lang = self.setup.lang
                options = [(Content(title(rules, lang)), name) for name, rules in known.items()]
                yield Select(
                    options, value=self.setup.rules, allow_blank=False, compact=True, id="rules"
                )
                yield Input(placeholder=say("rule_file"), compact=True, id="file")
            with Horizontal():
                yield Static(say("language"), classes="label")
                named = [(catalog.all_texts(lang)["language"]["name"], lang) for lang in LANGUAGES]
                yield Select(
                    named, value=self.setup.lang, allow_blank=False, compact=True, id="lang"
                )
            pen = Pen(chosen, NAMES, self.setup.lang)
            if differences := changed_rules(pen, load_ruleset("standard")):
                yield Static(Text("\n").join(differences), id="differences")
            if self._kept:
                yield Static(say("unfinished"), classes="label heading")
            for number, (file, game) in enumerate(self._kept):
                with Horizontal(classes="kept"):
                    if isinstance(game, Reason):
                        why = game.text(self.setup.lang)
                        text = say("unfinished_broken", file=printable(file.name), why=why)
                        yield Static(text, classes="broken", markup=False)
                    else:
                        names = ", ".join(shown_names(game))
                        date = local_time(changed_at(file))
                        label = say("go_on", names=names, round=game.table.round, date=date)
                        name = f"go-on-{number}"
                        yield Button(Content(label), compact=True, id=name, classes="go-on")
                    yield Button(say("drop"), compact=True, id=f"drop-{number}")
        yield Static(self._refused, id="refused", markup=False)
        with Horizontal(classes="buttons"):
            yield Button(say("start"), variant="primary", compact=True, id="begin")
            label = f"g {self._key('guided')}"
            yield Button(label, compact=True, action="screen.start_guided")
            if self.setup.folder:
                yield Button(f"h {self._key('history')}", compact=True, action="screen.history")
            yield Button(f"q {self._key('quit')}", compact=True, id="quit")

    def on_mount(self) -> None:
        """Focus the button that begins the game, so that Enter does."""
        self.query_one("#begin").focus()

    def _seat(self, seat: int) -> Horizontal:
        kinds = [PERSON, *BOTS, NOBODY]
        who = self.setup.seats[seat] if seat < len(self.setup.seats) else NOBODY
        return Horizontal(
            Static(self._say("seat", number=seat + 1), classes="label"),
            Select(
                [(self._say(kind), kind) for kind in kinds],
                value=who,
                allow_blank=False,
                compact=True,
                id=f"seat-{seat}",
                classes="who",
            ),
            Input(self.setup.names[seat], compact=True, max_length=20, classes="name"),
        )

    @property
    def chosen(self) -> Setup:
        """Return the setup that is chosen on the screen."""
        who = [select.value for select in self.query(".who").results(Select)]
        names = [line.value.strip() for line in self.query(".name").results(Input)]
        names = [name or NAMES[seat] for seat, name in enumerate(names)]
        file = os.path.expanduser(  # noqa: PTH111 # Path.expanduser raises for an unknown user
            self.query_one("#file", Input).value.strip()
        )
        return evolve(
            self.setup,
            seats=tuple(map(str, who)),
            names=tuple(names),
            rules=file or str(self.query_one("#rules", Select).value),
            lang=str(self.query_one("#lang", Select).value),
        )

    def on_select_changed(self) -> None:
        """Redraw the screen if the rules or the language changed."""
        chosen = self.chosen
        if (chosen.rules, chosen.lang) != (self.setup.rules, self.setup.lang):
            self._redraw(chosen)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Load the rule file if that line was submitted, else begin."""
        if event.input.id == "file":
            self._redraw(self.chosen)
        else:
            self.action_start()

    def on_button_pressed(self, event: Button.Pressed) -> None:
        """Do what the button is for."""
        button, _, number = str(event.button.id).rpartition("-")
        match button:
            case "go-on":
                file, _ = self._kept[int(number)]
                self._open(lambda: resume(file, paced=bool(self.setup.pace)))
            case "drop":
                file, _ = self._kept[int(number)]
                what = remove(file)
                why = self._say("not_removed", file=printable(file.name), what=what)
                self._redraw(self.chosen, why if what else "")
            case _ if event.button.id == "quit":
                self.app.exit()
            case _:
                self.action_start()

    def action_start(self) -> None:
        """Begin the game that is chosen."""
        self._begin(guided=False)

    def action_start_guided(self) -> None:
        """Begin the game that is chosen, with hints."""
        self._begin(guided=True)

    def _begin(self, *, guided: bool) -> None:
        self.setup = evolve(self.chosen, guided=guided)
        self._open(lambda: begin(self.setup))

    def action_history(self) -> None:
        """Show the results of finished games."""
        if self.setup.folder is not None and is_on_top(self):
            self.app.push_screen(History(results(self.setup.folder), self.setup.lang))

    def _open(self, make: Callable[[], Session]) -> None:
        """Close the screen with the session that `make` returns, or show why it is refused."""
        if not is_on_top(self):
            return
        try:
            session = make()
        except RulesetError as error:
            self.refuse(str(error))
        except LineitError as error:
            self.refuse(error.reason.text(self.setup.lang))
        else:
            self.dismiss(session)

    def refuse(self, why: str) -> None:
        """Show why something is refused."""
        self.query_one("#refused", Static).update(why)

    def _redraw(self, setup: Setup, refused: str = "") -> None:
        try:
            load_ruleset(setup.rules)
        except RulesetError as error:
            self.refuse(str(error))
        else:
            self.setup, self._refused = setup, refused
            self._kept = unfinished(setup.folder) if setup.folder else ()
            self.refresh(recompose=True)
            self.call_after_refresh(self.on_mount)

    def _say(self, code: str, **params: object) -> str:
        return catalog.sentence("play", code, params, self.setup.lang)

    def _key(self, code: str) -> str:
        return catalog.sentence("play.keys", code, {}, self.setup.lang)
