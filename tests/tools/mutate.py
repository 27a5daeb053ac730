"""A measure of the tests. `python tests/tools mutate [MODULE …]` makes every small change to the
modules of lineit/, one at a time; the tests of the module must fail for each such mutant.

It uses the operators of mutmut, which is in `.[dev]`, and four more: negate a condition, leave out
a statement, return None, change a bound of a field. mutmut itself skips functions with decorators
and tables of functions, so only its operators are used. The tests are collected once for all given
modules of a room. A fork for each mutant gives the functions the code of the mutant, clears all
caches and runs the tests that call the function. Numbers outside of functions are tried in a copy
of lineit.

Mutants that behave like the original are listed in `tests/data/equivalent-code-mutants.toml`, each
with the reason. If another mutant survives, or a listed one does not, it is printed, and the exit
code is 1.
"""

# ruff: noqa: SLF001 # private caches of the modules are cleared
from __future__ import annotations

import ast
import builtins
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
from collections import Counter
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

from lineit import Ruleset
from lineit.conformance import vectors
from lineit.model import structure, table
from lineit.rules import load, overlay
from lineit.saves import records
from support.paths import ROOT, TESTS

EQUIVALENT = ROOT / "tests/data/equivalent-code-mutants.toml"

ROOMS = ("model", "engine", "rules", "formats", "saves")
"""The packages of lineit/ whose modules are tried, besides `ALONE`."""

ALONE = ("views", "sampling", "stats")
"""The other modules that are tried."""

BESIDE = {
    "engine": ("model",),
    "formats": ("model", "saves"),
    "model": ("conformance/test_schemas.py", "engine", "rules/test_load.py", "saves"),
    "rules": ("conformance/test_schemas.py", "model", "saves", "text"),
    "sampling": ("saves",),
    "saves": ("conformance/test_schemas.py", "model"),
    "views": ("saves",),
}
"""What else in tests/ tests a package or a module, besides its own folder and what tests all."""

WHOLE = {
    *("test_fuzz", "test_generated", "test_imports"),
    *("test_properties", "test_security", "test_stateful"),
}
"""Test files that are too slow to run for each mutant, start processes, or do not test code."""

OPTIONS = (
    "-n0",
    "-x",
    "-q",
    "-s",
    "-pno:cacheprovider",
    "--no-header",
    "--hypothesis-profile=mutants",
)

SKIPPED = " and ".join(
    f"not {name}"
    for name in (
        *("that_is_killed", "in_time", "with_little_work", "more_digits_than_python"),
        *("never_reaches_the_terminal", "a_path_that_is_not_utf_8", "a_symlink_within"),
        *("an_odd_file_that_is_right", "what_cannot_be_extended", "xstate_follows"),
        *("the_frontend_in_the_docs", "does_not_import_hypothesis", "without_hypothesis"),
        *("no_code_names", "any_value_in", "the_vectors_are_passed", "every_vector"),
        *("the_protocol_emits", "a_seen_record_is_valid"),
        "pickled_table_does_not_contain_a_built_in",
    )
)
"""A filter for pytest. The first tests start processes, which would import the original. The others
read code or take long, and the last one looks at caches.
"""

