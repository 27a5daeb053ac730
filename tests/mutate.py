"""How good are the tests? `python tests/mutate.py [MODULE…]` breaks the modules of lineit/ in every
small way, one at a time, and the tests of the module must fail for each.

The ways are those of mutmut, which is in `.[lint]`, and four more: a condition the other way round,
a statement left out, a None returned, another bound of a field. mutmut itself passes over functions
with decorators and over tables of functions; so only its operators are used. The tests are
collected once, and a fork for each mutant gives the functions the code of the mutant, forgets what
was kept and runs the tests that call the function; numbers outside of functions are tried with a
copy of lineit.
Mutants that nobody can tell from the original are listed in
`tests/data/equivalent-code-mutants.toml`, each with the reason; any other that survives is told, as
is a listed one that does not, and the exit code is 1.
"""

# ruff: noqa: SLF001 # what the modules keep for themselves has to be made anew
from __future__ import annotations

import functools
import gc
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import tomllib
import traceback
import types
from collections.abc import Iterable, Iterator
from contextlib import suppress
from importlib import import_module
from pathlib import Path
from typing import Any

import _pytest.main
import attrs
import libcst as cst
import pytest
from mutmut.mutation import file_mutation
from mutmut.mutation.mutators import mutation_operators, operator_string
from mutmut.mutation.pragma_handling import IgnoredCode

from lineit import Ruleset, overlay, records, shapes, spec, table, vectors

ROOT = Path(__file__).parent.parent
EQUIVALENT = ROOT / "tests/data/equivalent-code-mutants.toml"

RULES = [
    "rules_line",
    "rules_round",
    "rules_scoring",
    "rules_end",
    "rules_bga",
    "rules_events",
    "rules_words",
]
FILES = ["spec", "killed_mutants", "house_rules", "check"]
TESTS = {
    "guards": [*RULES, "killed_mutants", "machine", "house_rules", "api"],
    "effects": [*RULES, "killed_mutants", "machine", "house_rules", "api"],
    "events": [*RULES, "killed_mutants", "machine", "errors", "api"],
    "table": [*RULES, "killed_mutants", "machine", "views", "errors", "api"],
    "driver": ["killed_mutants", "machine", *RULES],
    "compiled": ["killed_mutants", "machine", "errors", *RULES, "observers", "choices"],
    "machine": ["killed_mutants", "machine", "errors", *RULES, "observers", "api"],
    "explain": ["killed_mutants", "errors", *RULES, "choices", "renamed"],
    "problems": ["api", "killed_mutants"],
    "limits": ["api", "killed_mutants"],
    "chance": ["api", "killed_mutants"],
    "stats": ["stats", "killed_mutants"],
    "views": ["killed_mutants", "views", "records"],
    "codec": ["killed_mutants", "errors", "views", "rules_events", "records", "any_table"],
    "flow": ["killed_mutants", "api", "rules_words", *FILES],
    "work": ["killed_mutants", "api", "work", *FILES],
    "cardflow": FILES,
    "words": FILES,
    "checks": FILES,
    "sentences": [*FILES, "texts"],
    "overlay": [*FILES, "schemas", "texts"],
    "upgrade": ["records", "killed_mutants", "old_saves", "first_edition"],
    "spec": FILES,
    "ruleset": ["killed_mutants", "schemas", "rules_components", "spec"],
    "shapes": ["shapes", "killed_mutants", "records", "schemas"],
    "records": ["killed_mutants", "records", "any_table", "schemas"],
    "zones": ["killed_mutants", *RULES],
}
"""The tests that are to notice. Those that take long, such as of whole games, may not be needed."""

SKIPPED = " and ".join(
    f"not {name}"
    for name in (
        *("that_is_killed", "no_line_of_python", "in_time", "everything_"),
        *("the_protocol_emits", "every_vector", "of_a_game_is_valid"),
        "pickled_table_carries_no_built_in",
    )
)
"""The first start processes, which would find the original; the others take long; the last asks for
what was kept.
"""

MOST_SECONDS = 600
"""The tests may take so long without a mutant. One with which they take five times as long as
without goes on for ever, which is noticed.
"""


# -- mutants ---------------------------------------------------------------------


def no_condition(node: Any) -> Iterable[cst.CSTNode]:
    yield node.with_changes(
        test=cst.UnaryOperation(
            cst.Not(), node.test.with_changes(lpar=[cst.LeftParen()], rpar=[cst.RightParen()])
        )
    )


def no_statement(node: cst.Expr) -> Iterable[cst.CSTNode]:
    if not isinstance(node.value, cst.BaseString):
        yield cst.Expr(cst.Ellipsis())


def no_result(node: cst.Return) -> Iterable[cst.CSTNode]:
    if node.value is not None and not cst.Name("None").deep_equals(node.value):
        yield cst.Return(cst.Name("None"))


def other_text(node: cst.BaseString) -> list[cst.BaseString]:
    return list(operator_string(node))[:1]  # its others only change letters to small and capital


OPERATORS = [
    *((kind, other_text if how is operator_string else how) for kind, how in mutation_operators),
    (cst.If, no_condition),
    (cst.While, no_condition),
    (cst.CompIf, no_condition),
    (cst.Expr, no_statement),
    (cst.Return, no_result),
]


