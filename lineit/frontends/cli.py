"""The `lineit` command."""
# PYTHON_ARGCOMPLETE_OK tells the shell completion that this command offers it.

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from typing import TextIO

from lineit.frontends.arguments import parser as parser_of_all
from lineit.frontends.commands import print_refusal, run_export, run_schema
from lineit.frontends.plain import make_plain
from lineit.model.bounds import printable
from lineit.model.errors import LineitError, RulesetError
from lineit.text import catalog
from lineit.text.catalog import system_language


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the command and return its exit code. `arguments` defaults to those of the process.

    0: done. 1: refused; a line on stderr says why. 2: the arguments are wrong. 130: interrupted.
    """
    try:
        return _run(arguments)
    except BrokenPipeError:  # the reader, such as `head`, has stopped reading
        for stream in (sys.stdout, sys.stderr):
            with suppress(OSError, ValueError, AttributeError):  # it is closed
                os.dup2(os.open(os.devnull, os.O_WRONLY), stream.fileno())
        return 0
    except KeyboardInterrupt:
        return 130


def _run(arguments: Sequence[str] | None) -> int:
    parser = parser_of_all()
    _offer_completion(parser)
    try:
        options = parser.parse_args(arguments)
    except SystemExit:
        _flush()  # the help, which nobody may read
        raise
    lang: str = getattr(options, "lang", None) or system_language()
    options.lang = lang
    for stream in (sys.stdout, sys.stderr):
        make_plain(stream, for_people=options.run not in (run_export, run_schema))
    for stream in (sys.stdin, sys.stdout, sys.stderr):
        _make_wait(stream)
    try:
        result: int = options.run(options)
        _flush()
    except RulesetError as error:
        return print_refusal(str(error))
    except LineitError as error:
        return print_refusal(printable(error.reason.text(lang)))
    except BrokenPipeError:
        raise
    except OSError as error:  # such as a full disk
        return print_refusal(catalog.sentence("cli", "failed", {"what": error.strerror}, lang))
    return result


def _flush() -> None:
    """Write out what is still in stdout. It is None if it was closed from the start."""
    if sys.stdout is not None:
        sys.stdout.flush()


def _make_wait(stream: TextIO | None) -> None:
    """Make reading wait for input, and writing for the reader, if the stream is a pipe or so.

    Whoever starts the process may have made the pipe non-blocking. Python then takes half a line
    for a line, no input yet for its end, and drops what does not fit into the pipe.
    """
    if stream is not None and hasattr(os, "set_blocking"):
        with suppress(OSError, ValueError):  # it is closed, or no file of the system
            os.set_blocking(stream.fileno(), True)


def _offer_completion(parser: argparse.ArgumentParser) -> None:
    """Answer a shell that asks how the command line can go on, if argcomplete is installed."""
    try:
        import argcomplete
    except ModuleNotFoundError:
        return
    argcomplete.autocomplete(parser)