MOST_SECONDS = 3600
"""Maximum time of the tests with a mutant that waits for something, in seconds.

A mutant that loops is killed if its tests take ten seconds more of processor time than five times
their time without it, so that a busy machine does not kill any.
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
    return list(operator_string(node))[:1]  # its others only change the case of letters


OPERATORS = [
    *((kind, other_text if how is operator_string else how) for kind, how in mutation_operators),
    (cst.If, no_condition),
    (cst.While, no_condition),
    (cst.CompIf, no_condition),
    (cst.Expr, no_statement),
    (cst.Return, no_result),
]


class Visitor(file_mutation.MutationVisitor):
    """A visitor that mutates all functions, but not their decorators, and the bounds of fields."""

    def _skip_node_and_children(self, node: cst.CSTNode) -> bool:
        if isinstance(node, cst.Annotation):
            return "Annotated[" not in cst.Module([]).code_for_node(node.annotation)
        return not isinstance(node, cst.FunctionDef) and super()._skip_node_and_children(node)


def mutants(source: str) -> Iterator[tuple[str, cst.Module, cst.CSTNode, cst.CSTNode]]:
    """Yield every mutant: the function, the module, a node in it and the new node."""
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
    """A visitor that finds all nodes in lambdas."""

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
    """Return the lines that differ, and the new lines."""
    old, new = source.splitlines(), mutated.splitlines()
    while old and new and old[0] == new[0]:
        old, new = old[1:], new[1:]
    while old and new and old[-1] == new[-1]:
        old, new = old[:-1], new[:-1]
    return f"{' '.join(map(str.strip, old))} -> {' '.join(map(str.strip, new))}"


# -- whether the tests notice ----------------------------------------------------


def functions(path: str) -> list[types.FunctionType]:
    """Return all functions of a file, in order."""
    found = [f for f in gc.get_objects() if type(f) is types.FunctionType]
    found = [
        f for f in found if f.__code__.co_filename == path and "<locals>" not in f.__qualname__
    ]
    return sorted(found, key=lambda f: (f.__qualname__, f.__code__.co_firstlineno))


def shape(names: dict[str, Any]) -> dict[str, Any]:
    """Return the name of the type of each name of a module, and of each entry of its tables.

    The types themselves differ: executing a module defines its classes again. A cache is left out.
    """
    return {
        key: shape(value) if type(value) is dict else type(value).__qualname__
        for key, value in names.items()
        if not str(key).startswith("__") and key != "_CHECKED"
    }


def executed(name: str, mutated: str | ast.Module) -> dict[str, Any]:
    """Execute the mutant, as an import executes the module, and return its names."""
    names: dict[str, Any] = {"__name__": name}
    exec(compile(mutated, f"mutant of {name}", "exec"), names)  # noqa: S102
    assert shape(names) == shape(vars(import_module(name))), "any import would notice"
    return names


def become(name: str, names: dict[str, Any]) -> None:
    """Give the functions of a module the code of the mutant, and clear all caches."""
    module: Any = sys.modules[name]
    for mine, its in zip(functions(module.__file__), functions(f"mutant of {name}"), strict=True):
        assert mine.__qualname__ == its.__qualname__
        free = mine.__code__.co_freevars  # of `super()`, even if the mutant has none
        mine.__code__ = its.__code__.replace(co_freevars=its.__code__.co_freevars or free)
        mine.__defaults__ = its.__defaults__
        mine.__kwdefaults__ = its.__kwdefaults__
    forget()


def forget() -> None:
    """Clear all caches of lineit."""
    for found in gc.get_objects():
        if type(found) is functools._lru_cache_wrapper and found.__module__.startswith("lineit."):
            found.cache_clear()
        elif type(found) is Ruleset:
            for name, value in vars(Ruleset).items():
                if isinstance(value, types.MemberDescriptorType) and name not in FIELDS:
                    with suppress(AttributeError):
                        object.__delattr__(found, name)
    load._CHECKED.clear()
    load._converter = structure.converter(load.NAMES_IN_FILES)
    for module in (overlay, records, vectors):
        module._converter = structure.converter()  # type: ignore[attr-defined] # each has one
    table.READERS.update({zone: table.reader(zone) for zone in table.READERS})
    table.WRITERS.update({zone: table.writer(zone) for zone in table.WRITERS})


FIELDS = {each.name for each in attrs.fields(Ruleset)}


class Noting(ast.NodeTransformer):
    """A change of a module: each function notes its name, or that of the function around it."""

    def __init__(self, module: str) -> None:
        self.module, self.outer = module, ""

    def visit(self, node: ast.AST) -> Any:
        if not isinstance(node, (ast.FunctionDef, ast.Lambda)):
            return self.generic_visit(node)
        around, self.outer = self.outer, self.outer or getattr(node, "name", "lambda")
        note = ast.parse(f"noted.add('{self.module}: {self.outer}')", mode="eval").body
        self.generic_visit(node)
        self.outer = around
        if isinstance(node, ast.Lambda):
            node.body = ast.BoolOp(ast.Or(), [note, node.body])
        else:
            node.body.insert(0, ast.Expr(note))
        return ast.fix_missing_locations(node)


def fails_in_a_copy(module: str, mutated: str) -> bool:
    """Return whether the tests fail, in another process, for a copy of lineit with this module."""
    with tempfile.TemporaryDirectory() as folder:
        shutil.copytree(ROOT / "lineit", Path(folder) / "lineit")
        (Path(folder) / "spec").symlink_to(ROOT / "spec")
        (Path(folder) / path_of(module).relative_to(ROOT)).write_text(mutated, "utf-8")
        done = subprocess.run(
            [sys.executable, "-P", "-m", "pytest", *asked(module)],
            env={**os.environ, "PYTHONPATH": folder},
            capture_output=True,
        )
    return done.returncode != 0


def asked(module: str) -> list[str]:
    """Return the arguments of pytest for a module. Tests that fail most likely come first."""
    room = module.rpartition(".")[0]
    places = [
        TESTS / (room or f"test_{module}.py"),
        *(TESTS / name for name in BESIDE.get(room or module, ())),
        *(path for path in sorted(TESTS.glob("test_*.py")) if path.stem not in WHOLE),
        TESTS / "rulebook",
    ]
    files = [str(path.relative_to(ROOT)) for path in dict.fromkeys(places)]
    return [*OPTIONS, "-k", SKIPPED, *files]


def path_of(module: str) -> Path:
    """Return the file of a module, which is named below lineit, such as `engine.guards`."""
    return ROOT / "lineit" / f"{module.replace('.', '/')}.py"


def modules() -> list[str]:
    """Return every module that is tried."""
    found = [path for room in ROOMS for path in (ROOT / "lineit" / room).glob("[a-z]*.py")]
    return [*ALONE, *sorted(f"{path.parent.name}.{path.stem}" for path in found)]


class Run:
    """A pytest plugin that runs the collected tests once for each mutant of the modules.

    Only tests that call the function are run. The quickest come first, and those that have killed
    other mutants.
    """

    def __init__(self, modules: list[str], listed: dict[str, dict[str, str]]) -> None:
        self.modules, self.listed = modules, listed
        self.left, self.begun = 0, False
        self.calls: list[tuple[str, float, set[str]]] | None = None
        """The id, the time and the called functions of each test, while they are measured."""
        self.tests: dict[str, list[str]] = {}
        """The tests that call each function."""
        self.took: dict[str, float] = {}
        self.kills = Counter[str]()
        self.failed = ""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        if not self.find_tests(session):
            print("the tests fail without a mutant")
            return True
        self.begun = True
        for module in self.modules:
            self.left += self.try_module(session, module)
        return True

    def try_module(self, session: pytest.Session, module: str) -> int:
        """Try every mutant of a module. Return how many survive or are listed without reason."""
        listed, source = self.listed.get(module, {}), path_of(module).read_text("utf-8")
        todo, start = list(mutants(source)), time.monotonic()
        if not self.copy_survives(session, module, todo):
            print(f"{module}: an unchanged copy is killed, so kills mean nothing", flush=True)
            return 1
        same, left = set[str](), 0
        running: dict[int, tuple[Any, int]] = {}
        waiting = todo[::-1]
        while waiting or running:
            while waiting and len(running) < (os.cpu_count() or 1):
                mutant = waiting.pop()
                child, failed = self.fork(session, module, mutant)
                running[child] = mutant, failed
            child, status = os.wait()
            (function, tree, old, new), failed = running.pop(child)
            with os.fdopen(failed) as told:
                self.kills[told.read()] += 1
            if os.waitstatus_to_exitcode(status) == 2:
                raise AssertionError(f"no way to tell: {function}")
            if status != 0:
                continue
            what = f"{function}: {change(source, tree.deep_replace(old, new).code)}"
            if what in listed:
                same.add(what)
            else:
                left += 1
                print(f"{module}: survived: {what}", flush=True)
        for what in listed.keys() - same:
            left += 1
            print(f"{module}: listed, but killed or no mutant: {what}", flush=True)
        took = time.monotonic() - start
        summary = f"{len(todo)} mutants, {len(same)} equivalent, {left} survive, {took:.0f} s"
        print(f"{module}: {summary}", flush=True)
        return left

    def copy_survives(self, session: pytest.Session, module: str, todo: list[Any]) -> bool:
        """Return whether an unchanged copy survives, with the function that most tests call."""
        known = [mutant for mutant in todo if self.tests_of(module, mutant[0])]
        if not known:
            return True
        function, tree, old, _ = max(known, key=lambda each: len(self.tests_of(module, each[0])))
        child, failed = self.fork(session, module, (function, tree, old, old))
        _, status = os.waitpid(child, 0)
        os.close(failed)
        return status == 0

    def tests_of(self, module: str, function: str) -> list[str]:
        """Return the tests that call a function of a module, first those that likely fail soon."""
        tests = self.tests.get(f"{module}: {function}", [])
        return sorted(tests, key=lambda test: self.took[test] / (1 + 20 * self.kills[test]))

    def find_tests(self, session: pytest.Session) -> bool:
        """Find which tests call which function. Return False if one fails without a mutant."""
        reading, writing = os.pipe()
        child = os.fork()
        if not child:
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            with os.fdopen(writing, "w") as answer:
                self.calls, vars(builtins)["noted"] = [], set()
                for module in self.modules:
                    name, source = f"lineit.{module}", path_of(module).read_text("utf-8")
                    become(name, executed(name, Noting(module).visit(ast.parse(source))))
                with suppress(session.Failed):
                    _pytest.main.pytest_runtestloop(session)
                found = [(test, took, sorted(called)) for test, took, called in self.calls]
                json.dump(None if session.testsfailed else found, answer)
                answer.flush()
                os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as answer:
            text = answer.read()
        os.wait()
        found = json.loads(text or "null")
        if found is None:
            return False
        for test, took, called in found:
            self.took[test] = took
            for function in called:
                self.tests.setdefault(function, []).append(test)
        return True

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Iterator[None]:
        if self.calls is None:
            return (yield)
        forget()
        vars(builtins)["noted"] = called = set[str]()
        start = time.process_time()
        try:
            return (yield)
        finally:
            self.calls.append((item.nodeid, time.process_time() - start, called))

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        self.failed = report.nodeid if report.failed else self.failed
        if not self.begun and report.failed:
            print(report.nodeid, report.longreprtext[-1500:], file=sys.stderr)

    def fork(self, session: pytest.Session, module: str, mutant: Any) -> tuple[int, int]:
        """Fork a process that exits with 0 if the mutant survives and 1 if it is killed. Return its
        id, and a pipe with the test that failed.
        """
        reading, writing = os.pipe()
        if child := os.fork():
            os.close(writing)
            return child, reading
        code = 2
        try:
            function, tree, old, new = mutant
            seconds = sum(self.took[test] for test in self.tests_of(module, function))
            signal.setitimer(signal.ITIMER_PROF, 10 + 5 * seconds)
            signal.alarm(MOST_SECONDS)
            os.dup2(os.open(os.devnull, os.O_WRONLY), 1)
            code = int(self.noticed(session, module, function, tree.deep_replace(old, new).code))
            os.write(writing, self.failed.encode())
        except BaseException:
            traceback.print_exc()
        finally:
            os._exit(code)

    def noticed(self, session: pytest.Session, module: str, function: str, mutated: str) -> bool:
        """Return whether the tests, or an import, notice the mutant."""
        if function == "module":
            return fails_in_a_copy(module, mutated)
        name = f"lineit.{module}"
        try:
            become(name, executed(name, mutated))
        except Exception:
            traceback.print_exc()
            return True
        by_id = {item.nodeid: item for item in session.items}
        session.items = [by_id[test] for test in self.tests_of(module, function)]
        try:
            _pytest.main.pytest_runtestloop(session)
        except session.Failed:
            return True
        return session.testsfailed > 0


def main(names: list[str]) -> int:
    os.chdir(ROOT)
    os.environ["CI"] = "1"  # Hypothesis then draws the same examples each time
    sys.path.insert(0, str(ROOT))
    groups: dict[tuple[str, ...], list[str]] = {}
    for name in names or modules():
        groups.setdefault(tuple(asked(name)), []).append(name)
    if len(groups) != 1:  # one process for each, because each needs its own pytest
        command = [sys.executable, str(TESTS / "tools"), "mutate"]
        codes = [subprocess.run([*command, *group]).returncode for group in groups.values()]
        return int(any(codes))
    ((arguments, group),) = groups.items()
    listed = tomllib.loads(EQUIVALENT.read_text("utf-8")) if EQUIVALENT.exists() else {}
    run = Run(group, listed)
    pytest.main([*arguments], plugins=[run])
    return int(run.left > 0 or not run.begun)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
