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
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from inputs import any_text

from hexapla.corpus.batches import batches_in
from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import LONGEST_ROW, BadRow, Damage, Item, Pair, Settings

BASE = "http://a/b"
ONE_BASE = Settings(base=BASE)
TWO_FIELDS = Settings()
unhurried = settings(
    suppress_health_check=[*settings().suppress_health_check, HealthCheck.function_scoped_fixture]
)
encodable = st.text(st.characters(codec="utf-8"), max_size=20)


def items(path: Path, name: str, told: Settings = TWO_FIELDS) -> list[Item]:
    with path.open("rb") as file:
        return list(FORMATS[name].items(file, str(path), told))


def pairs(found: list[Item]) -> list[tuple[int, str, str]]:
    assert all(isinstance(item, Pair) for item in found), found
    return [(item.row, item.base, item.reference) for item in found if isinstance(item, Pair)]


def wrongs(found: list[Item]) -> list[tuple[int, str]]:
    return [(item.row, item.wrong) for item in found if isinstance(item, BadRow)]


@unhurried
@given(st.lists(st.tuples(any_text, any_text), max_size=8))
def test_a_pair_survives_json_lines(tmp_path: Path, wanted: list[tuple[str, str]]) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text(
        "".join(json.dumps({"base": b, "reference": r, "more": 1}) + "\n" for b, r in wanted)
    )
    found = pairs(items(path, "jsonl"))
    assert found == [(row, b, r) for row, (b, r) in enumerate(wanted, 1)]


@unhurried
@given(
    st.lists(st.tuples(encodable, encodable), max_size=8),
    st.sampled_from(["csv", "tsv"]),
    st.booleans(),
)
def test_a_pair_survives_csv(
    tmp_path: Path, wanted: list[tuple[str, str]], name: str, quoted: bool
) -> None:
    text = io.StringIO(newline="")
    writer = csv.writer(
        text,
        delimiter="," if name == "csv" else "\t",
        quoting=csv.QUOTE_ALL if quoted else csv.QUOTE_MINIMAL,
    )
    writer.writerow(["reference", "other", "base"])
    writer.writerows([r, "x", b] for b, r in wanted)
    path = tmp_path / f"in.{name}"
    path.write_text(text.getvalue(), "utf-8", newline="")
    found = pairs(items(path, name))
    assert found == [(row, b, r) for row, (b, r) in enumerate(wanted, 1)]


@unhurried
@given(st.lists(encodable.filter(lambda text: "\n" not in text and not text.endswith("\r"))))
def test_a_line_survives(tmp_path: Path, wanted: list[str]) -> None:
    path = tmp_path / "in.txt"
    path.write_text("".join(f"{text}\n" for text in wanted), "utf-8", newline="")
    found = pairs(items(path, "lines", ONE_BASE))
    assert found == [(row, BASE, text) for row, text in enumerate(wanted, 1)]


@unhurried
@given(st.text(alphabet='a",\n\r\x00é', max_size=60), st.integers(1, 4), st.sampled_from("jlc"))
def test_the_batches_of_files_are_their_rows(
    tmp_path: Path, text: str, rows: int, initial: str
) -> None:
    """Rows are numbered through, good ones and bad ones, in each file from 1."""
    name = {"j": "jsonl", "l": "lines", "c": "csv"}[initial]
    path = tmp_path / "in"
    path.write_bytes(("base,reference\n" if name == "csv" else "").encode() + text.encode())
    told = ONE_BASE if name == "lines" else TWO_FIELDS
    whole = items(path, name, told)
    assert [item.row for item in whole if not isinstance(item, Damage)] == [
        *range(1, len(whole) + 1)
    ]
    batches = list(batches_in([(str(path), name)] * 2, told, rows))
    read = [item for batch in batches for item in batch.items()]
    assert read == [item for item in whole if isinstance(item, Pair)] * 2
    aside = [item for batch in batches for item in batch.set_aside]
    assert aside == [item for item in whole if not isinstance(item, Pair)] * 2
    sizes = [batch.pairs.num_rows + len(batch.set_aside) for batch in batches]
    assert sizes[:-1] == [rows] * (len(batches) - 1)
    assert not batches or sum(batch.octets for batch in batches) == 2 * path.stat().st_size


