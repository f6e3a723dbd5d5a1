"""How heavy the pages are, as a server sends them without compression, and their fonts."""

import base64
import re
from statistics import median

from site_under_test import HOSTILE_CASES, addresses, built_site

from hexapla_site.addresses import case_name
from hexapla_site.folders import STATIC
from hexapla_site.output import FACES, FONTS, font_styles

MEDIAN, HEAVIEST, WHOLE = 27_000, 140_000, 20_900_000  # bytes
# What the hostile cases add to tables, data and the answers that the playground knows.
OF_HOSTILE_CASES = 300_000


HOSTILE_NAMES = {case_name(base, text) for base, text in HOSTILE_CASES}
HOSTILE_PAGES = {f"cases/{name}.html" for name in HOSTILE_NAMES}
_ROW = re.compile(r'<tr id="([^"]*)".*?</tr>', re.DOTALL)


def weights() -> dict[str, int]:
    """Return the bytes of each page that a site has, without those of the tests' hostile cases."""

    def without(row: re.Match[str]) -> str:
        return "" if row[1] in HOSTILE_NAMES else row[0]

    return {
        address: len(_ROW.sub(without, (built_site() / address).read_text("utf-8")).encode())
        for address in addresses()
        if address not in HOSTILE_PAGES
    }


def test_the_pages_and_the_whole_site_are_light() -> None:
    heaviest = max(weights().items(), key=lambda item: item[1])
    assert heaviest[1] <= HEAVIEST, heaviest
    assert median(weights().values()) <= MEDIAN
    assert (built_site() / "static" / "hosts-data.js").stat().st_size < 150_000
    files = {path for path in built_site().rglob("*") if path.is_file()}
    hostile = {built_site() / address for address in HOSTILE_PAGES}
    assert sum(path.stat().st_size for path in files - hostile) <= WHOLE + OF_HOSTILE_CASES


def test_the_style_sheet_holds_every_font() -> None:
    held = re.findall(r'base64,([^"]*)"', font_styles())
    files = [(STATIC / "fonts" / file).read_bytes() for *_, file in FACES]
    assert [base64.b64decode(data) for data in held] == files
    assert {path.name for path in (STATIC / "fonts").glob("*.woff2")} == {
        file for *_, file in FACES
    }


def test_a_site_has_each_font_once_and_the_licences_of_what_others_wrote() -> None:
    static = built_site() / "static"
    assert (static / FONTS).read_text("ascii") == font_styles()
    assert {path.suffix for path in (static / "fonts").iterdir()} == {".txt"}
    for name in ("minisearch", "brython"):
        assert "Copyright" in (static / "vendor" / f"{name}.LICENSE.txt").read_text("utf-8")
