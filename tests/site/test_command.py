"""The command `hexapla site`, where it builds nothing."""

from pathlib import Path

import click
import pytest
from click.testing import CliRunner

from hexapla.cli.group import main


def run(*arguments: str) -> tuple[int, str]:
    done = CliRunner().invoke(main, ("site", *arguments))
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


def test_a_folder_with_other_files_is_refused(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    folder.mkdir()
    files = {"files.txt": "notes.html\n", "notes.html": "N", "index.html": "I"}
    for name, text in files.items():
        (folder / name).write_text(text)
    code, text = run(str(folder), "--only", "benchmarks")
    assert code == 2
    assert f"{folder} is not empty, and Hexapla did not make it" in text
    assert "or add --force" in text
    assert {path.name: path.read_text() for path in folder.iterdir()} == files
    code, text = run(str(folder), "--only", "benchmarks", "--force")
    assert code == 0
    assert {name: (folder / name).read_text() for name in files} == files
    assert (folder / "data" / "benchmarks.html").exists()
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_a_build_that_fails_leaves_the_site(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "t"
    assert run(str(folder), "--only", "benchmarks")[0] == 0
    (folder / "CNAME").write_text("example.org")
    before = {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()}

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "source.css", None, "index.html")

    monkeypatch.setattr("hexapla_site.build.page_entry", fail)
    code, text = run(str(folder), "--only", "benchmarks")
    assert (code, f"can't write {folder}: No space left on device" in text) == (2, True)
    assert {path: path.read_bytes() for path in folder.rglob("*") if path.is_file()} == before
    assert [path.name for path in tmp_path.iterdir()] == ["t"]


def test_what_is_built_is_named(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened: list[str] = []
    monkeypatch.setattr(click, "launch", opened.append)
    page = tmp_path / "data" / "benchmarks.html"
    code, text = run(str(tmp_path), "--only", "benchmarks", "--open")
    assert code == 0
    assert text.startswith("1 page in ")
    assert text.endswith(f": {page}\n")
    assert opened == [page.as_uri()]


def test_the_working_folder_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    code, text = run(".", "--only", "missing")
    assert code == 2
    assert "can't be replaced; name a folder in it, or one elsewhere" in " ".join(text.split())
    assert not any(tmp_path.iterdir())
