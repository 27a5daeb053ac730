"""The version of the installed library."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("lineit")
except PackageNotFoundError:  # a checkout that is not installed
    __version__ = "0+unknown"
