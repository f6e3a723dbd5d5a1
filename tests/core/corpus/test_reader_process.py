"""Sources that are read in another process: the items it sends, and the effects of its death."""

import os
import signal
from collections.abc import Iterator
from pathlib import Path

import pytest
from sources import BASE, ONE_BASE, in_short, items_of

from hexapla.corpus import reader_process
from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import Pair

# Reads words, of which "end" ends the process.
ENDING = """
import os
from hexapla.corpus.reader_process import serve

def read_words(file, settings):
    for word in file.read().decode().split():
        if word == "end":
            {ending}
        yield settings.base, word

serve({{"html": read_words}})
"""


@pytest.fixture
def no_process(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[object]]:
    """Yield the list of waiting processes, empty at first; end those in it afterwards."""
    waiting: list[reader_process._ReaderProcess] = []
    monkeypatch.setattr(reader_process, "_waiting", waiting)
    yield waiting  # type: ignore[misc]
    for process in waiting:
        process.end()


def page(folder: Path, name: str, content: str) -> Path:
    path = folder / name
    path.write_text(content)
    return path


def test_one_process_reads_many_pages(tmp_path: Path, no_process: list[object]) -> None:
    for name in "abc":
        path = page(tmp_path, name, f"<a href={name}>")
        assert in_short(items_of(path, "html", ONE_BASE)) == [name]
        (process,) = no_process
    path.write_bytes(b"\0")
    assert in_short(items_of(path, "html", ONE_BASE))[0].startswith("row 1: the page can't be read")
    path.unlink()
    assert no_process == [process]


def test_pages_read_by_turns_do_not_mix(tmp_path: Path, no_process: list[object]) -> None:
    paths = [page(tmp_path, name, f"<a href={name}>" * 3_000) for name in "ab"]
    files = [path.open("rb") for path in paths]
    readers = [FORMATS["html"].items(file, file.name, ONE_BASE) for file in files]
    for one, other in zip(*readers, strict=True):
        assert isinstance(one, Pair)
        assert isinstance(other, Pair)
        assert (one.reference, other.reference) == ("a", "b")
    for file in files:
        file.close()
    assert len(no_process) == 2


def test_a_reader_that_is_left_early_ends(tmp_path: Path, no_process: list[object]) -> None:
    path = page(tmp_path, "a", "<a href=g>" * 10_000)
    with path.open("rb") as file:
        items = FORMATS["html"].items(file, "a", ONE_BASE)
        next(items)
        items.close()  # type: ignore[attr-defined]
    assert no_process == []
    assert len(items_of(path, "html", ONE_BASE)) == 10_000


@pytest.mark.parametrize(
    ("ending", "told"),
    [
        ("os.abort()", "SIGABRT"),
        ("os.kill(os.getpid(), 9)", "SIGKILL"),
        ("os._exit(3)", "exit code 3"),
    ],
)
def test_its_death_damages_one_source(
    ending: str,
    told: str,
    tmp_path: Path,
    no_process: list[object],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    bad, good = page(tmp_path, "bad", "g end h"), page(tmp_path, "good", "i j")
    monkeypatch.setattr(reader_process, "_PROGRAM", ENDING.format(ending=ending))
    died = f"damaged: : the process that was reading it died ({told})"
    assert in_short(items_of(bad, "html", ONE_BASE)) == [died]
    assert no_process == []
    assert in_short(items_of(good, "html", ONE_BASE)) == ["i", "j"]


def test_a_process_that_was_ended_is_replaced(tmp_path: Path, no_process: list[object]) -> None:
    path = page(tmp_path, "a", "<a href=g>")
    assert items_of(path, "html", ONE_BASE) == [Pair(str(path), 1, BASE, "g")]
    (process,) = no_process
    pid = process._process.pid  # type: ignore[attr-defined]
    os.kill(pid, signal.SIGKILL)
    os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    assert in_short(items_of(path, "html", ONE_BASE)) == ["g"]
    assert len(no_process) == 1