def test_a_lone_surrogate_is_no_text_of_a_batch(tmp_path: Path) -> None:
    path = tmp_path / "in.jsonl"
    path.write_text("".join(json.dumps({"base": BASE, "reference": r}) + "\n" for r in "a\ud800é"))
    (batch,) = batches_in([(str(path), "jsonl")], TWO_FIELDS, 10)
    assert [(pair.row, pair.reference) for pair in batch.items()] == [(1, "a"), (3, "é")]
    (bad,) = batch.set_aside
    assert isinstance(bad, BadRow)
    assert (bad.row, bad.wrong) == (2, "it has a lone surrogate, which is no text")
    assert json.loads(str(bad.to_dict()["raw"])) == {"base": BASE, "reference": "\ud800"}


def test_rows_that_are_large_make_small_batches(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_text(f"{'x' * 1_000_000}\n" * 20)
    batches = list(batches_in([(str(path), "lines")], ONE_BASE, 1000))
    assert [batch.pairs.num_rows for batch in batches] == [9, 9, 2]


@unhurried
@given(st.lists(encodable.filter(str.isprintable)))
def test_a_broken_quote_is_one_bad_row(tmp_path: Path, texts: list[str]) -> None:
    rows = [f"{BASE},x{number}\n" for number in range(len(texts))]
    path = tmp_path / "in.csv"
    path.write_text('base,reference\n"open,g\n' + "".join(rows), "utf-8")
    found = items(path, "csv")
    assert wrongs(found) == [(1, "a quote opens a field and none closes it")]
    assert [item.reference for item in found if isinstance(item, Pair)] == [
        f"x{number}" for number in range(len(texts))
    ]


def test_a_quote_within_a_field_does_not_open_it(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text(f'base,reference\n{BASE},a"b\n{BASE},c\n')
    assert pairs(items(path, "csv")) == [(1, BASE, 'a"b'), (2, BASE, "c")]


def test_the_empty_reference_is_kept(tmp_path: Path) -> None:
    """Must hold: it survives every format."""
    contents = {
        "lines": (b"g\n\r\n\n", [2, 3]),
        "jsonl": (json.dumps({"base": BASE, "reference": ""}).encode(), [1]),
        "csv": (f'base,reference\n{BASE},\n{BASE},""\r\n'.encode(), [1, 2]),
        "tsv": (f"reference\tbase\n\t{BASE}\n".encode(), [1]),
    }
    for name, (content, rows) in contents.items():
        path = tmp_path / "in"
        path.write_bytes(content)
        found = pairs(items(path, name, ONE_BASE if name == "lines" else TWO_FIELDS))
        assert [row for row, base, text in found if (base, text) == (BASE, "")] == rows, name


def test_an_empty_line_is_the_empty_reference_in_one_field(tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_text("reference\ng\n\n")
    assert pairs(items(path, "csv", ONE_BASE)) == [(1, BASE, "g"), (2, BASE, "")]


@pytest.mark.parametrize(
    ("name", "row", "wrong"),
    [
        ("jsonl", "", "the row is no JSON: Expecting value"),
        ("jsonl", "{", "the row is no JSON"),
        ("jsonl", "[" * 100_000, "too deep"),
        ("jsonl", "9" * 5000, "the row is no JSON"),
        ("jsonl", '["a", "b"]', "the row is no JSON object"),
        ("jsonl", '{"base": "http://a"}', "the row has no 'reference'"),
        ("jsonl", '{"base": null, "reference": ""}', "'base' is no text"),
        ("jsonl", '{"base": "http://a", "reference": 1}', "'reference' is no text"),
        ("csv", "a", "the row has 1 fields, the header 2"),
        ("csv", "a,b,c", "the row has 3 fields, the header 2"),
        ("csv", '"a"b,c', "the row is no CSV"),
        ("csv", "", "the row has 0 fields, the header 2"),
    ],
)
def test_a_bad_row_is_set_aside_alone(name: str, row: str, wrong: str, tmp_path: Path) -> None:
    good = json.dumps({"base": BASE, "reference": "g"}) if name == "jsonl" else f"{BASE},g"
    path = tmp_path / "in"
    header = "base,reference\n" if name == "csv" else ""
    path.write_text(f"{header}{good}\n{row}\n{good}\n")
    first, bad, last = items(path, name)
    assert (first, last) == (Pair(str(path), 1, BASE, "g"), Pair(str(path), 3, BASE, "g"))
    assert isinstance(bad, BadRow)
    assert bad.row == 2
    assert wrong in bad.wrong
    form = bad.to_dict()
    assert form["octets"] == len(row) + 1
    assert str(form["raw"])[:4096] == (row + "\n")[:4096]


def test_octets_that_are_no_utf_8_are_kept(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes(b"g\nx\xff\n\xc3\xa9\n")
    first, bad, last = items(path, "lines", ONE_BASE)
    assert (first, last) == (Pair(str(path), 1, BASE, "g"), Pair(str(path), 3, BASE, "é"))
    assert isinstance(bad, BadRow)
    assert bad.to_dict() == {
        "source": str(path),
        "row": 2,
        "wrong": "octet 1 of the row is no UTF-8",
        "raw_base64": "eP8K",
        "octets": 3,
    }


@pytest.mark.parametrize("name", ["lines", "jsonl", "csv"])
def test_a_line_of_ten_megabytes_is_set_aside_alone(name: str, tmp_path: Path) -> None:
    path = tmp_path / "in"
    good = {"lines": "g", "jsonl": json.dumps({"base": BASE, "reference": "g"})}.get(
        name, f"{BASE},g"
    )
    header = "base,reference\n" if name == "csv" else ""
    path.write_text(f"{header}{good}\n{'x' * 10_000_000}\n{good}\n")
    found = items(path, name, ONE_BASE if name == "lines" else TWO_FIELDS)
    wrong = f"the row has 10000001 octets, more than {LONGEST_ROW}"
    assert wrongs(found) == [(2, wrong)]
    assert [(item.row, item.reference) for item in found if isinstance(item, Pair)] == [
        (1, "g"),
        (3, "g"),
    ]
    (bad,) = (item for item in found if isinstance(item, BadRow))
    assert bad.to_dict()["octets"] == 10_000_001
    assert len(str(bad.to_dict())) < 5000


@pytest.mark.parametrize("charset", ["utf-16", "utf-16-le", "utf-16-be", "utf-8-sig"])
def test_a_file_with_a_mark_is_read(charset: str, tmp_path: Path) -> None:
    mark = {"utf-16-le": codecs.BOM_UTF16_LE, "utf-16-be": codecs.BOM_UTF16_BE}.get(charset, b"")
    path = tmp_path / "in.csv"
    text = f"base,reference\r\n{BASE},é\U0001f600ਊ\r\n{BASE},\r\n"
    path.write_bytes(mark + text.encode(charset))
    assert pairs(items(path, "csv")) == [(1, BASE, "é\U0001f600ਊ"), (2, BASE, "")]


def test_utf_16_that_ends_within_a_character_keeps_what_was_good(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes("g\n?y\nx".encode("utf-16") + b"\x00")
    found = items(path, "lines", ONE_BASE)
    assert [item.reference for item in found if isinstance(item, Pair)] == ["g", "?y"]
    assert "ends within a character" in str(found[-1])


def test_utf_16_with_a_lone_surrogate_has_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "in.txt"
    path.write_bytes("g\nx\ud800y\nh\n".encode("utf-16", "surrogatepass"))
    found = items(path, "lines", ONE_BASE)
    assert wrongs(found) == [(2, "octet 1 of the row is no UTF-8")]
    assert [item.reference for item in found if isinstance(item, Pair)] == ["g", "h"]


def test_nul_is_kept(tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.write_bytes(f"base,reference\n{BASE},a\0b\n".encode())
    assert pairs(items(path, "csv")) == [(1, BASE, "a\0b")]
    path.write_bytes(b"a\0b\n\0\n")
    assert pairs(items(path, "lines", ONE_BASE)) == [(1, BASE, "a\0b"), (2, BASE, "\0")]


@pytest.mark.parametrize("name", ["jsonl", "csv", "tsv", "lines"])
def test_an_empty_file_has_no_rows(name: str, tmp_path: Path) -> None:
    path = tmp_path / "in"
    path.touch()
    assert items(path, name, ONE_BASE) == []


@pytest.mark.parametrize("name", ["jsonl", "csv", "tsv", "lines"])
@pytest.mark.parametrize(
    ("content", "ending"),
    [(gzip.compress(b"", mtime=0), ".gz"), (codecs.BOM_UTF8, ""), (codecs.BOM_UTF16_LE, "")],
    ids=["gzip", "utf-8-mark", "utf-16-mark"],
)
def test_a_file_of_nothing_but_its_wrapping_has_no_rows(
    name: str, content: bytes, ending: str, tmp_path: Path
) -> None:
    path = tmp_path / f"in.{name}{ending}"
    path.write_bytes(content)
    assert items(path, name, ONE_BASE) == []


@pytest.mark.parametrize(
    ("header", "wrong"),
    [
        ("base,ref", "has no field 'reference'; there is: 'base', 'ref'"),
        ("base,reference,base", "has two fields 'base'"),
        ('"a"b', "can't be read"),
        ("base,\xff", "octet 5 of the row is no UTF-8"),
    ],
)
def test_a_header_without_the_fields_is_refused(header: str, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "in.csv"
    path.write_bytes(header.encode("latin-1") + b"\na,b\n")
    (found,) = items(path, "csv")
    assert isinstance(found, Damage)
    assert wrong in found.wrong
    assert found.place == "the header"


def gzipped(path: Path, text: str) -> bytes:
    path.write_bytes(gzip.compress(text.encode()))
    return path.read_bytes()


LINES = "".join(f"{number:05}?y\n" for number in range(40_000))


@pytest.mark.parametrize("part", [0.01, 0.3, 0.999])
def test_a_truncated_gzip_keeps_what_was_good(part: float, tmp_path: Path) -> None:
    """Every whole line before the place is there, the one that is cut is set aside."""
    path = tmp_path / "in.txt.gz"
    content = gzipped(path, LINES)
    path.write_bytes(content[: int(len(content) * part)])
    found = items(path, "lines", ONE_BASE)
    good = [item.reference for item in found if isinstance(item, Pair)]
    readable = zlib.decompressobj(zlib.MAX_WBITS | 16).decompress(path.read_bytes())
    *whole, rest = readable.decode().split("\n")
    assert good == whole
    assert wrongs(found) == ([(len(good) + 1, "the row is cut off")] if rest else [])
    damage = found[-1]
    assert isinstance(damage, Damage)
    assert damage.wrong == "the compressed file is cut off"
    assert damage.place.endswith(f"octet {len(readable)}")


def test_a_damaged_gzip_keeps_what_was_good(tmp_path: Path) -> None:
    path = tmp_path / "in.txt.gz"
    content = bytearray(gzipped(path, LINES))
    content[len(content) // 2 : len(content) // 2 + 50] = b"\xff" * 50
    path.write_bytes(content)
    found = items(path, "lines", ONE_BASE)
    assert len(found) > 1000
    assert isinstance(found[-1], Damage)


@pytest.mark.parametrize("content", [b"", b"\x1f\x8b", b"no gzip"], ids=["empty", "cut", "none"])
def test_a_file_that_is_no_gzip_is_damaged(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.txt.gz"
    path.write_bytes(content)
    found = items(path, "lines", ONE_BASE)
    assert [type(item) for item in found] == ([Damage] if content else [])


# What is made to take time or memory.


@pytest.mark.parametrize("name", ["in.jsonl", "in.csv", "in.txt"])
def test_a_reference_of_half_a_megabyte_is_read(name: str, tmp_path: Path) -> None:
    long = "x" * 500_000
    text = {
        "in.jsonl": json.dumps({"base": BASE, "reference": long}),
        "in.csv": f"base,reference\n{BASE},{long}",
        "in.txt": long,
    }[name]
    path = tmp_path / name
    path.write_text(text + "\n")
    kind = {"in.jsonl": "jsonl", "in.csv": "csv", "in.txt": "lines"}[name]
    assert items(path, kind, ONE_BASE) == [Pair(str(path), 1, BASE, long)]


def test_quotes_that_never_close_take_linear_time(tmp_path: Path) -> None:
    """Each of these lines opens a field, and none closes one; what is read again is bounded."""
    count = 5_000
    path = tmp_path / "in.csv"
    path.write_text("base,reference\n" + 'a",,"c\n' * count)
    lines = 0

    def count_lines(frame: FrameType, event: str, _argument: object) -> None:
        nonlocal lines
        lines += event == "call" and frame.f_code.co_name == "__next__"

    sys.setprofile(count_lines)
    try:
        found = items(path, "csv")
    finally:
        sys.setprofile(None)
    assert found
    assert not pairs([item for item in found if isinstance(item, Pair)])
    assert lines < 5 * count


def test_a_field_longer_than_a_row_is_set_aside(tmp_path: Path) -> None:
    """Its first line, at least; what follows is read as if that were not there."""
    path = tmp_path / "in.csv"
    long = f"{'x' * 1000}\n" * 1_100
    path.write_text(f'base,reference\n{BASE},"{long}"\n{BASE},g\n')
    first, *_, last = items(path, "csv")
    assert isinstance(first, BadRow)
    assert first.wrong == "a quote opens a field and none closes it"
    assert isinstance(last, Pair)
    assert last.reference == "g"