class Visitor(file_mutation.MutationVisitor):
    """Mutates functions with decorators too, but no decorators; and the bounds of fields."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation):
            return "Annotated[" not in cst.Module([]).code_for_node(node.annotation)
        return not isinstance(node, cst.FunctionDef) and super()._skip_node_and_children(node)


def mutants(source: str) -> Iterator[tuple[str, cst.Module, cst.CSTNode, cst.CSTNode]]:
    """Every mutant: the function, and the module with a node in it and what it becomes."""
    visitor = Visitor(OPERATORS, IgnoredCode(set(), set(), set()))
    module = cst.MetadataWrapper(cst.parse_module(source)).visit(visitor)
    lambdas = Lambdas()
    module.visit(lambdas)
    for each in visitor.mutations:
        outer: Any = each.contained_by_top_level_function
        if isinstance(outer, cst.FunctionDef):
            yield outer.name.value, module, each.original_node, each.mutated_node
        elif each.original_node in lambdas.parts:
            yield "lambda", module, each.original_node, each.mutated_node
        elif isinstance(each.original_node, cst.BaseNumber):
            yield "module", module, each.original_node, each.mutated_node


class Lambdas(cst.CSTVisitor):
    """Finds all that is in a lambda."""

    def __init__(self) -> None:
        self.depth, self.parts = 0, set[cst.CSTNode]()

    def on_visit(self, node: cst.CSTNode) -> bool:
        self.depth += isinstance(node, cst.Lambda)
        if self.depth:
            self.parts.add(node)
        return True

    def on_leave(self, original_node: cst.CSTNode) -> None:
        self.depth -= isinstance(original_node, cst.Lambda)


def change(source: str, mutated: str) -> str:
    """The lines that differ, and what they have become."""
    old, new = source.splitlines(), mutated.splitlines()
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return f"{' '.join(map(str.strip, old))} -> {' '.join(map(str.strip, new))}"


# -- and whether the tests notice ------------------------------------------------


def functions(path: str) -> list[types.FunctionType]:
    """All functions of a file, in order."""
    found = [f for f in gc.get_objects() if type(f) is types.FunctionType]
    found = [
        f for f in found if f.__code__.co_filename == path and "<locals>" not in f.__qualname__
    ]
    return sorted(found, key=lambda f: (f.__qualname__, f.__code__.co_firstlineno))


def shape(names: dict[str, Any]) -> dict[str, Any]:
    """Of what kind each name of a module is, and each entry of its tables."""
    return {
        key: shape(value) if type(value) is dict else type(value)
        for key, value in names.items()
        if not str(key).startswith("__")
    }


def executed(name: str, mutated: str) -> dict[str, Any]:
    """The names of the mutant, which has been executed as the module is when it is imported."""
    names: dict[str, Any] = {"__name__": name}
    exec(compile(mutated, "mutant", "exec"), names)  # noqa: S102
    assert shape(names) == shape(vars(import_module(name))), "any import would notice"
    return names


def become(name: str, names: dict[str, Any]) -> None:
    """Give the functions of a module the code of the mutant, and forget what was kept."""
    module: Any = sys.modules[name]
    for mine, its in zip(functions(module.__file__), functions("mutant"), strict=True):
        assert mine.__qualname__ == its.__qualname__
        free = mine.__code__.co_freevars  # of `super()`, also where the mutant has none
        mine.__code__ = its.__code__.replace(co_freevars=its.__code__.co_freevars or free)
        mine.__defaults__ = its.__defaults__
        mine.__kwdefaults__ = its.__kwdefaults__
    forget()


def forget() -> None:
    """Forget what functions of lineit have made and kept."""
    for found in gc.get_objects():
        if type(found) is functools._lru_cache_wrapper and found.__module__.startswith("lineit."):
            found.cache_clear()
        elif type(found) is Ruleset:
            for name, value in vars(Ruleset).items():
                if isinstance(value, types.MemberDescriptorType) and name not in FIELDS:
                    with suppress(AttributeError):
                        object.__delattr__(found, name)
    spec._CHECKED.clear()
    spec._converter = shapes.converter(spec.NAMES_IN_FILES)
    for module in (overlay, records, vectors):
        module._converter = shapes.converter()  # type: ignore[attr-defined] # each has one
    table.READERS.update({zone: table.reader(zone) for zone in table.READERS})
    table.WRITERS.update({zone: table.writer(zone) for zone in table.WRITERS})


FIELDS = {each.name for each in attrs.fields(Ruleset)}


def fails_in_a_copy(module: str, mutated: str) -> bool:
    """Whether the tests fail with a copy of lineit with this module, in a process of their own."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "lineit", Path(folder) / "lineit")
        (Path(folder) / "spec").symlink_to(ROOT / "spec")
        (Path(folder) / f"lineit/{module}.py").write_text(mutated, "utf-8")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pytest", *asked(module)],
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
        )
    return done.returncode != 0


