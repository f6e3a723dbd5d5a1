"""What the files of the project say: licences, citation, how to report a problem."""

import re
import tomllib
from pathlib import Path

import pytest

from hexapla.cli.options import DEFAULT_TIMEOUT
from hexapla.corpus.pair import LONGEST_ROW
from hexapla.html.links import LONGEST_TAG
from hexapla.implementations import child_process
from hexapla.values.provenance import AUTHORS, LICENSE
from hexapla_site.citing import ABSTRACT

ROOT = Path(__file__).parents[1]
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
FONTS = "OFL-1.1"


def license_files() -> dict[str, str]:
    return {
        path.relative_to(ROOT).as_posix(): path.read_text("utf-8")
        for pattern in PROJECT["license-files"]
        for path in ROOT.glob(pattern)
    }


def test_the_licence_of_the_data_and_of_the_fonts_is_in_the_metadata() -> None:
    assert PROJECT["license"] == f"{LICENSE} AND {FONTS}"
    assert PROJECT["authors"] == [{"name": AUTHORS}]
    assert PROJECT["description"] == ABSTRACT


def test_every_typeface_and_library_that_is_shipped_has_its_licence() -> None:
    texts = license_files()
    static = ROOT / "site" / "hexapla_site" / "static"
    shipped = [*static.glob("fonts/*.woff2"), *static.glob("vendor/*.js")]
    assert shipped
    for path in shipped:
        name = re.split(r"-latin|\.js", path.name)[0]
        (text,) = (text for file, text in texts.items() if f"/{name}" in file)
        wanted = "SIL Open Font License, Version 1.1" if path.suffix == ".woff2" else "Permission"
        assert wanted in text, path.name
    assert "MIT License" in texts["LICENSE"]


@pytest.mark.parametrize("name", ["CITATION.cff", "SECURITY.md"])
def test_it_is_in_the_source_distribution(name: str) -> None:
    text = (ROOT / "pyproject.toml").read_text("utf-8")
    (line,) = (line for line in text.splitlines() if line.startswith("only-include"))
    assert f'"{name}"' in line
    assert (ROOT / name).exists()


def test_the_limits_that_are_promised_are_those_of_the_code() -> None:
    text = (ROOT / "SECURITY.md").read_text("utf-8")
    assert LONGEST_ROW == LONGEST_TAG == 1 << 20
    assert text.count("| 1 MiB; ") == 2
    assert f"{child_process._SHORT_ANSWER:,} bytes" in text
    assert f"and {child_process._BYTES_FOR_ONE} for each byte" in text
    assert f"(`--timeout`, {DEFAULT_TIMEOUT:.0f} s)" in text
