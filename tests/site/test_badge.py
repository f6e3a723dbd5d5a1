"""The badge: its texts and their widths, hostile names, and no need of other files."""

from pathlib import Path
from urllib.parse import urljoin
from xml.etree import ElementTree

import attrs
import pytest
from browsing import script
from command_line import run
from hypothesis import given
from inputs import any_text
from playwright.sync_api import Page
from site_under_test import HOSTILE, address_of

import hexapla
from hexapla.standard.spec import Spec
from hexapla_site.badge import badge_of
from hexapla_site.figures.text_widths import width_of

SVG = "{http://www.w3.org/2000/svg}"
BASE = "http://a/b/c/d;p?q"
LOOPHOLE = "[same-scheme=loophole]"
CASES = [(BASE, reference) for reference in ("g", "http:g", "?")]


def texts(svg: str) -> list[str]:
    return ["".join(text.itertext()) for text in ElementTree.fromstring(svg).iter(f"{SVG}text")]


def named(label: str) -> Spec:
    spec = hexapla.spec("rfc3986")
    document = attrs.evolve(spec.document, label=label)
    other: Spec = type("Other", (type(spec.standard),), {"document": document})().spec
    return other


def test_the_badge_says_what_was_identified() -> None:
    found = hexapla.identify(urljoin, specs=["rfc3986"], cases=CASES)
    svg = badge_of(found)
    assert texts(svg) == ["URI", "RFC 3986 [same-scheme=loophole]", "2 of 3"]
    title = ElementTree.fromstring(svg).find(f"{SVG}title")
    assert title is not None
    assert title.text == "URI: RFC 3986 [same-scheme=loophole], 2 of 3 cases"
    assert 'class="part"' in svg


def test_a_badge_names_all_standards_that_are_equally_near() -> None:
    found = hexapla.identify(urljoin, specs=["rfc3986", "rfc2396"], cases=CASES)
    assert found.verdict.startswith(f"RFC 3986{LOOPHOLE} and RFC 2396{LOOPHOLE} equally well: 2 of")
    both = "RFC 3986 [same-scheme=loophole] and RFC 2396 [same-scheme=loophole]"
    assert texts(badge_of(found)) == ["URI", both, "2 of 3"]


def test_a_badge_of_no_verdict_names_no_standard() -> None:
    found = hexapla.identify(lambda base, reference: base, cases=CASES)
    assert found.no_verdict
    assert texts(badge_of(found)) == ["URI", "no verdict", f"{found.explanations[0].matching} of 3"]


def test_the_badge_of_taking_urls_apart_counts_urls() -> None:
    urls = ["http://a/b", "http://a/b?"]
    svg = badge_of(
        hexapla.identify(parse=lambda url: {"query": None}, specs=["rfc3986"], cases=urls)
    )
    assert texts(svg) == ["URL", "RFC 3986", "1 of 2"]
    assert "1 of 2 URLs" in svg


def test_a_badge_without_readings_or_with_nothing_left_says_so() -> None:
    svg = badge_of(hexapla.identify(urljoin, specs=["rfc3986"], cases=CASES[:1]))
    assert texts(svg) == ["URI", "RFC 3986", "1 of 1"]
    assert 'class="part"' not in svg


@pytest.mark.parametrize("text", HOSTILE)
def test_a_hostile_name_stays_text(text: str) -> None:
    svg = badge_of(hexapla.identify(urljoin, specs=[named(text)], cases=CASES))
    root = ElementTree.fromstring(svg.encode("utf-8"))
    tags = {element.tag.removeprefix(SVG) for element in root.iter()}
    assert tags == {"svg", "title", "metadata", "style", "rect", "path", "text"}
    assert not [name for element in root.iter() for name in element.attrib if name.startswith("on")]
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "").replace(text, "")


def test_texts_fit_whatever_the_font(tab: Page, tmp_path: Path) -> None:
    file = tmp_path / "badge.svg"
    for label in ("M", "RFC 3986", "W" * 80, "été 日本語"):
        svg = badge_of(hexapla.identify(urljoin, specs=[named(label)], cases=CASES))
        file.write_text(svg, encoding="utf-8")
        tab.goto(file.as_uri())
        boxes = tab.evaluate(
            "[...document.querySelectorAll('text')].map((t) => { const b = t.getBBox();"
            " return [b.x, b.x + b.width]; })"
        )
        width = tab.evaluate("document.documentElement.width.baseVal.value")
        ends = [0, *(place for box in boxes for place in box), width]
        assert ends == sorted(ends), label


def test_a_badge_that_nothing_draws_is_one_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The error comes before the program is asked, which may take long."""
    monkeypatch.setattr("hexapla.cli.output.entry_points", lambda **_: ())
    for option in ("--badge", "--report"):
        result = run("identify", option, str(tmp_path / "out"), "/no/such/program")
        assert result.exit_code == 2
        assert "omit --badge and --report" in result.stderr


TEXTS = ("RFC 3986 [same-scheme=loophole]", "91 of 112", "URL Standard", "java.net.URI ~@{}|\\^`")
MEASURE = script("measure")


@pytest.mark.parametrize("bold", [False, True])
def test_a_text_is_as_wide_as_in_a_browser(tab: Page, bold: bool) -> None:
    tab.goto(address_of("index.html"))
    for text in TEXTS:
        measured = tab.evaluate(MEASURE, [text, 600 if bold else 400]) / 1000
        assert width_of(text, bold=bold) == pytest.approx(measured, rel=0.02)


@given(any_text)
def test_every_character_has_a_width(text: str) -> None:
    assert width_of(text) >= 0
    assert width_of(text + "a") > width_of(text)
