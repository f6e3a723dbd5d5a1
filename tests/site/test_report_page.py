"""The folder of a report: a new one, an empty one, or one with a report; never another's."""

from pathlib import Path

import pytest
from command_line import run

COMMANDS = {
    "corpus": ("{pairs}", "--base", "http://a/b", "-o", "{out}", "--workers", "1", "-q"),
    "identify": ("--against", "{pairs}", "--spec", "rfc3986", "python:urllib.parse:urljoin"),
    "differential": (
        *("--alphabet", "a", "--max-length", "1", "--count", "0"),
        *("spec:rfc3986", "spec:whatwg"),
    ),
}


def report(command: str, folder: Path, place: Path) -> tuple[int, str]:
    """Run a command that writes a report into a folder, and all else elsewhere."""
    pairs, out = place / "in.jsonl", place / "out.jsonl"
    pairs.write_text('{"base": "http://a/b", "reference": "?"}\n', encoding="utf-8")
    arguments = (each.format(pairs=pairs, out=out) for each in COMMANDS[command])
    result = run(command, "--report", str(folder), *arguments)
    return result.exit_code, " ".join(result.stderr.split())


@pytest.mark.parametrize("command", COMMANDS)
def test_a_report_destroys_nothing(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    (folder / "static").mkdir(parents=True)
    files = {"index.html": "mine", "static/hexapla.css": "mine"}
    for name, text in files.items():
        (folder / name).write_text(text)
    code, text = report(command, folder, tmp_path)
    assert code == 2
    assert "is not empty, and Hexapla did not make it; name an empty or a new folder" in text
    assert {name: (folder / name).read_text() for name in files} == files
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("command", COMMANDS)
def test_a_report_replaces_a_report(command: str, tmp_path: Path) -> None:
    folder = tmp_path / "folder"
    assert report(command, folder, tmp_path)[0] in (0, 1)
    (folder / "note.txt").write_text("mine")
    written = (folder / "index.html").read_bytes()
    assert report(command, folder, tmp_path)[0] in (0, 1)
    assert (folder / "index.html").read_bytes() == written
    assert (folder / "note.txt").read_text() == "mine"
