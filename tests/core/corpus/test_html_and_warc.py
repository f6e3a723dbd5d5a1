"""Pages as sources: HTML files, and WARC archives of them, whole and broken."""

import gzip
import itertools
import zlib
from pathlib import Path

import pytest
from command_line import counts_peaks, peak_of_code

from hexapla.corpus.formats import FORMATS
from hexapla.corpus.source import BadRow, Damage, Item, Pair, Settings

PAGE = b"<a href='?y'>1</a> <a href=''>2</a> <img src=' g;x '>"
HTML = "text/html; charset=utf-8"


def items(path: Path, name: str, base: str | None = None) -> list[Item]:
    with path.open("rb") as file:
        return list(FORMATS[name].items(file, str(path), Settings(base=base)))


def pairs(found: list[Item]) -> list[tuple[int, str, str]]:
    return [(item.row, item.base, item.reference) for item in found if isinstance(item, Pair)]


def archive(
    path: Path, *pages: tuple[str, bytes, str], compressed: bool, kind: str = "response"
) -> list[int]:
    """Write an archive; returns where its records begin, and where the last ends."""
    records = [_record("warcinfo", "", b"software: a test\r\n", "application/warc-fields")]
    for uri, payload, content_type in pages:
        if kind == "response":
            head = f"HTTP/1.0 200 OK\r\nContent-Type: {content_type}\r\n\r\n".encode()
            records.append(_record(kind, uri, head + payload, "application/http"))
        else:
            records.append(_record(kind, uri, payload, content_type))
    if compressed:
        records = [gzip.compress(record, mtime=0) for record in records]
    path.write_bytes(b"".join(records))
    return list(itertools.accumulate(map(len, records)))


