"""The width of a text: what a browser measures with the fonts of these pages."""

import pytest
from hypothesis import given
from inputs import any_text
from playwright.sync_api import Page
from site_under_test import address_of

from hexapla_site.badge import width_of

TEXTS = ("RFC 3986 [same-scheme=loophole]", "91 of 112", "URL Standard", "java.net.URI ~@{}|\\^`")
MEASURE = """async ([text, weight]) => {
  const font = `${weight} 1000px "Source Serif 4"`;
  await document.fonts.load(font);
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  context.fontKerning = "none";
  return context.measureText(text).width;
}"""


@pytest.mark.browser
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
