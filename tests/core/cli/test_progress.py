"""The progress bar: shown on a terminal, unless somebody wants quiet."""

import sys
from pathlib import Path

import pytest
from command_line import run_on_a_terminal

from hexapla.cli.output import progress

PAGE = b'<a href="g"><a href="?y">'


@pytest.mark.parametrize(("options", "shown"), [((), True), (("-q",), False)])
def test_quiet_shows_no_progress(options: tuple[str, ...], shown: bool, tmp_path: Path) -> None:
    path = tmp_path / "page.html"
    path.write_bytes(PAGE)
    command = (sys.executable, "-m", "hexapla", "audit", str(path), "--base", "http://a/b")
    seen, output = run_on_a_terminal(*command, *options)
    assert ("100%" in seen) is shown
    assert b"1 of 2 links differ" in output


def test_nothing_is_shown_where_there_is_no_terminal(capsys: pytest.CaptureFixture[str]) -> None:
    with progress("things", 3, quiet=False) as bar:
        bar.update(2)
    assert capsys.readouterr().err == ""
