"""Text as a source: lines, CSV and JSON Lines, compressed, and broken."""

import codecs
import csv
import gzip
import io
import json
import sys
import zlib
from pathlib import Path
from types import FrameType

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text, encodable
from sources import BASE, ONE_BASE, in_short, items_of, references
from tables import rows_of

from hexapla.corpus.run import batches_in
from hexapla.corpus.source import LONGEST_ROW, TOO_LONG, BadRow, Item, Pair, Settings


def read(tmp_path: Path, name: str, content: bytes) -> list[Item]:
    """Return the items read from a file with some content; lines share one base."""
    path = tmp_path / "in"
    path.write_bytes(content)
    return items_of(path, name, ONE_BASE if name == "lines" else None)


def csv_of(pairs: list[tuple[str, str]], separator: str, *, quoted: bool) -> str:
    text = io.StringIO(newline="")
    writer = csv.writer(
        text, delimiter=separator, quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL
    )
    writer.writerow(["reference", "other", "base"])
    writer.writerows([reference, "x", base] for base, reference in pairs)
    return text.getvalue()


def json_of(*pairs: tuple[str, str]) -> str:
    return "".join(json.dumps({"base": b, "reference": r, "more": 1}) + "\n" for b, r in pairs)


@given(st.lists(st.tuples(encodable, encodable), max_size=8), st.lists(any_text, max_size=8))
def test_a_pair_survives(tmp_path: Path, pairs: list[tuple[str, str]], escaped: list[str]) -> None:
    contents = [
        ("csv", csv_of(pairs, ",", quoted=True), pairs),
        ("csv", csv_of(pairs, ",", quoted=False), pairs),
        ("tsv", csv_of(pairs, "\t", quoted=False), pairs),
    ]
    lines = [r for _, r in pairs if "\n" not in r and not r.endswith("\r")]
    contents.append(("lines", "".join(f"{r}\n" for r in lines), [(BASE, r) for r in lines]))
    either = [*pairs, *((text, text) for text in escaped)]
    contents.append(("jsonl", json_of(*either), either))
    for name, content, wanted in contents:
        found = read(tmp_path, name, content.encode())
        assert found == [Pair(str(tmp_path / "in"), n, *pair) for n, pair in enumerate(wanted, 1)]


@given(st.text(alphabet='a",\n\r\x00é', max_size=60), st.integers(1, 4), st.sampled_from("jlc"))
def test_the_batches_of_files_are_their_rows(
    tmp_path: Path, text: str, rows: int, initial: str
) -> None:
    """In each file, good and bad rows are numbered together, from 1."""
    name = {"j": "jsonl", "l": "lines", "c": "csv"}[initial]
    content = ("base,reference\n" if name == "csv" else "") + text
    whole = read(tmp_path, name, content.encode())
    assert all(getattr(item, "row", row) == row for row, item in enumerate(whole, 1))
    told = ONE_BASE if name == "lines" else Settings()
    batches = list(batches_in([(str(tmp_path / "in"), name)] * 2, told, rows))
    assert [item for items, _ in batches for item in items] == whole * 2
    sizes = [len(items) for items, _ in batches]
    assert sizes[:-1] == [rows] * (len(batches) - 1)
    assert not batches or sum(octets for _, octets in batches) == 2 * len(content.encode())


def test_a_lone_surrogate_is_no_text_of_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(json_of(*((BASE, reference) for reference in "a\ud800é")))
    ((items, _),) = batches_in([(str(path), "jsonl")], Settings(), 10)
    pairs = [item for item in items if isinstance(item, Pair)]
    assert [(pair.row, pair.reference) for pair in pairs] == [(1, "a"), (3, "é")]
    bad = items[1]
    assert isinstance(bad, BadRow)
    wrong = "the row has a lone surrogate, which isn't valid Unicode text"
    assert (bad.row, bad.wrong) == (2, wrong)
    assert json.loads(str(bad.to_dict()["raw"])) == {"base": BASE, "reference": "\ud800"}


