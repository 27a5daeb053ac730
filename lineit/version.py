"""The version of the library, as it was installed."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version

try:
    __version__ = version("lineit")
except PackageNotFoundError:  # a checkout that was never installed
    __version__ = "0+unknown"