def _record(kind: str, uri: str, block: bytes, content_type: str) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def test_the_rows_of_a_page_are_its_links(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    assert pairs(items(path, "html", "http://a/b")) == [
        (1, "http://a/b", "?y"),
        (2, "http://a/b", ""),
        (3, "http://a/b", " g;x "),
    ]
    path.write_bytes(b"<base href='http://x/'>" + PAGE)
    assert [base for _, base, _ in pairs(items(path, "html"))] == ["http://x/"] * 3


@pytest.mark.parametrize(
    ("content", "wrong"), [(PAGE, "the page has no base"), (b"\x89PNG\0", "this is a binary file")]
)
def test_a_page_without_a_base_is_told(content: bytes, wrong: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(content)
    (found,) = items(path, "html")
    assert isinstance(found, Damage)
    assert wrong in found.wrong


@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzip"])
@pytest.mark.parametrize("kind", ["response", "resource"])
def test_the_rows_of_an_archive_are_the_links_of_its_pages(
    compressed: bool, kind: str, tmp_path: Path
) -> None:
    path = tmp_path / "in.warc"
    archive(
        path,
        ("http://a/1", PAGE, HTML),
        ("http://a/2", PAGE, "image/png"),
        ("http://a/3", b"<base href='http://x/'>" + PAGE, "application/xhtml+xml"),
        ("http://a/4", "<a href='é'>".encode("latin-1"), "text/html; charset=iso-8859-1"),
        ("http://a/5", b"<a href='g'>", "text/html; charset=x-klingon"),
        ("http://a/6", b"<meta charset=utf-16><a href='g'>", "text/html"),
        ("http://a/7", b"<a href='g'>", "text/html; charset=idna"),
        compressed=compressed,
        kind=kind,
    )
    found = items(path, "warc")
    assert pairs(found) == [
        (1, "http://a/1", "?y"),
        (2, "http://a/1", ""),
        (3, "http://a/1", " g;x "),
        (4, "http://x/", "?y"),
        (5, "http://x/", ""),
        (6, "http://x/", " g;x "),
        (7, "http://a/4", "é"),
        (8, "http://a/5", "g"),
        (9, "http://a/6", "g"),
        (10, "http://a/7", "g"),
    ]
    assert len(found) == 10


def test_a_bad_page_does_not_stop_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    archive(
        path,
        ("http://a/1", PAGE, HTML),
        ("http://a/2", b"\0\1", "text/html"),
        ("http://a/3", b"<meta charset=undefined>" + PAGE, "text/html"),
        ("http://a/4", PAGE, HTML),
        compressed=False,
    )
    found = items(path, "warc")
    assert [(item.row, item.wrong) for item in found if isinstance(item, BadRow)] == [
        (
            4,
            "the links of http://a/2 can't be read: this is a binary file, not an HTML page;"
            " if it is one after all, name its --charset",
        ),
        (
            5,
            "the links of http://a/3 can't be read: the page says that it is in a charset"
            " unknown here: 'undefined' is no known charset; name another by --charset",
        ),
    ]
    assert [row for row, _, _ in pairs(found)] == [1, 2, 3, 6, 7, 8]


@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzip"])
def test_an_archive_cut_off_keeps_what_was_good(compressed: bool, tmp_path: Path) -> None:
    """Wherever it is cut but behind a record's content: what is whole is read, the cut is told."""
    path = tmp_path / "in.warc"
    pages = [(f"http://a/{number}", PAGE, HTML) for number in range(4)]
    places = archive(path, *pages, compressed=compressed)
    content = path.read_bytes()
    for size in range(places[1] + 1, places[3] + 40, 3):
        path.write_bytes(content[:size])
        found = items(path, "warc")
        whole = sum(place <= size for place in places[1:])
        rows = len(pairs(found))
        assert rows >= 3 * whole, size
        if not any(place - 12 <= size <= place for place in places):
            assert isinstance(found[-1], Damage), size
            assert "octet" in found[-1].place


@pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzip"])
def test_a_damaged_archive_is_told_and_keeps_what_was_good(
    compressed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "in.warc"
    pages = [(f"http://a/{number}", PAGE, HTML) for number in range(4)]
    places = archive(path, *pages, compressed=compressed)
    content = bytearray(path.read_bytes())
    content[places[2] : places[2] + 30] = b"x" * 30
    path.write_bytes(content)
    found = items(path, "warc")
    assert [row for row, _, _ in pairs(found)][:6] == [1, 2, 3, 4, 5, 6]
    assert isinstance(found[-1], Damage)


@pytest.mark.parametrize("content", [b"no archive", b"\x1f\x8b\x08no gzip"])
def test_a_file_that_is_no_archive_is_damaged(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.warc"
    path.write_bytes(content)
    (found,) = items(path, "warc")
    assert isinstance(found, Damage)
    assert capsys.readouterr() == ("", "")


# Messages that are made to take memory, or that are coded.


def response(uri: str, fields: str, content: bytes) -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n{fields}\r\n"
    return _record("response", uri, head.encode() + content, "application/http")


CHUNKS = b"4\r\n<a h\r\nD;x=y\r\nref='?y'>\r\n<a\r\n9\r\n href='#s\r\n2\r\n'>\r\n0\r\n\r\n"
WHOLE = b"<a href='?y'>\r\n<a href='#s'>"
PACKED = gzip.compress(WHOLE, mtime=0)


@pytest.mark.parametrize(
    ("fields", "content"),
    [
        ("", WHOLE),
        ("Transfer-Encoding: chunked\r\n", CHUNKS),
        ("Transfer-Encoding: chunked\r\n", WHOLE),
        ("Content-Encoding: gzip\r\n", PACKED),
        ("content-encoding: GZIP\r\n", PACKED),
        ("Content-Encoding: gzip\r\n", WHOLE),
        ("Content-Encoding: deflate\r\n", zlib.compress(WHOLE)),
        ("Content-Encoding: deflate\r\n", zlib.compress(WHOLE)[2:-4]),
        ("Content-Encoding: gzip\r\n", PACKED[:-4]),
        ("Transfer-Encoding: chunked\r\n", b"fffffff\r\n" + WHOLE),
        ("X: x\r\n" * 60_000, WHOLE),
        (
            "Content-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n",
            b"%x\r\n%s\r\n0\r\n\r\n" % (len(PACKED), PACKED),
        ),
    ],
)
def test_a_message_is_read_without_its_codings(fields: str, content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    path.write_bytes(response("http://a/1", fields, content) * 2)
    links = [("http://a/1", "?y"), ("http://a/1", "#s")] * 2
    assert pairs(items(path, "warc")) == [(row, *link) for row, link in enumerate(links, 1)]


@pytest.mark.parametrize("content", [PACKED[:-4] + b"1234", PACKED[1:]], ids=["damaged", "none"])
def test_a_message_that_is_no_text_is_one_bad_row(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    good = response("http://a/2", "", WHOLE)
    path.write_bytes(response("http://a/1", "Content-Encoding: gzip\r\n", content) + good)
    bad, *rest = items(path, "warc")
    assert isinstance(bad, BadRow)
    assert bad.wrong.startswith("the links of http://a/1 can't be read: this is a binary file")
    assert pairs(rest) == [(2, "http://a/2", "?y"), (3, "http://a/2", "#s")]
    assert len(rest) == 2


def test_what_no_archive_begins_with_is_told_in_short(tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    path.write_bytes(b"x" * 3_000_000)
    (damage,) = items(path, "warc")
    assert isinstance(damage, Damage)
    assert len(damage.wrong) < 300


@counts_peaks
def test_memory_does_not_grow_with_what_a_message_expands_to(tmp_path: Path) -> None:
    """A chunk of 33 MB, which is held once, and as much in gzip, in less than a megabyte."""
    path = tmp_path / "in.warc.gz"
    chunk = b"2000000\r\n" + b"x" * 0x2000000 + b"\r\n0\r\n\r\n"
    packed = gzip.compress(b"x" * 0x2000000, 1, mtime=0)
    chunked = response("http://a/1", "Transfer-Encoding: chunked\r\n", chunk)
    coded = response("http://a/2", "Content-Encoding: gzip\r\n", packed)
    path.write_bytes(gzip.compress(chunked, 1) + gzip.compress(coded, 1))
    code = (
        "import sys\n"
        "from hexapla.corpus.formats import FORMATS\n"
        "from hexapla.corpus.source import Settings\n"
        "items = FORMATS['warc'].items(open(sys.argv[1], 'rb'), sys.argv[1], Settings())\n"
        "assert list(items) == []\n"
    )
    assert peak_of_code(code, str(path)) < 120 * 1024
