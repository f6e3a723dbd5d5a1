"""Files that are there whole or not at all."""

from pathlib import Path

import pytest

from hexapla.jobs.files import join_files, json_line, written_whole


def test_a_file_has_its_name_when_all_is_written(tmp_path: Path) -> None:
    path = tmp_path / "out"
    with written_whole(path) as file:
        file.write(b"all")
        assert not path.exists()
    assert path.read_bytes() == b"all"
    assert list(tmp_path.iterdir()) == [path]


def test_an_unfinished_file_leaves_what_was_there(tmp_path: Path) -> None:
    path = tmp_path / "out"
    path.write_bytes(b"old")

    def interrupted() -> None:
        with written_whole(path) as file:
            file.write(b"new")
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        interrupted()
    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_parts_are_joined_in_their_order(tmp_path: Path) -> None:
    parts = [tmp_path / name for name in "ab"]
    for part in parts:
        part.write_text(part.name)
    with written_whole(tmp_path / "out") as file:
        join_files(reversed(parts), file)
    assert (tmp_path / "out").read_text() == "ba"


def test_a_line_of_json_keeps_lone_surrogates() -> None:
    assert json_line({"text": "\ud800\n"}) == b'{"text":"\\ud800\\n"}\n'
