"""Pages as sources: HTML files, and WARC archives of them, whole and broken."""

import gzip
import itertools
import sys
import zlib
from collections.abc import Callable
from pathlib import Path
from random import Random

import brotli
import pytest
from backports import zstd
from command_line import counts_peaks, peak_of_code
from sources import in_short, items_of

from hexapla.corpus.content_coding import decoded
from hexapla.corpus.source import Item, Pair, Settings
from hexapla.values.errors import DocumentError

PAGE = b"<a href='?y'>1</a> <a href=''>2</a> <img src=' g;x '>"
BASED = b"<base href='http://x/'>" + PAGE
REFERENCES = ("?y", "", " g;x ")
HTML = "text/html; charset=utf-8"
BINARY = (
    "this is a binary file, not an HTML page; if that is wrong, give its charset with --charset"
)


def pairs(found: list[Item]) -> list[tuple[str, str]]:
    assert all(getattr(item, "row", row) == row for row, item in enumerate(found, 1))
    return [(item.base, item.reference) for item in found if isinstance(item, Pair)]


def links_of(base: str) -> list[tuple[str, str]]:
    return [(base, reference) for reference in REFERENCES]


def record(kind: str, uri: str, block: bytes, content_type: str) -> bytes:
    head = (
        f"WARC/1.0\r\nWARC-Type: {kind}\r\nWARC-Target-URI: {uri}\r\n"
        f"Content-Type: {content_type}\r\nContent-Length: {len(block)}\r\n\r\n"
    )
    return head.encode() + block + b"\r\n\r\n"


def response(uri: str, content: bytes, content_type: str = "text/html", fields: str = "") -> bytes:
    head = f"HTTP/1.1 200 OK\r\nContent-Type: {content_type}\r\n{fields}\r\n"
    return record("response", uri, head.encode() + content, "application/http")


def archive(path: Path, *records: bytes, compressed: bool = False) -> list[int]:
    """Write an archive; return the offsets at which its records end."""
    info = record("warcinfo", "", b"software: a test\r\n", "application/warc-fields")
    members = [gzip.compress(each, 1, mtime=0) if compressed else each for each in (info, *records)]
    path.write_bytes(b"".join(members))
    return list(itertools.accumulate(map(len, members)))


FOUR = [response(f"http://a/{number}", PAGE, HTML) for number in range(4)]
COMPRESSED = pytest.mark.parametrize("compressed", [False, True], ids=["plain", "gzip"])


