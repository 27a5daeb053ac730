"""Tests of `lineit spec`, which writes the specification to an archive."""

from __future__ import annotations

import subprocess
from pathlib import Path
from zipfile import ZipFile

import pytest

from lineit.frontends.cli import main
from lineit.model.resources import spec_version
from support.paths import ROOT

NAME = f"lineit-spec-{spec_version()}"


@pytest.fixture
def unpacked(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> Path:
    """The folder in the archive, unpacked."""
    archive = tmp_path / "new" / "folder" / f"{NAME}.zip"
    assert main(["spec", "--output", str(archive.parent)]) == 0
    assert capsys.readouterr() == (f"{archive}\n", "")
    assert [path.name for path in archive.parent.iterdir()] == [archive.name]
    with ZipFile(archive) as opened:
        opened.extractall(tmp_path)
    return tmp_path / NAME


def test_the_archive_has_each_file_of_the_specification(unpacked: Path) -> None:
    there = {str(path.relative_to(unpacked)) for path in unpacked.rglob("*") if path.is_file()}
    spec = {str(path.relative_to(ROOT)) for path in (ROOT / "spec").rglob("*") if path.is_file()}
    assert there == spec | {"docs/protocol.md", "SHA256SUMS"}
    for path in spec | {"docs/protocol.md"}:
        assert (unpacked / path).read_bytes() == (ROOT / path).read_bytes()


def test_the_checksums_fit(unpacked: Path) -> None:
    done = subprocess.run(
        ["sha256sum", "--check", "--strict", "--quiet", "SHA256SUMS"],
        cwd=unpacked,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")
    sums = (unpacked / "SHA256SUMS").read_text("utf-8").splitlines()
    there = [path for path in unpacked.rglob("*") if path.is_file()]
    assert len(sums) == len(there) - 1


def test_the_same_specification_gives_the_same_archive(tmp_path: Path) -> None:
    for folder in ("one", "two", "two"):  # the third replaces the second
        assert main(["spec", "--output", str(tmp_path / folder)]) == 0
    one, two = (tmp_path / folder / f"{NAME}.zip" for folder in ("one", "two"))
    assert one.read_bytes() == two.read_bytes()


def test_an_archive_that_cannot_be_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "file").write_text("")
    assert main(["spec", "--output", str(tmp_path / "file")]) == 1
    assert capsys.readouterr() == ("", "cannot be done: File exists\n")
