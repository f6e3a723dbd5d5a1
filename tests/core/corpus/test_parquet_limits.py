"""Parquet that is made to take memory: what is too large is told, and all the rest is read."""

import io
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
from command_line import counts_peaks, peak_of_code
from hypothesis import given
from hypothesis import strategies as st

from hexapla.corpus import parquet_pages
from hexapla.corpus.formats import formats, items_in
from hexapla.corpus.pair import LONGEST_ROW, BadRow, Damage, Item, Pair
from hexapla.corpus.parquet_pages import ColumnPages, Page, check_footer, rows_at_a_time
from hexapla.corpus.source import Settings, SourceError
from hexapla.corpus.thrift import ThriftError, ThriftReader

BASE = "http://a/b/c/d;p?q"
DICTIONARY, DATA, PLAIN, OF_DICTIONARY, DELTA = 2, 0, 0, 8, 7


def items(path: Path, base: str | None = BASE) -> list[Item]:
    found = formats()["parquet"].pieces(str(path), 1000)
    return [item for piece in found for item in items_in(piece, Settings(base=base))]


def repeated(path: Path, text: str, count: int) -> Path:
    """Write one text many times: a dictionary, and hardly an octet a row."""
    column = pa.DictionaryArray.from_arrays(pa.array([0] * count, pa.int32()), pa.array([text]))
    pq.write_table(pa.table({"reference": column}), path, compression="gzip", store_schema=False)
    return path