def test_the_rows_of_a_page_are_its_links(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    assert pairs(items_of(path, "html", Settings(base="http://a/b"))) == links_of("http://a/b")
    (no_base,) = in_short(items_of(path, "html"))
    assert no_base.startswith("row 1: the page can't be read: the page has no base; give the URL")
    path.write_bytes(BASED)
    assert pairs(items_of(path, "html")) == links_of("http://x/")
    path.write_bytes(b"\x89PNG\0")
    assert in_short(items_of(path, "html")) == [f"row 1: the page can't be read: {BINARY}"]


def test_css_that_cannot_be_read_is_a_bad_row(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    long_number = b"1" * 4_301
    path.write_bytes(b"<img srcset='a 1x, b 2x'>\n <p style='c: url(d) " + long_number + b"'>")
    assert in_short(items_of(path, "html", Settings(base="http://a/b"))) == [
        "a",
        "b",
        "row 3: the page can't be read at 2:2: the CSS has a number with more than 4,300 digits",
    ]


PAGES = [
    ("http://a/1", PAGE, HTML, links_of("http://a/1")),
    ("http://a/2", PAGE, "image/png", []),
    ("http://a/3", BASED, "application/xhtml+xml", links_of("http://x/")),
    (
        "http://a/4",
        "<a href='é'>".encode("latin-1"),
        "text/html; charset=iso-8859-1",
        [("http://a/4", "é")],
    ),
    ("http://a/5", b"<a href='g'>", "text/html; charset=x-klingon", [("http://a/5", "g")]),
    ("http://a/6", b"<meta charset=utf-16><a href='g'>", "text/html", [("http://a/6", "g")]),
    ("http://a/7", b"<a href='g'>", "text/html; charset=idna", [("http://a/7", "g")]),
]


@COMPRESSED
def test_the_rows_of_an_archive_are_the_links_of_its_pages(
    compressed: bool, tmp_path: Path
) -> None:
    path, wanted = tmp_path / "in.warc", [link for *_, links in PAGES for link in links]
    responses = (response(uri, page, type_) for uri, page, type_, _ in PAGES)
    archive(path, *responses, compressed=compressed)
    assert pairs(items_of(path, "warc")) == wanted
    resources = (record("resource", uri, page, type_) for uri, page, type_, _ in PAGES)
    archive(path, *resources, compressed=compressed)
    assert pairs(items_of(path, "warc")) == wanted


WHOLE = b"<a href='?y'>\r\n<a href='#s'>"
PACKED = gzip.compress(WHOLE, mtime=0)
CHUNKS = b"4\r\n<a h\r\nD;x=y\r\nref='?y'>\r\n<a\r\n9\r\n href='#s\r\n2\r\n'>\r\n0\r\n\r\n"
CHUNKED = "Transfer-Encoding: chunked\r\n"
GZIP, DEFLATE, BROTLI, ZSTANDARD = (
    f"Content-Encoding: {name}\r\n" for name in ("gzip", "deflate", "br", "zstd")
)
CODED = [
    ("", WHOLE),
    (CHUNKED, CHUNKS),
    (CHUNKED, WHOLE),
    (GZIP, PACKED),
    (GZIP.upper(), PACKED),
    (GZIP, WHOLE),
    (DEFLATE, zlib.compress(WHOLE)),
    (DEFLATE, zlib.compress(WHOLE)[2:-4]),
    (GZIP, PACKED + b"trailing"),
    (GZIP, gzip.compress(WHOLE[:9]) + gzip.compress(WHOLE[9:])),
    (BROTLI, brotli.compress(WHOLE)),
    (BROTLI, WHOLE),
    (ZSTANDARD, zstd.compress(WHOLE)),
    (ZSTANDARD, zstd.compress(WHOLE[:9]) + zstd.compress(WHOLE[9:])),
    ("Content-Encoding: gzip, br\r\n", brotli.compress(PACKED)),
    ("Content-Encoding: x-gzip\r\n", PACKED),
    ("Content-Encoding: identity\r\n", WHOLE),
    ("Content-Encoding: UTF-8\r\n", WHOLE),
    (CHUNKED, b"fffffff\r\n" + WHOLE),
    ("X: x\r\n" * 60_000, WHOLE),
    (GZIP + CHUNKED, b"%x\r\n%s\r\n0\r\n\r\n" % (len(PACKED), PACKED)),
]


def test_a_message_is_read_without_its_codings(tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    archive(path, *(response("http://a", content, fields=fields) for fields, content in CODED))
    assert in_short(items_of(path, "warc")) == ["?y", "#s"] * len(CODED)


UNDECODABLE = "the page can't be decoded as {}: "
NO_PAGES = [
    (response("http://a", b"\0\1"), BINARY),
    (response("http://a", PACKED[:-4] + b"1234", fields=GZIP), UNDECODABLE.format("gzip")),
    (response("http://a", PACKED[1:], fields=GZIP), UNDECODABLE.format("gzip")),
    (
        response("http://a", PACKED[:-1], fields=GZIP),
        f"{UNDECODABLE.format('gzip')}it is truncated",
    ),
    (
        response("http://a", zlib.compress(WHOLE)[:-5], fields=DEFLATE),
        UNDECODABLE.format("deflate"),
    ),
    (response("http://a", brotli.compress(WHOLE)[:-1], fields=BROTLI), UNDECODABLE.format("br")),
    (response("http://a", b"\x0b" * 50, fields=BROTLI), UNDECODABLE.format("br")),
    (response("http://a", zstd.compress(WHOLE)[:-1], fields=ZSTANDARD), UNDECODABLE.format("zstd")),
    (
        response("http://a", WHOLE, fields="Content-Encoding: compress\r\n"),
        "the content coding 'compress' isn't supported",
    ),
    (
        response("http://a", b"<meta charset=undefined>" + PAGE),
        "the page declares an unknown charset, 'undefined'; name another with --charset",
    ),
]


def test_a_bad_page_does_not_stop_the_archive(tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    archive(path, *(page for page, _ in NO_PAGES), FOUR[0])
    *bad, last, second_last, third_last = in_short(items_of(path, "warc"))
    for row, (found, (_, wrong)) in enumerate(zip(bad, NO_PAGES, strict=True), 1):
        assert found.startswith(f"row {row}: the links of http://a can't be read: {wrong}")
    assert (last, second_last, third_last) == REFERENCES


@COMPRESSED
def test_an_archive_cut_off_keeps_what_was_good(compressed: bool, tmp_path: Path) -> None:
    """Whole records are read, and a cut is reported unless it is right after a record's content."""
    path = tmp_path / "in.warc"
    places = archive(path, *FOUR, compressed=compressed)
    content = path.read_bytes()
    for size in range(places[1] + 1, places[3] + 40, 3):
        path.write_bytes(content[:size])
        found = items_of(path, "warc")
        assert len(pairs(found)) >= 3 * sum(place <= size for place in places[1:]), size
        if not any(place - 12 <= size <= place for place in places):
            assert in_short(found)[-1].startswith("damaged: "), size
            assert "byte" in in_short(found)[-1]


@COMPRESSED
def test_a_damaged_archive_is_told_and_keeps_what_was_good(
    compressed: bool, tmp_path: Path
) -> None:
    path = tmp_path / "in.warc"
    places = archive(path, *FOUR, compressed=compressed)
    content = bytearray(path.read_bytes())
    content[places[2] : places[2] + 30] = b"x" * 30
    path.write_bytes(content)
    found = in_short(items_of(path, "warc"))
    assert found[:6] == [*REFERENCES, *REFERENCES]
    assert found[-1].startswith("damaged: ")


@pytest.mark.parametrize("content", [b"no archive", b"\x1f\x8b\x08no gzip", b"x" * 3_000_000])
def test_a_file_that_is_no_archive_is_damaged(
    content: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "in.warc"
    path.write_bytes(content)
    (damage,) = in_short(items_of(path, "warc"))
    assert damage.startswith("damaged: ")
    assert len(damage) < 300
    assert capsys.readouterr() == ("", "")


def test_a_charset_with_nul_is_none(tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    archive(path, response("http://a", PAGE, "text/html; charset*=\0'en'abc"))
    assert in_short(items_of(path, "warc")) == [*REFERENCES]


EXPANDING = [
    (GZIP, gzip.compress(b" " * 100_000)),
    (DEFLATE, zlib.compress(b" " * 100_000)),
    (BROTLI, brotli.compress(b" " * 100_000)),
    (ZSTANDARD, zstd.compress(b" " * 100_000)),
    (CHUNKED, b"%x\r\n%s\r\n0\r\n\r\n" % (100_000, b" " * 100_000)),
    ("", b" " * 100_000),
]


@pytest.mark.parametrize(("fields", "body"), EXPANDING)
def test_a_page_that_expands_is_a_bad_row(fields: str, body: bytes, tmp_path: Path) -> None:
    path = tmp_path / "in.warc"
    archive(path, response("http://a", body, fields=fields), FOUR[0])
    settings = Settings(max_page_bytes=99_999)
    bad, *links = in_short(items_of(path, "warc", settings))
    assert bad.endswith("the page has more than 99,999 bytes; allow more with --max-page-bytes")
    assert links == [*REFERENCES]


@pytest.mark.parametrize(
    ("coding", "pack"),
    [
        ("gzip", gzip.compress),
        ("deflate", zlib.compress),
        ("br", brotli.compress),
        ("zstd", zstd.compress),
    ],
)
@pytest.mark.parametrize("size", [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 200_000])
def test_content_of_any_size_is_decoded(
    coding: str, pack: Callable[[bytes], bytes], size: int
) -> None:
    random = Random(size)
    for content in (b"a" * size, random.randbytes(size)):
        assert decoded(pack(content), [coding], size) == content
        with pytest.raises(DocumentError):
            decoded(pack(content)[:-1], [coding], size)


@pytest.mark.parametrize(("coding", "pack"), [("gzip", gzip.compress), ("zstd", zstd.compress)])
def test_a_body_may_have_a_thousand_parts(coding: str, pack: Callable[[bytes], bytes]) -> None:
    assert decoded(pack(b"x") * 1_000, [coding], 1_000) == b"x" * 1_000
    with pytest.raises(DocumentError, match="it has more than 1,000 compressed parts"):
        decoded(pack(b"") * 1_001, [coding], 1_000)


def test_a_library_that_is_missing_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "brotli", None)
    with pytest.raises(DocumentError, match=r"decodes 'br' .* pip install 'hexapla\[warc\]'"):
        decoded(brotli.compress(WHOLE), ["br"], 1_000)


@pytest.mark.slow
@counts_peaks
def test_memory_does_not_grow_with_what_a_message_expands_to(tmp_path: Path) -> None:
    """A chunk of 2 GB in an archive of 2 MB, and a gzip body that expands to as much."""
    path = tmp_path / "in.warc.gz"
    size = 0x7FFFFFFF
    with gzip.open(path, "wb", 1) as file:
        chunk = b"HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n" + CHUNKED.encode()
        head = (
            "WARC/1.0\r\nWARC-Type: response\r\nWARC-Target-URI: http://a\r\n"
            f"Content-Type: application/http\r\nContent-Length: {size}\r\n\r\n"
        )
        start = chunk + b"\r\n7fffff00\r\n"
        file.write(head.encode() + start)
        for _ in range(200):
            file.write(b" " * (1 << 20))
    packer = zlib.compressobj(1, zlib.DEFLATED, 31)
    packed = b"".join(packer.compress(b" " * (1 << 20)) for _ in range(400)) + packer.flush()
    bomb = tmp_path / "bomb.warc"
    archive(bomb, response("http://a", packed, fields=GZIP))
    code = (
        "import sys\n"
        "from hexapla.corpus.source import Settings\n"
        "from hexapla.corpus.warc import links_of_archive\n"
        "for name in sys.argv[1:]:\n"
        "    bad = next(links_of_archive(open(name, 'rb'), Settings()))\n"
        "    assert 'the page has more than 33,554,432 bytes' in bad.wrong, bad\n"
    )
    assert peak_of_code(code, str(path), str(bomb)) < 200 * 1024
