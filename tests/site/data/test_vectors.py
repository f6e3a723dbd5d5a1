"""Published data: the vectors and tables are correct, and every build writes the same data."""

import json
import os
import subprocess
import sys
import zipfile
from datetime import datetime
from pathlib import Path

import jsonschema
import pytest
from site_under_test import HOSTILE_CASES, built_site, rows_of_data, source_of
from tables import in_parts

import hexapla
from hexapla.standard.registry import default_columns
from hexapla.vectors import example_cases, vectors_of
from hexapla.vectors.cases import KINDS
from hexapla_site.data.period_clients import PERIOD_CASES
from hexapla_site.report.report import PERIOD_TITLE

SPECS = [spec.id for spec in default_columns()]


@pytest.mark.parametrize("spec", SPECS)
def test_the_vectors_are_those_of_the_command_and_added_cases(spec: str) -> None:
    data = json.loads(source_of(f"data/{spec}-vectors.json"))
    jsonschema.validate(data, json.loads(source_of("data/vectors.schema.json")))
    own = vectors_of(hexapla.spec(spec))
    resolved = {vector["id"]: vector for vector in data["resolve"]}
    of_command = own["resolve"]
    assert isinstance(of_command, list)
    assert [resolved.pop(vector["id"]) for vector in of_command] == of_command
    added = [(vector["base"], vector["reference"]) for vector in resolved.values()]
    assert added == list(HOSTILE_CASES)
    for kind in KINDS:
        assert kind == "resolve" or data[kind] == own[kind]


def test_the_test_pages_are_the_cases_of_the_clients() -> None:
    on_pages = [case for case, sources in example_cases().items() if PERIOD_TITLE in sources]
    assert set(on_pages) == {(row.base, row.reference) for row in PERIOD_CASES}


def test_every_table_is_the_same_in_json_and_csv() -> None:
    (archive,) = (built_site() / "data").glob("*.zip")
    tables = zipfile.Path(archive, f"{archive.stem}/tables/")
    schema = json.loads((tables / "table.schema.json").read_text("utf-8"))
    for name in sorted(path.stem for path in (built_site() / "data").glob("*.csv")):
        table = json.loads((tables / f"{name}.json").read_text("utf-8"))
        jsonschema.validate(table, schema)
        rows = [
            {key: cell.encode("utf-8", "backslashreplace").decode() for key, cell in row.items()}
            for row in table["rows"]
        ]
        assert rows, name
        assert rows_of_data(name) == rows, name


def test_the_empty_reference_and_hostile_ones_are_in_the_tables() -> None:
    found = {(row["base"], row["reference"]) for row in rows_of_data("cases")}
    assert ("http://a/b/c/d;p?q", "") in found
    whole = [key for key in HOSTILE_CASES if key[1].isprintable()]
    assert found.issuperset(whole)


BUILD = """
import sys
from pathlib import Path
from site_under_test import HOSTILE_CASES, build_site
build_site(Path(sys.argv[1]), HOSTILE_CASES, only=sys.argv[2:] or None)
"""
OF_THE_WHOLE = {
    Path(".hexapla.json"),
    Path("static", "search-index.js"),
}  # they depend on all kinds


@in_parts("kinds", slow=[("causes", "grammars")], nightly=[()])
def test_builds_are_the_same(tmp_path: Path, kinds: tuple[str, ...]) -> None:
    """The builds are made in two processes with different hash seeds, and so orders of sets."""
    one, two = built_site(), tmp_path / "two"
    day = json.loads(source_of("data/rfc3986-vectors.json"))["hexapla"]["date"]
    environment = {
        **os.environ,
        "PYTHONPATH": os.pathsep.join(sys.path),
        "PYTHONHASHSEED": "1" if os.environ.get("PYTHONHASHSEED") != "1" else "2",
        "SOURCE_DATE_EPOCH": str(int(datetime.fromisoformat(f"{day}T00:00Z").timestamp())),
    }
    command = [sys.executable, "-c", BUILD, str(two), *kinds]
    subprocess.run(command, env=environment, capture_output=True, check=True)
    files = {path.relative_to(two) for path in two.rglob("*") if path.is_file()}
    if not kinds:
        assert files == {path.relative_to(one) for path in one.rglob("*") if path.is_file()}
    for file in files - OF_THE_WHOLE if kinds else files:
        assert (one / file).read_bytes() == (two / file).read_bytes(), file
