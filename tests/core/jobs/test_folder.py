"""A folder that Hexapla writes is replaced as a whole; files of others in it are kept."""

import errno
import json
import os
from collections.abc import Mapping
from functools import partial
from pathlib import Path

import pytest
from killed import Moment, ended, write_folder

from hexapla.jobs.folder import (
    MARK,
    ForeignFolderError,
    check_replaceable,
    read_mark,
    replaced_folder,
)
from hexapla.values.errors import RunError

OLD = {"index.html": "old", "cases/a.html": "a", "cases/b.html": "b"}
NEW = {"index.html": "new", "cases/a.html": "a", "rules/c.html": "c"}


def write(folder: Path, files: Mapping[str, str]) -> None:
    for address, text in files.items():
        (folder / address).parent.mkdir(parents=True, exist_ok=True)
        (folder / address).write_text(text)


def build(folder: Path, files: Mapping[str, str], *, force: bool = False) -> None:
    with replaced_folder(folder, "site", force=force) as new:
        write(new, files)


def content(folder: Path) -> dict[str, str]:
    """Return all files of a folder except the mark, with their texts."""
    files = (path for path in folder.rglob("*") if path.is_file() and path.name != MARK)
    return {path.relative_to(folder).as_posix(): path.read_text() for path in files}


@pytest.fixture
def site(tmp_path: Path) -> Path:
    folder = tmp_path / "site"
    build(folder, OLD)
    return folder


def test_the_new_files_are_there_and_no_stale_one(site: Path) -> None:
    build(site, NEW)
    assert content(site) == NEW
    assert sorted(path.name for path in site.parent.iterdir()) == ["site"]
    assert sorted(path.name for path in site.iterdir()) == [MARK, "cases", "index.html", "rules"]
    assert read_mark(site) == ("site", frozenset(NEW))


def test_what_others_put_there_is_kept(site: Path) -> None:
    write(site, {"CNAME": "example.org", "cases/note.txt": "mine", ".git/refs/HEAD": "main"})
    (site / ".git" / "empty").mkdir(mode=0o555)
    (site / "link").symlink_to("../elsewhere")
    os.mkfifo(site / "pipe")
    inode = (site / "CNAME").stat().st_ino
    build(site, NEW)
    kept = {"CNAME": "example.org", "cases/note.txt": "mine", ".git/refs/HEAD": "main"}
    assert content(site) == {**NEW, **kept}
    assert (site / ".git" / "empty").stat().st_mode & 0o777 == 0o555
    assert str((site / "link").readlink()) == "../elsewhere"
    assert (site / "pipe").is_fifo()
    assert (site / "CNAME").stat().st_ino == inode
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def test_a_build_that_fails_changes_nothing(site: Path) -> None:
    write(site, {"CNAME": "example.org"})

    def fail() -> None:
        with replaced_folder(site, "site") as new:
            write(new, NEW)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        fail()
    assert content(site) == {**OLD, "CNAME": "example.org"}
    assert [path.name for path in site.parent.iterdir()] == ["site"]


def test_a_full_disk_is_one_of_the_folder(site: Path) -> None:
    """The error doesn't name the file that is copied into it."""
    number = errno.ENOSPC
    with pytest.raises(OSError, match="site") as full, replaced_folder(site, "site"):
        raise OSError(number, os.strerror(number), "source.css", None, "copy.css")
    assert full.value.filename == str(site)


def a_mark(holds: str, files: object) -> str:
    return json.dumps({"hexapla": {"version": "0"}, "holds": holds, "files": files})


FOREIGN = {
    "files": {"index.html": "mine"},
    "a list of files": {"files.txt": "notes.html", "notes.html": "mine"},
    "a mark of no form": {MARK: "{}", "index.html": "mine"},
    "a mark of no JSON": {MARK: "[" * 100_000, "index.html": "mine"},
    "a mark without files": {MARK: a_mark("site", []), "index.html": "mine"},
    "a report": {MARK: a_mark("report", []), "notes.html": "mine"},
}


@pytest.mark.parametrize("files", FOREIGN.values(), ids=FOREIGN)
def test_a_folder_that_is_not_ours_is_refused(files: Mapping[str, str], tmp_path: Path) -> None:
    folder = tmp_path / "site"
    write(folder, files)
    before = content(folder)
    with pytest.raises(ForeignFolderError, match=r"site .*name an|didn't write|holds a report"):
        build(folder, NEW)
    assert content(folder) == before
    assert [path.name for path in tmp_path.iterdir()] == ["site"]


# A file of others, the message about it, and whether --force replaces it.
TAKEN: list[tuple[dict[str, str], str, bool]] = [
    ({"rules/c.html": "mine"}, "write: rules", True),
    ({"rules": "mine"}, "write: rules", True),
    ({"rules/c.html/mine": "mine"}, "write: rules", False),
]


