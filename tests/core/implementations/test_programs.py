"""The words by which a program is named, and the files by which URLs are."""

import sys
from pathlib import Path

import pytest

from hexapla.implementations.case_files import read_urls
from hexapla.implementations.programs import ProgramNameError, named_program


@pytest.mark.parametrize("words", [["python:"], ["python:a"], ["python:a:"], ["python:a:b", "c"]])
def test_a_callable_without_a_name_is_an_error(words: list[str]) -> None:
    with pytest.raises(ProgramNameError, match="write python:module:function"):
        named_program(words, "resolve")


def test_a_command_stays_as_it_is() -> None:
    assert named_program(["node", "my_parser.js"], "parse").command == ("node", "my_parser.js")


@pytest.mark.parametrize("word", ["a\0b", "\ud800"])
def test_what_can_not_be_given_to_a_program_is_refused(word: str) -> None:
    with pytest.raises(ProgramNameError, match="names no program"):
        named_program(["sh", word], "resolve")


def test_an_adapter_is_named_by_its_prefix_unless_it_is_a_program(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    named = named_program(["adapter:urllib.parse"], "resolve")
    assert named.command[0] == sys.executable
    monkeypatch.setenv("PATH", "")
    with pytest.raises(ProgramNameError, match=r"write adapter:lynx"):
        named_program(["lynx", "-dump"], "resolve")
    monkeypatch.setattr("shutil.which", lambda name: f"/bin/{name}")
    assert named_program(["lynx", "-dump"], "resolve").command == ("lynx", "-dump")


@pytest.mark.parametrize("line", ["http://a/", '"http://a/"', '{"url": "http://a/"}'])
def test_a_byte_order_mark_is_no_part_of_a_url(line: str, tmp_path: Path) -> None:
    file = tmp_path / "urls.txt"
    file.write_text(f"\ufeff{line}\r\n\ufeffx\n", encoding="utf-8")
    assert read_urls(file) == ("http://a/", "\ufeffx")
