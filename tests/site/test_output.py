"""The fonts: one style sheet that holds them, and others that take the same room."""

import base64
import re

from site_under_test import built_site

from hexapla_site.folders import STATIC
from hexapla_site.output import FACES, FONTS, font_styles


def test_the_style_sheet_holds_every_font() -> None:
    held = re.findall(r'base64,([^"]*)"', font_styles())
    files = [(STATIC / "fonts" / file).read_bytes() for *_, file in FACES]
    assert [base64.b64decode(data) for data in held] == files
    assert {path.name for path in (STATIC / "fonts").glob("*.woff2")} == {
        file for *_, file in FACES
    }


def test_a_site_has_each_font_once_with_its_licence() -> None:
    static = built_site() / "static"
    assert (static / FONTS).read_text("ascii") == font_styles()
    assert {path.suffix for path in (static / "fonts").iterdir()} == {".txt"}
