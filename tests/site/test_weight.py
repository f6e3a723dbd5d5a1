"""The sizes of pages, without compression, and the loading of their fonts."""

import gzip
import re
from pathlib import Path
from statistics import median

import pytest
from site_under_test import HOSTILE_CASES, Page, addresses, built_site

from hexapla_site.addresses import case_name
from hexapla_site.folders import SCRIPTS, STATIC, STYLES
from hexapla_site.output import FACES, FONTS, STYLE_SHEET, font_styles, script_text, scripts

MEDIAN, HEAVIEST, WHOLE = 19_500, 138_500, 18_000_000  # bytes
# The bytes that the hostile cases add to tables, data, and the playground's recorded answers.
OF_HOSTILE_CASES = 300_000


HOSTILE_NAMES = {case_name(base, text) for base, text in HOSTILE_CASES}
HOSTILE_PAGES = {f"cases/{name}.html" for name in HOSTILE_NAMES}
_ROW = re.compile(r'<tr id="([^"]*)".*?</tr>', re.DOTALL)


def weights() -> dict[str, int]:
    """Return the size of each page in bytes, without the tests' hostile cases."""

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
    assert (built_site() / "static" / "hosts-data.js").stat().st_size < 110_000
    files = {path for path in built_site().rglob("*") if path.is_file()}
    hostile = {built_site() / address for address in HOSTILE_PAGES}
    assert sum(path.stat().st_size for path in files - hostile) <= WHOLE + OF_HOSTILE_CASES


MOST_BEFORE_PAINT = 60_000  # bytes, compressed


@pytest.mark.parametrize("address", ["index.html", "playground.html", "hosts/index.html"])
def test_little_is_loaded_before_a_page_is_painted(address: str) -> None:
    """It is the page, its style sheets, and the scripts in its head that aren't deferred."""
    shown = Page(built_site() / address)
    sheets = [item["href"] for item in shown.all("link") if item.get("rel") == "stylesheet"]
    scripts = [item["src"] for item in shown.all("script") if "src" in item and "defer" not in item]
    files = [built_site() / address]
    files += [(built_site() / address).parent / name for name in (*sheets, *scripts)]
    loaded = [len(gzip.compress(path.read_bytes(), mtime=0)) for path in files]
    assert sum(loaded) <= MOST_BEFORE_PAINT
    assert any("fonts.css" in name for name in sheets)


def test_the_style_sheet_names_every_font_and_waits_for_none() -> None:
    named = re.findall(r'url\("fonts/([^"]*)"', font_styles())
    assert named == [file for *_, file in FACES]
    assert {path.name for path in (STATIC / "fonts").glob("*.woff2")} == {*named}
    assert font_styles().count("font-display: optional") == len(FACES)


def test_the_style_sheet_has_each_part_once() -> None:
    sheet = (built_site() / "static" / STYLE_SHEET).read_text("utf-8")
    parts = [path.read_text("utf-8") for path in STYLES.iterdir()]
    assert [sheet.count(part) for part in parts] == [1] * len(parts)
    assert len(sheet) == sum(map(len, parts)) + len(parts) - 1


def test_the_scripts_of_a_page_have_each_part() -> None:
    written = scripts()
    for path in SCRIPTS.iterdir():
        part = script_text(path)
        assert any(part in text for text in written.values()), path.name
    for name, text in written.items():
        assert (built_site() / "static" / name).read_text("utf-8") == text


def test_a_browser_gets_no_types(tmp_path: Path) -> None:
    script = tmp_path / "script.js"
    script.write_text(
        "/** @param {string} a */\nconst f = (a) => a; // a\n  /**\n   * @type {X}\n   */\n"
        "  let x;\n/* kept */\n\nreturn /** @type {A} */ (x) * /** @type {B} */ (f(x));\n"
    )
    expected = "const f = (a) => a; // a\n  let x;\n/* kept */\n\nreturn (x) * (f(x));\n"
    assert script_text(script) == expected


def test_a_site_has_each_font_once_and_the_licences_of_what_others_wrote() -> None:
    static = built_site() / "static"
    assert (static / FONTS).read_text("ascii") == font_styles()
    assert {path.suffix for path in (static / "fonts").iterdir()} == {".txt", ".woff2"}
    for name in ("minisearch", "brython"):
        assert "Copyright" in (static / "vendor" / f"{name}.LICENSE.txt").read_text("utf-8")
