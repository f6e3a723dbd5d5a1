"""Text from input stays text on every page: in the files, and in a browser."""

import posixpath

from site_under_test import HOSTILE_CASES, addresses, page

from hexapla_site.report.report import make_report

SCRIPTS = {
    *("columns.js", "filter.js", "page.js", "pager.js", "search.js", "stepper.js"),
    *("hosts.js", "hosts-data.js", "answering.js", "playground.js", "server.js"),
}


def is_our_script(address: str, attributes: dict[str, str]) -> bool:
    """Pages may do without their scripts; where one may ask, settings are there as data."""
    name = posixpath.basename(attributes.get("src", ""))
    if address in ("index.html", "playground.html") and "type" in attributes:
        return attributes == {"type": "application/json", "id": "settings"}
    expected = {"src"} if name == "columns.js" else {"src", "defer"}
    return set(attributes) == expected and name in SCRIPTS


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