@pytest.mark.parametrize("dictionary", [True, False])
def test_a_reference_of_ten_megabytes_is_set_aside_alone(dictionary: bool, tmp_path: Path) -> None:
    """It is, as in the other formats."""
    path, long = tmp_path / "in.parquet", "x" * 10_000_000
    table = pa.table({"reference": ["a", long, "b", "é" * (LONGEST_ROW // 2)]})
    pq.write_table(table, path, use_dictionary=dictionary)
    first, second, third, fourth = items(path)
    assert (first, third) == (Pair(str(path), 1, BASE, "a"), Pair(str(path), 3, BASE, "b"))
    wrong = f"the row has 10000000 octets, more than {LONGEST_ROW}"
    assert second == BadRow(str(path), 2, wrong, b"x" * 4096, 10_000_000)
    assert isinstance(fourth, BadRow)  # by as much as the base has
    assert fourth.wrong.endswith(f"{LONGEST_ROW + len(BASE)} octets, more than {LONGEST_ROW}")


def test_a_page_too_large_costs_its_row_group_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet_pages, "MOST_MEMORY", 100_000)
    path = tmp_path / "in.parquet"
    table = pa.table({"reference": ["a", "b", "x" * 200_000, "c", "d", "e"]})
    pq.write_table(table, path, row_group_size=2)
    found = items(path)
    assert [item.reference for item in found if isinstance(item, Pair)] == ["a", "b", "d", "e"]
    (damage,) = (item for item in found if isinstance(item, Damage))
    assert damage.place == "after row 2, row group 2"
    assert damage.wrong.startswith("reading it takes")


@counts_peaks
def test_memory_is_bounded_whatever_a_value_expands_to(tmp_path: Path) -> None:
    """A kilobyte of the file stands for 400 MB of references."""
    path = repeated(tmp_path / "in.parquet", "x" * 1_000_000, 400)
    assert path.stat().st_size < 2000
    code = (
        "import sys\n"
        "from hexapla.corpus.formats import formats, items_in\n"
        "from hexapla.corpus.source import Settings\n"
        "pieces = formats()['parquet'].pieces(sys.argv[1], 1000)\n"
        "count = sum(1 for piece in pieces for _ in items_in(piece, Settings(base='http://a/')))\n"
        "assert count == 400\n"
    )
    assert peak_of_code(code, str(path)) < 250 * 1024


def test_a_row_group_with_fewer_rows_than_it_says_is_told(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"reference": ["a"] * 50}), path, use_dictionary=False)
    (piece,) = formats()["parquet"].pieces(str(path), 1000)
    told = type(piece)(piece.source, piece.format, piece.octets, 1, 0, 60, 0)
    found = list(items_in(told, Settings(base=BASE)))
    assert len(found) == 51
    assert isinstance(found[-1], Damage)
    assert found[-1].wrong == "it has fewer rows than it says"


_ENCODINGS = ["DELTA_LENGTH_BYTE_ARRAY", "DELTA_BYTE_ARRAY"]


@pytest.mark.parametrize("encoding", _ENCODINGS)
@pytest.mark.parametrize("compression", ["none", "snappy", "zstd", "gzip", "brotli", "lz4"])
@pytest.mark.parametrize("version", ["1.0", "2.0"])
def test_texts_with_lengths_as_deltas_are_read(
    encoding: str, compression: str, version: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.parquet"
    references = [None if number % 7 == 3 else "x" * (number % 300) for number in range(1500)]
    pq.write_table(
        pa.table({"reference": references}),
        path,
        use_dictionary=False,
        compression=compression,
        data_page_version=version,
        data_page_size=1000,
        column_encoding={"reference": encoding},
    )
    found = items(path)
    assert [item.reference if isinstance(item, Pair) else None for item in found] == references


@pytest.mark.parametrize("encoding", _ENCODINGS)
def test_more_lengths_than_values_are_refused(encoding: str, tmp_path: Path) -> None:
    """Fourteen octets stand for half a thousand million lengths, and 2 GB of memory."""
    path = tmp_path / "in.parquet"
    pq.write_table(
        pa.table({"reference": ["abcd"] * 300}),
        path,
        use_dictionary=False,
        compression="none",
        write_statistics=False,
        column_encoding={"reference": encoding},
    )
    content = bytearray(path.read_bytes())
    place = content.index(b"\x80\x01\x04\xac\x02")
    lengths = b"\x80\x80\x80\x80\x02\x01\xff\xff\xff\xff\x01\x08\0\0"
    content[place : place + len(lengths)] = lengths
    path.write_bytes(content)
    (damage,) = items(path)
    assert isinstance(damage, Damage)
    assert damage.wrong == "a page has not as many lengths as it says"


# The memory that pages take.


def column(*pages: Page, longest: int | None = None) -> ColumnPages:
    return ColumnPages(
        tuple(page for page in pages if page.kind == DICTIONARY),
        tuple(page for page in pages if page.kind != DICTIONARY),
        longest,
    )


@pytest.mark.parametrize(
    ("pages", "rows"),
    [
        (column(), 1000),
        (column(Page(DATA, 1 << 20, 1 << 20, 20_000, PLAIN)), 1000),
        (column(*[Page(DATA, 99, 1 << 20, 100, PLAIN)] * 20), 1000),
        (column(*[Page(DATA, 99, 1 << 20, 10, PLAIN)] * 200), 125),
        (column(Page(DICTIONARY, 9, 1 << 20, 9, PLAIN), Page(DATA, 9, 9, 99, OF_DICTIONARY)), 15),
        (
            column(
                *(Page(DICTIONARY, 9, 1 << 20, 9, PLAIN), Page(DATA, 9, 9, 99, OF_DICTIONARY)),
                longest=100,
            ),
            1000,
        ),
        (column(Page(DATA, 9, 1 << 20, 99, DELTA)), 15),
    ],
)
def test_rows_are_read_as_many_at_a_time_as_memory_allows(pages: ColumnPages, rows: int) -> None:
    assert rows_at_a_time([pages]) == rows


@given(
    st.lists(st.tuples(st.integers(1, 9), st.integers(1, 9)), min_size=1, max_size=9),
    st.integers(1, 20),
)
def test_no_rows_in_succession_have_more_than_is_reckoned(
    sizes: list[tuple[int, int]], rows: int
) -> None:
    """A page counts in full for each window of values that reaches it."""
    owners = [number for number, (_, values) in enumerate(sizes) for _ in range(values)]
    windows = [set(owners[at : at + rows]) for at in range(len(owners))]
    most = max(sum(sizes[number][0] for number in window) for window in windows)
    pages = column(*(Page(DATA, 0, octets, values, PLAIN) for octets, values in sizes))
    assert pages.with_rows(rows) >= most


def test_a_dictionary_counts_by_its_values_too() -> None:
    pages = column(Page(DICTIONARY, 9, 99, 1 << 30, PLAIN), Page(DATA, 9, 9, 99, OF_DICTIONARY))
    with pytest.raises(SourceError, match=r"reading it takes 1718\d{7} octets"):
        rows_at_a_time([pages])


# The footer.


def with_footer(path: Path, footer: bytes) -> str:
    path.write_bytes(b"PAR1" + footer + len(footer).to_bytes(4, "little") + b"PAR1")
    return str(path)


@pytest.mark.parametrize(
    ("footer", "wrong"),
    [
        # A list of a million empty structs, in two field numbers.
        (b"\x19\xfc\xc0\x84\x3d" + b"\0" * 1_000_000 + b"\0", "too many columns or row groups"),
        (b"\x19\xfc\xff\xff\xff\xff\x0f", "in its footer, it ends too early"),
        (b"\x1c" * 1000, "in its footer, its structs are nested too deep"),
        (b"\x19\x19\x19\x19", "in its footer, it has a list within a list"),
    ],
)
def test_a_footer_that_takes_much_memory_is_refused(
    footer: bytes, wrong: str, tmp_path: Path
) -> None:
    with pytest.raises(SourceError, match=wrong):
        check_footer(with_footer(tmp_path / "in.parquet", footer))


def test_the_footer_of_a_wide_file_is_accepted(tmp_path: Path) -> None:
    path = tmp_path / "in.parquet"
    pq.write_table(pa.table({"reference": ["g"], **{f"c{n}": [n] for n in range(300)}}), path)
    assert items(path) == [Pair(str(path), 1, BASE, "g")]


@pytest.mark.parametrize(
    "octets", [b"", b"\x15", b"\x15\xff", b"\x18\x7f\0", b"\x1e", b"\x15" + b"\xff" * 11]
)
def test_what_is_no_struct_is_told(octets: bytes) -> None:
    with pytest.raises(ThriftError):
        ThriftReader(io.BytesIO(octets), len(octets)).struct()


@given(st.binary(max_size=60))
def test_any_octets_are_read_or_refused(octets: bytes) -> None:
    try:
        fields = ThriftReader(io.BytesIO(octets), len(octets)).struct()
    except ThriftError:
        return
    assert all(isinstance(number, int) for number in fields)