def test_rows_that_are_large_make_small_batches(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    for character, rows in ("x", 2), ("é", 1):
        path.write_text(f"{character * 1_000_000}\n" * 4)
        batches = batches_in([(str(path), "lines")], ONE_BASE, 1000)
        assert [len(items) for items, _ in batches] == [rows] * (4 // rows)


def test_what_a_file_holds_is_read(tmp_path: Path) -> None:
    """Compressed files and UTF-16 are tried, too."""
    for name, text, wanted in rows_of("corpus", "what a file holds"):
        content = text.encode("utf-8", "surrogateescape")
        contents = [content, gzip.compress(content, mtime=0)]
        if text[:1] != "\ufeff" and "\udcff" not in text:
            utf_16 = text.encode("utf-16-le"), text.encode("utf-16-be")
            contents += map(bytes.__add__, (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE), utf_16)
        for each in contents:
            assert in_short(read(tmp_path, name, each)) == wanted, (name, each)


LONG = "x" * LONGEST_ROW
LINES = "".join(f"{number:05}?y\n" for number in range(40_000))
UNCLOSED = "a quotation mark opens a field that is never closed"
ROW_2 = ["g", f"row 2: {TOO_LONG}"]
HEADED = f"base,reference\n{BASE},"
TRUNCATED = "'utf-16-le' codec can't decode byte 0x00 in position 0: truncated data"
TOO_DEEP = "row 1: the row is nested too deeply"
LONG_ROWS: list[tuple[str, str, list[str]]] = [
    ("lines", f"g\n{LONG * 10}\nh\n{LONG[99:]}\n", [*ROW_2, "h", LONG[99:]]),
    ("jsonl", f"{json_of((BASE, 'g'))}{LONG * 10}\n", ROW_2),
    ("csv", f"{HEADED}g\n{LONG * 10}\n{BASE},h\n", [*ROW_2, "h"]),
    (
        "csv",
        f'base,reference\n"x\n{LONG}1\n{BASE},h\n',
        [f"row 1: {TOO_LONG}", f"row 2: {TOO_LONG}", "h"],
    ),
    ("jsonl", json_of((BASE, LONG[9:])), [f"row 1: {TOO_LONG}"]),
    ("csv", f"{HEADED}{LONG[99:]}", [LONG[99:]]),
    ("jsonl", "[" * 100_000, [TOO_DEEP]),
    ("lines", LINES, LINES.split()),
]


def test_long_rows_are_set_aside(tmp_path: Path) -> None:
    for name, text, wanted in LONG_ROWS:
        assert in_short(read(tmp_path, name, text.encode())) == wanted, (name, text[:80])


def test_utf_16_that_is_cut_or_has_a_lone_surrogate_keeps_what_was_good(tmp_path: Path) -> None:
    found = read(tmp_path, "lines", "g\nx\ud800y\nh\n".encode("utf-16", "surrogatepass"))
    assert in_short(found) == ["g", "row 2: character 2 isn't valid UTF-8", "h"]
    found = read(tmp_path, "lines", "g\n?y\nx".encode("utf-16") + b"\0")
    assert in_short(found) == ["g", "?y", f"damaged: after row 2: {TRUNCATED}"]


def test_an_empty_line_is_the_empty_reference_in_one_field(tmp_path: Path) -> None:
    (tmp_path / "in.csv").write_text("reference\ng\n\n")
    assert references(items_of(tmp_path / "in.csv", "csv", ONE_BASE)) == ["g", ""]


@pytest.mark.parametrize(
    ("content", "form"),
    [
        (b"x\xff\n", {"raw_base64": "eP8K", "octets": 3}),
        (b"{]}", {"raw": "{]}", "octets": 3}),
        (b"x" * 9999, {"raw": "x" * 4096, "octets": 9999}),
        (b"x" * (LONGEST_ROW + 1), {"raw": "x" * 4096}),
    ],
)
def test_the_octets_of_a_bad_row_are_kept(
    content: bytes, form: dict[str, object], tmp_path: Path
) -> None:
    (bad,) = read(tmp_path, "jsonl", content)
    assert isinstance(bad, BadRow)
    told = {"source": str(tmp_path / "in"), "row": 1, "wrong": bad.wrong}
    assert bad.to_dict() == {**told, **form}


# Files that are cut off, damaged, or made to take time.


@pytest.mark.parametrize("part", [0.01, 0.3, 0.999])
def test_a_truncated_gzip_keeps_what_was_good(part: float, tmp_path: Path) -> None:
    """Every whole line before the cut is read."""
    content = gzip.compress(LINES.encode(), mtime=0)
    cut = content[: int(len(content) * part)]
    *good, damage = in_short(read(tmp_path, "lines", cut))
    *whole, _ = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(cut).decode().split("\n")
    assert good == whole
    assert damage.startswith(f"damaged: after row {len(whole)}: Compressed file ended before")


def test_a_damaged_gzip_keeps_what_was_good(tmp_path: Path) -> None:
    content = bytearray(gzip.compress(LINES.encode(), mtime=0))
    content[len(content) // 2 : len(content) // 2 + 50] = b"\xff" * 50
    *good, damage = in_short(read(tmp_path, "lines", bytes(content)))
    assert len(good) > 1000
    assert damage.startswith(f"damaged: after row {len(good)}: ")
    (damage,) = in_short(read(tmp_path, "lines", bytes(content[:2])))
    assert damage.startswith("damaged: : Compressed file ended before")


def test_quotes_that_never_close_take_linear_time(tmp_path: Path) -> None:
    """Each line opens a field, and none closes one; the number of lines read again is bounded."""
    count = 5_000
    lines = 0

    def count_lines(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal lines
        lines += event == "call" and frame.f_code.co_name == "__next__"

    sys.setprofile(count_lines)
    try:
        found = read(tmp_path, "csv", b"base,reference\n" + b'a",,"c\n' * count)
    finally:
        sys.setprofile(None)
    assert found
    assert not references(found)
    assert lines < 5 * count


def test_a_field_longer_than_a_row_is_set_aside(tmp_path: Path) -> None:
    """At least its first line is; the rest is read as if that line were missing."""
    field = f"{'x' * 1000}\n" * 1_100
    text = f'base,reference\n{BASE},"{field}"\n{BASE},g\n'
    first, *_, last = in_short(read(tmp_path, "csv", text.encode()))
    assert (first, last) == (f"row 1: {UNCLOSED}", "g")
