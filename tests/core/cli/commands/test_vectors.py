"""`hexapla vectors`: one standard to a file, all of them to a folder, or to standard output."""

import json
from pathlib import Path

import pytest
from command_line import run

import hexapla
from hexapla.standard.registry import default_columns
from hexapla.vectors import schema_text, vectors_text

SPECS = default_columns()


@pytest.fixture(autouse=True)
def _one_day(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1000000000")


def test_a_standard_is_one_document(tmp_path: Path) -> None:
    file = tmp_path / "vectors.json"
    for arguments in ([], ["-o", "-"]):
        assert run("vectors", "rfc3986", *arguments).stdout == vectors_text(hexapla.spec("rfc3986"))
    result = run("vectors", "rfc3986", "-o", str(file))
    assert (result.exit_code, result.output) == (0, "")
    assert file.read_text("utf-8") == vectors_text(hexapla.spec("rfc3986"))
    assert json.loads(file.read_bytes())["hexapla"]["date"] == "2001-09-09"


@pytest.mark.slow
def test_all_standards_are_a_document_a_line_or_a_file_each(tmp_path: Path) -> None:
    printed = run("vectors").stdout.splitlines(keepends=True)
    assert printed == [vectors_text(spec) for spec in SPECS]
    assert run("vectors", "-o", str(tmp_path / "new" / "folder")).exit_code == 0
    written = {path.name: path.read_text("utf-8") for path in tmp_path.glob("new/folder/*")}
    assert written.pop("vectors.schema.json") == schema_text()
    assert written == {f"{spec.id}-vectors.json": vectors_text(spec) for spec in SPECS}


def test_one_standard_goes_into_a_folder_that_is_there(tmp_path: Path) -> None:
    assert run("vectors", "rfc1808", "-o", str(tmp_path)).exit_code == 0
    assert [path.name for path in tmp_path.iterdir()] == ["rfc1808-vectors.json"]


def test_the_schema_can_be_written(tmp_path: Path) -> None:
    assert run("vectors", "--schema").stdout == schema_text()
    assert run("vectors", "--schema", "-o", str(tmp_path / "schema.json")).exit_code == 0
    assert (tmp_path / "schema.json").read_text("utf-8") == schema_text()
