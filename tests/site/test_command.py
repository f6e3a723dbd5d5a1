"""The command `hexapla site`, where it builds nothing."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hexapla_site.command import site


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(site, arguments)
    return done.exit_code, done.output


def test_what_was_built_is_opened_without_a_build(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    (tmp_path / "index.html").write_text("front")
    assert run(str(tmp_path), "--no-build", "--open") == (0, "")
    assert opened == [(tmp_path / "index.html").as_uri()]
    assert [path.name for path in tmp_path.iterdir()] == ["index.html"]


def test_without_a_build_there_must_be_a_site(tmp_path: Path) -> None:
    code, text = run(str(tmp_path), "--no-build", "--serve")
    assert code == 2
    assert "there is no site" in text


def test_without_a_build_nothing_is_said_of_building(tmp_path: Path) -> None:
    (tmp_path / "index.html").write_text("front")
    for option in (
        ("--only", "front"),
        ("--base-url", "https://example.org/"),
        ("--case", "a", "b"),
    ):
        code, text = run(str(tmp_path), "--no-build", *option)
        assert code == 2
        assert "--no-build" in text