def asked(module: str) -> list[str]:
    """What pytest is asked to do for a module."""
    files = [f"tests/test_{name}.py" for name in ("doctests", *TESTS[module])]
    return ["-n0", "-x", "-q", "-s", "-pno:cacheprovider", "--no-header", "-k", SKIPPED, *files]


class Run:
    """A pytest plugin that runs the collected tests once for each mutant: of all tests those that
    call the function, the quickest first.
    """

    def __init__(self, module: str, listed: dict[str, str]) -> None:
        self.module, self.listed = module, listed
        self.same, self.left, self.begun = set[str](), 0, False
        self.seconds = MOST_SECONDS
        self.calls: list[tuple[str, float, set[str]]] | None = None
        """Each test by its id, how long it takes, and which functions it calls, while that is
        found out.
        """
        self.tests: dict[str, list[str]] = {}

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        source = (ROOT / f"lineit/{self.module}.py").read_text("utf-8")
        if not self.find_tests(session, source):
            print("its tests fail without a mutant")
            return True
        self.begun = True
        running: dict[int, Any] = {}
        todo, start = list(mutants(source)), time.monotonic()
        waiting = todo[::-1]
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                mutant = waiting.pop()
                running[self.fork(session, mutant)] = mutant
            child, status = os.wait()
            mutant = running.pop(child)
            if os.waitstatus_to_exitcode(status) == 2:
                raise AssertionError(f"no way to tell: {mutant[0]}")
            if status == 0:
                self.survived(source, mutant)
        for what in self.listed.keys() - self.same:
            self.left += 1
            print(f"{self.module}: listed, but killed or no mutant: {what}", flush=True)
        took = time.monotonic() - start
        told = (
            f"{len(todo)} mutants, {len(self.same)} equivalent, {self.left} survive, {took:.0f} s"
        )
        print(f"{self.module}: {told}", flush=True)
        return True

    def find_tests(self, session: pytest.Session, source: str) -> bool:
        """Find out which tests call which function; False where one fails without a mutant."""
        start = time.monotonic()
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            with os.fdopen(writing, "w") as answer:
                self.calls = []
                name = f"lineit.{self.module}"
                become(name, executed(name, source))
                with suppress(session.Failed):
                    _pytest.main.pytest_runtestloop(session)
                found = [(test, took, sorted(called)) for test, took, called in self.calls]
                json.dump(None if session.testsfailed else found, answer)
                answer.flush()
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answer:
            text = answer.read()
        os.waitpid(child, 0)
        found = json.loads(text or "null")
        if found is None:
            return False
        for test, _, called in sorted(found, key=lambda each: float(each[1])):
            for function in called:
                self.tests.setdefault(function, []).append(test)
        self.seconds = 30 + round(5 * (time.monotonic() - start))
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.calls is None:
            return (yield)
        called: set[str] = set()

        def note(frame: types.FrameType, event: str, _: Any) -> None:
            if event == "call" and frame.f_code.co_filename == "mutant":
                outer = frame.f_code.co_qualname.split(".<locals>")[0]
                called.add(outer.rpartition(".")[2].strip("<>"))

        forget()
        start = time.monotonic()
        sys.setprofile(note)
        try:
            return (yield)
        finally:
            sys.setprofile(None)
            self.calls.append((item.nodeid, time.monotonic() - start, called))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if not self.begun and report.failed:
            print(report.nodeid, report.longreprtext[-1500:], file=sys.stderr)

    def fork(self, session: pytest.Session, mutant: Any) -> int:
        """A process that ends with 0 where the mutant survives, with 1 where it is killed."""
        if child := os.fork():
            return child
        code = 2
        try:
            signal.alarm(self.seconds)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            function, module, old, new = mutant
            code = int(self.noticed(session, function, module.deep_replace(old, new).code))
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def noticed(self, session: pytest.Session, function: str, mutated: str) -> bool:
        """Whether the tests, or an import, notice the mutant."""
        if function == "module":
            return fails_in_a_copy(self.module, mutated)
        name = f"lineit.{self.module}"
        try:
            become(name, executed(name, mutated))
        except Exception:
            traceback.print_exc()
            return True
        by_id = {item.nodeid: item for item in session.items}
        session.items = [by_id[test] for test in self.tests.get(function, ())]
        try:
            _pytest.main.pytest_runtestloop(session)
        except session.Failed:
            return True
        return session.testsfailed > 0

    def survived(self, source: str, mutant: Any) -> None:
        function, module, old, new = mutant
        what = f"{function}: {change(source, module.deep_replace(old, new).code)}"
        if what in self.listed:
            self.same.add(what)
        else:
            self.left += 1
            print(f"{self.module}: survived: {what}", flush=True)


def main(modules: list[str]) -> int:
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # hypothesis then draws the same examples each time
    sys.path.insert(0, str(ROOT))
    if len(modules) != 1:  # a process for each, so that each has its own pytest
        codes = [
            subprocess.run([sys.executable, __file__, name]).returncode for name in modules or TESTS
        ]
        return int(any(codes))
    (module,) = modules
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")) if EQUIVALENT.exists() else {}
    run = Run(module, listed.get(module, {}))
    pytest.main(asked(module), plugins=[run])
    return int(run.left > 0 or not run.begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
