"""The specification as one file, for people who write an implementation without this library."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from importlib.resources.abc import Traversable
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile, ZipInfo

from lineit.model.resources import protocol_page, spec_folder, spec_version


def archived() -> dict[str, bytes]:
    """Return the content of each file of the archive, by its path there, in order.

    `SHA256SUMS` comes last. It has the checksums of all others, as `sha256sum --check` reads them.

    >>> [path for path in archived() if path.startswith("spec/perft/s")]
    ['spec/perft/seven-cards.json', 'spec/perft/standard.json']
    """
    found = {f"spec/{path}": content for path, content in _contents(spec_folder(), "")}
    found["docs/protocol.md"] = protocol_page().read_bytes()
    ordered = {path: found[path] for path in sorted(found)}
    sums = [f"{hashlib.sha256(each).hexdigest()}  {path}\n" for path, each in ordered.items()]
    return {**ordered, "SHA256SUMS": "".join(sums).encode()}


def _contents(folder: Traversable, within: str) -> Iterator[tuple[str, bytes]]:
    """Yield the path and the content of each file in a folder and in the folders in it."""
    for entry in folder.iterdir():
        if entry.is_dir():
            yield from _contents(entry, f"{within}{entry.name}/")
        else:
            yield within + entry.name, entry.read_bytes()


def write_archive(folder: Path) -> Path:
    """Write the archive of the specification to a folder, and return its path.

    The name has the version. The same files give the same archive. Raises `OSError`.
    """
    name = f"lineit-spec-{spec_version()}"
    folder.mkdir(parents=True, exist_ok=True)
    draft, path = folder / f".{name}.zip", folder / f"{name}.zip"
    with ZipFile(draft, "w") as archive:
        for inner, content in archived().items():
            entry = ZipInfo(f"{name}/{inner}")  # its date is always the same
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content, ZIP_DEFLATED)
    return draft.replace(path)