@pytest.mark.parametrize(("files", "wrong", "is_forced"), TAKEN)
def test_a_file_of_others_is_replaced_by_force_alone(
    site: Path, *, files: dict[str, str], wrong: str, is_forced: bool
) -> None:
    files = files | {"notes.html": "mine"}
    write(site, files)
    with pytest.raises(ForeignFolderError, match=wrong):
        build(site, NEW)
    assert content(site) == {**OLD, **files}
    if is_forced:
        build(site, NEW, force=True)
        assert content(site) == {**NEW, "notes.html": "mine"}
        build(site, OLD)
        assert content(site) == {**OLD, "notes.html": "mine"}
    else:
        with pytest.raises(ForeignFolderError, match=wrong):
            build(site, NEW, force=True)
        assert content(site) == {**OLD, **files}


@pytest.mark.parametrize("name", ["cases", "rules", MARK])
def test_no_symbolic_link_leads_outside(site: Path, name: str, tmp_path: Path) -> None:
    outside = tmp_path / "outside"
    write(outside, {"file": "outside", "a.html": "a", "b.html": "b"})
    before = content(outside)
    if (site / name).is_dir():
        (site / name).rename(tmp_path / "aside")
    (site / name).unlink(missing_ok=True)
    (site / name).symlink_to(outside / "file" if "." in name else outside)
    with pytest.raises(ForeignFolderError):
        build(site, NEW)
    assert (site / name).is_symlink()
    build(site, NEW, force=True)
    # Without a mark, Hexapla can't know that it wrote a page that is stale now.
    assert content(site) == (NEW if name != MARK else {**NEW, "cases/b.html": "b"})
    assert content(outside) == before


def test_a_link_to_a_folder_stays_one(tmp_path: Path) -> None:
    (tmp_path / "public").symlink_to("site")
    for files in (OLD, NEW):
        build(tmp_path / "public", files)
        assert (tmp_path / "public").is_symlink()
        assert content(tmp_path / "site") == files


def test_an_empty_folder_is_filled(tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "empty").chmod(0o750)
    for folder in (tmp_path / "empty", tmp_path / "a" / "b"):
        build(folder, NEW)
        assert content(folder) == NEW
    assert (tmp_path / "empty").stat().st_mode & 0o777 == 0o750


def test_a_working_folder_and_a_mount_point_are_refused(
    site: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patched:
        patched.chdir(site / "cases")
        with pytest.raises(RunError, match="is or contains the working folder, so it can't"):
            build(site, NEW)
    monkeypatch.setattr(os.path, "ismount", lambda path: path == site)
    with pytest.raises(RunError, match="is a mount point, so it can't be replaced"):
        build(site, NEW)
    monkeypatch.undo()
    with pytest.raises(RunError, match=r"^/ is a mount point, so it can't be replaced"):
        build(Path("/"), NEW)
    assert content(site) == OLD


def test_two_do_not_write_into_one_folder(site: Path) -> None:
    """The second fails while the first writes, since each must know all earlier files."""
    write(site, {"CNAME": "example.org"})
    with replaced_folder(site, "site") as new:
        write(new, NEW)
        with pytest.raises(RunError, match="another process is using"):
            build(site, OLD)
    assert content(site) == {**NEW, "CNAME": "example.org"}


def test_a_folder_is_checked_before_there_is_anything_to_write(site: Path) -> None:
    check_replaceable(site / "nowhere", "report")
    check_replaceable(site, "site")
    with pytest.raises(ForeignFolderError, match="holds a site"):
        check_replaceable(site, "report")


@pytest.mark.slow
def test_whoever_is_killed_leaves_the_old_files_or_the_new(tmp_path: Path) -> None:
    """For a moment neither is in place, but both are next to it; the next build restores one."""
    folder = tmp_path / "place" / "site"
    kept = {"CNAME": "example.org", "cases/mine": "mine"}
    old, new = {**OLD, **kept}, {**NEW, **kept}
    absent = 0
    for most in range(200):
        build(folder, OLD)
        write(folder, kept)
        killed = ended(partial(write_folder, folder, NEW), Moment(change=most)).killed
        if folder.exists():
            assert content(folder) in (old, new), most
        else:
            absent += 1
            with pytest.raises(KeyboardInterrupt), replaced_folder(folder, "site"):
                raise KeyboardInterrupt
            assert content(folder) == old
        build(folder, NEW)
        assert content(folder) == new, most
        assert [path.name for path in folder.parent.iterdir()] == ["site"]
        if not killed:
            break
    assert most > 20
    assert absent == 1
