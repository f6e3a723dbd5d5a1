"""The terminal: when it is coloured, how wide its lines are, and when it shows progress."""

import sys
from pathlib import Path

import pytest
from command_line import run, run_on_a_terminal
from tables import by_rows_of

from hexapla.cli.output import rendering, wants_colour


@by_rows_of("cli", "the environment decides about colour")
def test_the_environment_decides_about_colour(
    environment: dict[str, str], is_terminal: bool, coloured: bool
) -> None:
    colour = wants_colour(environment)
    assert (is_terminal if colour is None else colour) is coloured


@pytest.mark.parametrize(
    ("variable", "coloured"), [("FORCE_COLOR", True), ("NO_COLOR", False), ("OTHER", False)]
)
def test_output_that_goes_to_a_file_is_coloured_on_request(
    variable: str, coloured: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("FORCE_COLOR", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv(variable, "1")
    assert ("\x1b[1m" in run("compare", "?y", "--base", "http://a/b").stdout) is coloured


PAGE = b'<a href="g"><a href="?y">'


@pytest.mark.parametrize(("options", "shown"), [((), True), (("-q",), False)])
def test_quiet_shows_no_progress(options: tuple[str, ...], shown: bool, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    command = (sys.executable, "-m", "hexapla", "audit", str(path), "--base", "http://a/b")
    seen, output = run_on_a_terminal(*command, *options)
    assert ("100%" in seen) is shown
    assert b"1 of 2 links differ" in output


def test_a_plug_in_renders_instead_of_the_own_function(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "plain_badges.py").write_text("def write(identified, file):\n    pass\n")
    info = tmp_path / "plain_badges-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: plain-badges\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[hexapla.reports]\nbadge = plain_badges:write\n")
    # The installed Hexapla comes first.
    monkeypatch.setattr(sys, "path", [*sys.path, str(tmp_path)])
    assert rendering("badge").__module__ == "plain_badges"
