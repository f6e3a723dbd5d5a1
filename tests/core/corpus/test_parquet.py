"""Parquet as a source: its rows, damage that costs only a row group, and the memory it takes."""

from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import encodable
from sources import BASE, ONE_BASE, in_short, items_of

from hexapla.corpus import parquet
from hexapla.corpus.source import LONGEST_ROW, TOO_LONG, BadRow, Pair, SourceError


def read(path: Path, references: object, **options: object) -> list[str]:
    """Return the items read from a file with some references and one base."""
    pq.write_table(pa.table({"reference": references}), path, **options)
    return in_short(items_of(path, "parquet", ONE_BASE))


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "in.parquet"


@given(st.lists(encodable, min_size=1, max_size=30), st.integers(1, 12))
def test_every_row_is_read_once(path: Path, references: list[str], group: int) -> None:
    """The sizes of the row groups do not matter."""
    bases = [f"http://{number}/" for number in range(len(references))]
    table = pa.table({"n": range(len(bases)), "reference": references, "base": bases})
    pq.write_table(table, path, row_group_size=group)
    pairs = enumerate(zip(bases, references, strict=True), 1)
    assert items_of(path, "parquet") == [Pair(str(path), row, *pair) for row, pair in pairs]


NULL = "'reference' is null"
TYPES = [
    (pa.array(["", None, "g"], type_), ["", f"row 2: {NULL}", "g"])
    for type_ in (pa.string(), pa.large_string(), pa.string_view())
]
COLUMNS = [
    *TYPES,
    (pa.array([None], pa.null()), [f"row 1: {NULL}"]),
    (pa.array(["g", "", "g"]).dictionary_encode(), ["g", "", "g"]),
    (
        pa.Array.from_buffers(pa.string(), 3, pa.array([b"g", b"\xff", b"h"]).buffers()),
        ["g", "row 2: 'reference' isn't valid UTF-8", "h"],
    ),
    (pa.array([1]), ["damaged: : field 'reference' holds int64 instead of text"]),
]


def test_a_field_of_text_is_read(path: Path) -> None:
    for column, wanted in COLUMNS:
        assert read(path, column) == wanted, column.type
    assert in_short(items_of(path, "parquet")) == [
        "damaged: : it must have exactly one field 'base'. Available: 'reference'"
    ]


def test_the_octets_that_are_no_utf_8_are_kept(path: Path) -> None:
    read(path, COLUMNS[-2][0])
    _, bad, _ = items_of(path, "parquet", ONE_BASE)
    assert bad == BadRow("'reference' isn't valid UTF-8", b"\xff", 1, str(path), 2)


@pytest.mark.parametrize("encoding", ["PLAIN", "DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_every_encoding_is_read(encoding: str, version: str, path: Path) -> None:
    references = ["x" * (number % 300) for number in range(1500)]
    for compression in ("none", "snappy", "zstd", "gzip", "brotli", "lz4"):
        found = read(
            path,
            references,
            use_dictionary=False,
            compression=compression,
            data_page_version=version,
            data_page_size=1000,
            column_encoding={"reference": encoding},
        )
        assert found == references, compression


def test_a_corrupt_page_costs_its_row_group_alone(path: Path) -> None:
    references = [f"?{number}" for number in range(4000)]
    read(path, references, row_group_size=1000)
    place = pq.read_metadata(path).row_group(2).column(0).data_page_offset
    content = bytearray(path.read_bytes())
    content[place : place + 400] = b"\xff" * 400
    path.write_bytes(content)
    found = items_of(path, "parquet", ONE_BASE)
    good = [(item.row, item.reference) for item in found if isinstance(item, Pair)]
    assert good == [
        (row, text) for row, text in enumerate(references, 1) if row - 1 not in range(2000, 3000)
    ]
    assert in_short(found)[2000].startswith("damaged: after row 2000, row group 3: ")


# Files that are cut off, or made to use up memory. The footers: a list of over a million empty
# structs; a list with an impossible number of structs; structs within structs.


def with_footer(footer: bytes) -> bytes:
    return b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1"


MILLIONS = b"\x19\xfc\xc1\x84\x3d" + b"\0" * 1_000_001 + b"\0"
FOOTERS = [MILLIONS, b"\x19\xfc\xff\xff\xff\xff\x0f", b"\x1c" * 100_000, b"\x19\x19\x19\x19"]


def test_a_file_without_a_footer_that_can_be_read_is_refused(path: Path) -> None:
    read(path, ["g"] * 50)
    content = path.read_bytes()
    cut = [content[: int(len(content) * part)] for part in (0, 0.3, 0.99)]
    for wrong in (*cut, *map(with_footer, FOOTERS)):
        path.write_bytes(wrong)
        (damage,) = in_short(items_of(path, "parquet", ONE_BASE))
        assert damage.startswith("damaged: : it isn't a readable Parquet file"), wrong[:50]
    with path.open("wb") as file:
        file.truncate(100 << 20)
        file.seek(-8, 2)
        file.write((65 << 20).to_bytes(4, "little") + b"PAR1")
    (damage,) = in_short(items_of(path, "parquet", ONE_BASE))
    assert (
        damage == f"damaged: : its footer has {65 << 20} bytes, more than the limit of {64 << 20}"
    )


def test_the_footer_of_a_wide_file_is_accepted(path: Path) -> None:
    pq.write_table(pa.table({"reference": ["g"], **{f"c{n}": [n] for n in range(300)}}), path)
    assert in_short(items_of(path, "parquet", ONE_BASE)) == ["g"]


@pytest.mark.parametrize("dictionary", [True, False])
def test_a_long_reference_is_set_aside_alone(dictionary: bool, path: Path) -> None:
    longest = "é" * (LONGEST_ROW - len(BASE))
    found = read(
        path, ["a", "x" * 10_000_000, longest, "x" * LONGEST_ROW], use_dictionary=dictionary
    )
    assert found == ["a", f"row 2: {TOO_LONG}", longest, f"row 4: {TOO_LONG}"]


def test_a_row_group_that_says_that_it_is_too_large_is_left_out(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "_MOST_UNPACKED", 100_000)
    pq.write_table(
        pa.table({"reference": ["a", "b", "x" * 200_000, "c", "d", "e"]}), path, row_group_size=2
    )
    with path.open("rb") as file:
        *good, error, d, e = parquet.rows_of_parquet(file, ONE_BASE)
    assert [*good, d, e] == [(BASE, text) for text in "abde"]
    assert isinstance(error, SourceError)
    assert (str(error), error.place, error.rows) == (
        "field 'reference' has too many bytes after decompression: 200061",
        "row group 2",
        2,
    )


def test_a_byte_that_makes_the_library_abort(path: Path) -> None:
    """pyarrow 26.0.1 aborts on two of these footers; none of them is reported as a bad row."""
    pq.write_table(pa.table({"base": [BASE], "reference": ["g"]}), path)
    content = path.read_bytes()
    for place in range(150, 210):
        path.write_bytes(content[:place] + b"\x13" + content[place + 1 :])
        assert all(not isinstance(item, BadRow) for item in items_of(path, "parquet"))
    path.write_bytes(content)
    assert in_short(items_of(path, "parquet")) == ["g"]
