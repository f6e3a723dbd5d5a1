"""Files that are written completely or not at all."""

import errno
import os
import stat
from pathlib import Path

import pytest

from hexapla.jobs.atomic import json_line, reserved, write_whole, written_whole
from hexapla.values.errors import RunError


def test_an_unfinished_file_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")

    def interrupted() -> None:
        with written_whole(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_a_line_of_json_keeps_lone_surrogates() -> None:
    assert json_line({"text": "\ud800\n"}) == b'{"text":"\\ud800\\n"}\n'


def test_no_link_beside_it_is_written_through(tmp_path: Path) -> None:
    foreign, file = tmp_path / "foreign", tmp_path / "file"
    foreign.write_text("worth a year of work")
    left = tmp_path / ".file.hexapla-unfinished"
    left.mkdir()
    (left / "new").symlink_to(foreign)
    write_whole(file, "new")
    assert not left.exists()
    assert (file.read_text(), file.is_symlink()) == ("new", False)
    assert foreign.read_text() == "worth a year of work"


def test_a_file_is_written_by_one_process(tmp_path: Path) -> None:
    file = tmp_path / "file"
    with reserved(file) as unfinished:
        with pytest.raises(RunError, match="another process is using"):
            write_whole(file, "other")
        write_whole(file, "own", unfinished)
    assert file.read_text() == "own"
    assert list(tmp_path.iterdir()) == [file]


def test_an_error_names_what_is_to_be_written(tmp_path: Path) -> None:
    file = tmp_path / "file"
    for number in (errno.ENOSPC, errno.EDQUOT):
        with pytest.raises(OSError, match="file") as caught, written_whole(file):
            raise OSError(number, os.strerror(number), "source")
        assert caught.value.filename == str(file)
    with pytest.raises(FileNotFoundError) as missing:
        write_whole(tmp_path / "missing" / "file", "text")
    assert missing.value.filename == str(tmp_path / "missing")


@pytest.mark.parametrize("elsewhere", [None, "unfinished"])
@pytest.mark.parametrize("kind", ["missing", "file", "link"])
def test_a_file_has_its_name_when_all_is_written(
    kind: str, elsewhere: str | None, tmp_path: Path
) -> None:
    """A link is still a link afterwards, and an existing file keeps its permissions."""
    path, target = tmp_path / "out", tmp_path / "target"
    if kind == "link":
        path.symlink_to(target)
    if kind != "missing":
        path.write_bytes(b"old")
        path.chmod(0o640)
    with written_whole(path, tmp_path / elsewhere if elsewhere else None) as file:
        file.write(b"new")
        assert path.exists() == (kind != "missing")
        assert elsewhere is None or (tmp_path / elsewhere).exists()
    assert path.read_bytes() == b"new"
    assert path.is_symlink() == (kind == "link")
    assert kind == "missing" or stat.S_IMODE(path.stat().st_mode) == 0o640
    assert {*tmp_path.iterdir()} == ({path, target} if kind == "link" else {path})


def test_a_file_that_may_not_be_written_to_stays(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")
    monkeypatch.setattr(os, "access", lambda *_: False)
    with pytest.raises(PermissionError, match="out"):
        write_whole(path, "new")
    assert path.read_bytes() == b"old"


@pytest.mark.parametrize("length", [1, 233, 234, 255])
def test_a_name_may_be_as_long_as_names_may_be(length: int, tmp_path: Path) -> None:
    path = tmp_path / ("é" * (length // 2) + "x" * (length % 2))
    with written_whole(path) as file:
        (work,) = tmp_path.iterdir()
        assert len(os.fsencode(work.name)) <= 255
        assert work.name.endswith(".hexapla-unfinished")
        file.write(b"new")
    assert path.read_bytes() == b"new"
    assert list(tmp_path.iterdir()) == [path]
