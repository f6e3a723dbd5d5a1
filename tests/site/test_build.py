"""The built site: complete, linked, well-formed, and sufficient to itself."""

import posixpath
import re
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page
from site_under_test import (
    HOSTILE_CASES,
    address_of,
    addresses,
    assert_is_well_formed,
    built_site,
    page,
)

import hexapla
from hexapla_site.build import build_site
from hexapla_site.report.report import STARTLING, make_report
from hexapla_site.web_address import MISSING

# Pages whose script reads what to show behind the "#".
READ_BY_SCRIPTS = ("playground.html", "hosts/index.html")


def test_every_case_cause_and_standard_has_a_page() -> None:
    found = set(addresses())
    report = make_report(HOSTILE_CASES)
    assert {"index.html", "cases/index.html", "causes/index.html", "clients.html"} <= found
    assert {"catalogue/index.html", "differences.html"} <= found
    assert {f"cases/{case.id}.html" for case in report.cases} <= found
    assert {f"standards/{spec.id}.html" for spec in report.columns} <= found
    assert {f"causes/{cause.id}.html" for cause in report.causes} <= found


def test_every_link_and_anchor_resolves() -> None:
    for address in addresses():
        for link in page(address).values("href"):
            parts = urlsplit(link)
            if parts.scheme:
                assert parts.scheme == "https"
                continue
            path = parts.path.removeprefix("/") if address == MISSING else parts.path
            target = posixpath.normpath(posixpath.join(posixpath.dirname(address), path))
            target = target if parts.path else address
            assert (built_site() / target).exists(), f"{address}: {link}"
            if parts.fragment and not ("=" in parts.fragment and is_read_by_a_script(target)):
                assert parts.fragment in page(target).ids, f"{address}: {link}"


def is_read_by_a_script(address: str) -> bool:
    """Return whether a page's script reads what stands behind the "#"; filters do."""
    return address in READ_BY_SCRIPTS or bool(page(address).values("data-filter"))


def test_no_page_asks_another_origin() -> None:
    for address in addresses():
        for tag, attributes in page(address).tags:
            if tag in ("link", "img", "script", "iframe", "source"):
                for name in ("href", "src"):
                    assert not urlsplit(attributes.get(name, "")).netloc, address
    for path in built_site().rglob("*.css"):
        asked = re.findall(r"""url\(["']?([^"')]*)|@import""", path.read_text("utf-8"))
        assert all(address.startswith("data:font/woff2;") for address in asked), path


def test_a_page_is_well_formed_and_has_one_title_and_one_heading() -> None:
    for address in addresses():
        assert_is_well_formed(page(address))
    for address in addresses():
        tags = [tag for tag, _ in page(address).tags]
        assert (tags.count("h1"), tags.count("main")) == (1, 1), address
        assert tags.count("title") >= 1, address


def test_pages_of_an_earlier_build_are_removed(tmp_path: Path) -> None:
    columns = (hexapla.spec("rfc1808"), hexapla.spec("rfc2396"))
    build_site(tmp_path, columns=columns, only=["standards"])
    assert {path.stem for path in (tmp_path / "standards").iterdir()} == {"rfc1808", "rfc2396"}
    (tmp_path / "mine.html").write_text("not of this build")
    build_site(tmp_path, columns=columns[:1], only=["standards"])
    assert {path.stem for path in (tmp_path / "standards").iterdir()} == {"rfc1808"}
    assert (tmp_path / "mine.html").exists()


@pytest.mark.browser
def test_a_page_asks_for_files_only(tab: Page) -> None:
    asked: list[str] = []
    tab.on("request", lambda request: asked.append(request.url))
    tab.goto(address_of("index.html"))
    tab.goto(address_of(f"cases/{make_report().by_input[STARTLING].id}.html"))
    assert asked
    assert all(url.startswith("file://") for url in asked)
