"""What a page tells about itself: title, description, canonical address, licence, version, date."""

import xml.etree.ElementTree as ElementTree
from collections import Counter
from pathlib import Path

import pytest
from site_under_test import Page, addresses, built_site, page
from tables import by_rows_of

from hexapla_site.build import build_site
from hexapla_site.web_address import MISSING, WebAddress, WebAddressError, web_address

BASE = web_address("https://example.org/uris")


def meta(shown: Page) -> dict[str, str]:
    tags = [attributes for tag, attributes in shown.tags if tag == "meta"]
    named = [tag for tag in tags if "content" in tag]
    return {tag.get("name") or tag.get("property", ""): tag["content"] for tag in named}


def title_of(address: str) -> str:
    markup = (built_site() / address).read_text("utf-8")
    return markup.partition("<title>")[2].partition("</title>")[0]


def test_every_page_has_a_title_of_its_own() -> None:
    titles = Counter(map(title_of, addresses()))
    assert [title for title, times in titles.items() if times > 1] == []


def test_every_page_has_a_description_of_its_own() -> None:
    told = {address: meta(page(address))["description"] for address in addresses()}
    times = Counter(told.values())
    for address, text in told.items():
        assert times[text] == 1, (address, text)
        assert 50 <= len(text) <= 160, (address, text)


def test_every_page_tells_its_language_and_its_licence() -> None:
    for address in addresses():
        assert ("html", {"lang": "en"}) in page(address).tags, address
        text = "".join(page(address).text)
        assert "MIT licence" in text, address
        assert "built on" in text, address


# Where it is known where the site will be served.


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("served")
    build_site(folder, only=["benchmarks", "missing", "places"], base=BASE)
    return folder


def test_a_page_names_its_own_address(served: Path) -> None:
    addresses = {
        "data/benchmarks.html": "https://example.org/uris/data/benchmarks.html",
        "standards/index.html": "https://example.org/uris/standards/",
    }
    for address, full in addresses.items():
        shown = Page(served / address)
        canonical = [item["href"] for _, item in shown.tags if item.get("rel") == "canonical"]
        assert canonical == [full]
        told = meta(shown)
        assert told["og:url"] == full
        assert told["og:description"] == told["description"]
        assert told["og:site_name"] == "Hexapla"
        assert told["og:type"] == "article"
        assert told["og:title"]


def test_the_foot_names_the_source_and_its_issues_where_they_are_told(tmp_path: Path) -> None:
    source = "https://example.org/code"
    build_site(tmp_path, only=["benchmarks"], source=source)
    links = Page(tmp_path / "data" / "benchmarks.html").values("href")
    assert {source, f"{source}/issues", "../docs/tutorial.html#install"} <= set(links)
    assert not [link for link in page("index.html").values("href") if link.endswith("/issues")]


def test_crawlers_are_told_every_page(served: Path) -> None:
    listed = ElementTree.parse(served / "sitemap.xml").getroot()
    assert [place.text for place in listed.iter() if place.tag.endswith("loc")] == [
        "https://example.org/uris/standards/",
        "https://example.org/uris/data/benchmarks.html",
    ]
    assert "Sitemap: https://example.org/uris/sitemap.xml\n" in (served / "robots.txt").read_text()


def test_the_page_for_no_page_works_at_any_depth(served: Path) -> None:
    shown = Page(served / MISSING)
    assert meta(shown)["robots"] == "noindex"
    local = [link for link in shown.values("href", "src") if not link.startswith(("https:", "#"))]
    assert local
    assert all(link.startswith("/uris/") for link in local)


def test_what_crawlers_read_goes_with_the_address(tmp_path: Path) -> None:
    build_site(tmp_path, only=["missing"], base=BASE)
    assert (tmp_path / "sitemap.xml").exists()
    build_site(tmp_path, only=["missing"])
    assert not (tmp_path / "sitemap.xml").exists()
    assert not (tmp_path / "robots.txt").exists()
    assert 'href="/static/hexapla.css"' in (tmp_path / MISSING).read_text("utf-8")


@by_rows_of("pages")
def test_an_address_is_that_of_a_folder(text: str, folder: str, path: str) -> None:
    assert web_address(text) == WebAddress(folder)
    assert web_address(text).path == path


@by_rows_of("pages")
def test_what_is_no_address_is_refused(text: str) -> None:
    with pytest.raises(WebAddressError):
        web_address(text)


# Reproducible builds.


def test_two_builds_of_one_day_are_equal(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "850000000")
    kinds = ["places", "capacity", "benchmarks", "missing"]
    files = []
    for name in ("one", "other"):
        build_site(tmp_path / name, only=kinds, base=BASE)
        paths = sorted(path for path in (tmp_path / name).rglob("*") if path.is_file())
        files.append({path.relative_to(tmp_path / name): path.read_bytes() for path in paths})
    assert files[0] == files[1]
    assert "1996-12-07" in (tmp_path / "one" / "standards" / "index.html").read_text("utf-8")
