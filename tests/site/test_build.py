"""The pages, read as files."""

import json
import posixpath
from pathlib import Path
from urllib.parse import urlsplit

import pytest
from site_under_test import (
    HOSTILE_CASES,
    addresses,
    built_site,
    page,
    site_of_default_columns,
)

import hexapla
from hexapla_site.build import build_site
from hexapla_site.report.report import make_report


def test_every_case_cause_and_standard_has_a_page() -> None:
    found = set(addresses())
    report = make_report(HOSTILE_CASES)
    assert {"index.html", "cases/index.html", "causes/index.html", "clients.html"} <= found
    assert "catalogue.html" in found
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
            target = posixpath.normpath(posixpath.join(posixpath.dirname(address), parts.path))
            target = target if parts.path else address
            assert (built_site() / target).exists(), f"{address}: {link}"
            if parts.fragment and not (target == "playground.html" and "ref=" in parts.fragment):
                assert parts.fragment in page(target).ids, f"{address}: {link}"


def test_no_page_asks_another_origin() -> None:
    for address in addresses():
        for tag, attributes in page(address).tags:
            if tag in ("link", "img", "script", "iframe", "source"):
                for name in ("href", "src"):
                    assert not urlsplit(attributes.get(name, "")).netloc, address
    for path in built_site().rglob("*.css"):
        assert "//" not in path.read_text("utf-8")


def test_ids_are_unique_and_tags_nest() -> None:
    for address in addresses():
        ids = page(address).ids
        assert len(ids) == len(set(ids)), address
        assert not page(address).misnested, address
        assert not page(address).open, address


SCRIPTS = ("optional-columns.js", "pager.js", "search.js", "page.js")


def is_our_script(address: str, attributes: dict[str, str]) -> bool:
    """The playground has a module and its settings; other pages may do without their scripts."""
    name = posixpath.basename(attributes.get("src", ""))
    if address == "playground.html" and "type" in attributes:
        return attributes in (
            {"type": "module", "src": "static/playground.js"},
            {"type": "application/json", "id": "settings"},
        )
    return set(attributes) == {"src", "defer"} and name in SCRIPTS


def test_text_from_input_is_never_markup() -> None:
    for address in addresses():
        for tag, attributes in page(address).tags:
            assert tag not in ("img", "iframe", "object"), address
            if tag == "script":
                assert is_our_script(address, attributes), address
            assert not [name for name in attributes if name.startswith("on")], address
        for link in page(address).values("href"):
            assert not link.lower().startswith("javascript:"), address


def test_hostile_text_is_shown_as_text() -> None:
    report = make_report(HOSTILE_CASES)
    for base, reference in HOSTILE_CASES[:10]:
        case = report.by_input[base, reference]
        text = "".join(page(f"cases/{case.id}.html").text)
        assert reference.replace(" ", "␣") in text


def test_addresses_are_stable() -> None:
    report = make_report()
    ids = {(case.base, case.reference): case.id for case in report.cases}
    assert ids["http://a/b/c/d;p?q", "../../../g"] == "e2pone4z23"
    assert ids["http://a/b/c/d;p?q", ""] != ids["http://a/b/c/d;p?q#f", ""]
    assert len(set(ids.values())) == len(ids)


def test_the_download_of_a_case_is_its_comparison() -> None:
    case = make_report().startling
    data = json.loads((built_site() / "cases" / f"{case.id}.json").read_text("utf-8"))
    again = hexapla.compare(
        data["reference"], base=data["base"], specs=data["specs"], readings="all"
    )
    assert json.loads(json.dumps(again.to_dict())).items() <= data.items()


def test_the_figures_of_1997_are_those_counted_by_hand() -> None:
    """The clients against the default readings; counted by hand from the rows of the test pages."""
    clients = {client.name: client for client in make_report().clients}
    libwww = {
        match.spec.id: (match.alike, match.rows) for match in clients["libwww-perl 5.14"].matches
    }
    assert libwww["rfc1808"] == (43, 43)
    assert [spec.id for spec in clients["Lynx 2.7.1"].nearest] == ["rfc2396"]


def test_the_page_of_rfc1630_says_why_an_example_fails() -> None:
    text = "".join(page("standards/rfc1630.html").text)
    assert "8 of 10 come out under the default readings" in text
    assert "slash-run=examples" in text
    assert "27 January 1997" in text


@pytest.mark.parametrize("address", ["index.html", "cases/index.html", "clients.html"])
def test_a_page_has_one_title_and_one_heading(address: str) -> None:
    tags = [tag for tag, _ in page(address).tags]
    assert tags.count("h1") == 1
    assert tags.count("title") >= 1
    assert tags.count("main") == 1


def test_pages_of_an_earlier_build_are_removed(tmp_path: Path) -> None:
    columns = (hexapla.spec("rfc1808"), hexapla.spec("rfc2396"))
    build_site(tmp_path, [("http://a/", "only-once")], columns, only=["cases"])
    more = {path.name for path in (tmp_path / "cases").iterdir()}
    (tmp_path / "mine.html").write_text("not of this build")
    build_site(tmp_path, columns=columns, only=["cases"])
    left = {path.name for path in (tmp_path / "cases").iterdir()}
    assert len(more - left) == 2
    assert (tmp_path / "mine.html").exists()


def test_there_is_no_toggle_without_optional_columns() -> None:
    for path in site_of_default_columns().rglob("*.html"):
        text = path.read_text("utf-8")
        assert 'id="optional-columns"' not in text, path.name
        assert "optional-columns.js" not in text, path.name


def test_every_page_with_columns_has_one_toggle() -> None:
    for address in addresses():
        expected = 0 if address.startswith("grammars/") else 1
        assert page(address).ids.count("optional-columns") == expected, address


def test_the_lineage_shows_every_standard() -> None:
    text = "".join(page("index.html").text)
    for spec in hexapla.specs():
        document = spec.document
        for relation in ("obsoletes", "updates", "develops"):
            for other in getattr(document, relation):
                assert relation in text
                assert hexapla.spec(other).document.label in text
        assert document.label in text
    assert ("since 2012" in text) == ("whatwg" in {spec.id for spec in hexapla.specs()})
