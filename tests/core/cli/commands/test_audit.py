"""Auditing a page: its base, its links, and pages that are none."""

from pathlib import Path

import pytest
from command_line import counts_peaks, documents, peak_of, run

BASE = "http://a/b/c/d;p?q"
PAGE = b"""<html><head><title>x</title></head><body>
<a href="g">1</a> <A HREF='?y'>2</A> <img src=;x> <a name=z>
<a href="">5</a><a href="../../../g">6</a></body></html>
"""


@pytest.fixture
def page(tmp_path: Path) -> Path:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    return path


def test_the_first_base_element_is_used(tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(b'<base target=x><base href="http://x/y/"><base href="http://z/">' + PAGE)
    assert run("audit", str(path)).stdout.startswith("base  http://x/y/  ")
    path.write_bytes(b'<base href="/y/">' + PAGE)
    # RFC 3986, 5.1.1 and 5.1: the newest standard resolves a relative one.
    assert run("audit", str(path), "--base", BASE).stdout.startswith("base  http://a/y/  ")


def test_json_follows_its_schema(page: Path) -> None:
    specs = ["--spec", "rfc3986", "--spec", "rfc1630", "--spec", "whatwg"]
    *links, last = documents(run("audit", str(page), "--base", BASE, "--json", *specs))
    assert [link["link"]["reference"] for link in links] == ["?y", "", "../../../g"]
    assert last["summary"]["links"] == 5
    assert last["summary"]["differing"] == 3
    assert last["summary"]["base"]["level"] == "retrieval"


@pytest.mark.parametrize("opening", ['<a href="', "<!--", "<!doctype [", "<a b=c ", "<?x "])
def test_a_tag_that_never_ends_is_left_out(opening: str, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_text(f"<a href=?y>\n{opening}" + "x y " * 300_000 + '"><a href=;x>', "utf-8")
    *links, last = documents(run("audit", str(path), "--base", BASE, "--json"))
    assert links[0]["link"]["reference"] == "?y"
    assert last["summary"]["unread_from_line"] == [2]


@counts_peaks
@pytest.mark.slow
def test_memory_does_not_grow_with_the_page(tmp_path: Path) -> None:
    peaks = []
    for count in (300, 3_000):
        path = tmp_path / f"{count}.html"
        path.write_text("<p>Some text <a href='?y'>here</a>\n" * count, "utf-8")
        peaks.append(peak_of("audit", str(path), "--base", BASE))
    assert peaks[1] < 1.15 * peaks[0]
