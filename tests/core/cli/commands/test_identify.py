"""The command that says which standard a parser follows."""

import json
import sys
from pathlib import Path

import backslash_parser
import pyarrow
import pyarrow.parquet
import pytest
from command_line import documents, run

BASE = "http://a/b/c/d;p?q"
URLJOIN = "python:urllib.parse:urljoin"


def pairs(tmp_path: Path, *references: str) -> str:
    path = tmp_path / "pairs.jsonl"
    lines = [json.dumps({"base": BASE, "reference": reference}) for reference in references]
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_json_follows_its_schema(tmp_path: Path) -> None:
    cases = pairs(tmp_path, "g", "?", "\ud800")
    result = run("identify", "--json", "--spec", "rfc3986", "--against", cases, URLJOIN)
    (found,) = documents(result)
    assert found["cases"] == found["answered"] == 3
    assert found["best"] == found["explanations"][0]
    assert [item["reference"] for item in found["unexplained"]] == ["?"]
    assert found["departures"][0]["smallest"]["base"] == "1:///a"


def test_a_failure_is_one_unexplained_case(tmp_path: Path) -> None:
    program = (
        "import json, sys, urllib.parse\n"
        "for line in sys.stdin:\n"
        "    q = json.loads(line)\n"
        "    assert q['reference'] != ';x', 'no params'\n"
        "    uri = urllib.parse.urljoin(q['base'], q['reference'])\n"
        "    print(json.dumps({'uri': uri}), flush=True)\n"
    )
    cases = pairs(tmp_path, "g", ";x", "../g")
    # What comes behind the program's name is the program's own.
    result = run(
        *("identify", "--json", "--spec", "rfc3986", "--against", cases),
        *(sys.executable, "-c", program, "--timeout=a"),
    )
    (found,) = documents(result)
    (failed,) = found["unexplained"]
    assert failed["reference"] == ";x"
    assert failed["answer"]["trouble"] == ("ended without an answer: AssertionError: no params")
    assert (found["cases"], found["answered"], result.exit_code) == (3, 2, 1)


LONG_ANSWERS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"uri": "x:" + "y" * 1_000_000}), flush=True)
"""


def test_long_answers_are_cut_in_text_and_whole_in_json(tmp_path: Path) -> None:
    cases = pairs(tmp_path, "g", ";x")
    program = "--spec", "rfc3986", "--against", cases, sys.executable, "-c", LONG_ANSWERS
    told = run("identify", *program).stdout
    assert "…999,002 characters left out…" in told
    assert len(told) < 20_000
    result = run("identify", "--json", *program)
    (found,) = documents(result)
    assert len(found["unexplained"][1]["answer"]["uri"]) == 1_000_002


def test_vectors_are_read(tmp_path: Path) -> None:
    path = tmp_path / "vectors.json"
    vector = {"id": "x", "base": BASE, "reference": "g", "uri": "http://a/b/c/g"}
    path.write_text(json.dumps({"schema": 1, "vectors": [vector]}, indent=1), encoding="utf-8")
    (found,) = documents(run("identify", "--json", "--against", str(path), URLJOIN))
    assert found["cases"] == 1


def test_each_pair_of_a_corpus_is_asked_once(tmp_path: Path) -> None:
    """A pair that comes again is asked once; the empty reference is one."""
    rows = {"base": [BASE] * 4, "reference": ["g", "", "g", "?y"]}
    separated = tmp_path / "pairs.csv"
    lines = ["base,reference", *(f"{BASE},{text}" for text in rows["reference"])]
    separated.write_text("\n".join(lines) + "\n", encoding="utf-8")
    columnar = tmp_path / "pairs.parquet"
    pyarrow.parquet.write_table(pyarrow.table(rows), columnar)
    for path in (separated, columnar):
        (found,) = documents(run("identify", "--json", "--against", str(path), URLJOIN))
        assert found["cases"] == 3, path


@pytest.mark.parametrize(("name", "text"), [("page.html", "<a href=g>"), ("lines.txt", "g\n")])
def test_one_base_is_taken_for_all_rows(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (found,) = documents(
        run("identify", "--json", "--against", str(path), "--base", "http://a/b/c", URLJOIN)
    )
    assert (found["cases"], found["unexplained"]) == (1, [])


def urls(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "urls.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def test_json_of_parsing_follows_its_schema(tmp_path: Path) -> None:
    cases = urls(tmp_path, "http://a/b?c#d", "http://A\\b", "http://a b/", "a%41://b")
    program = sys.executable, backslash_parser.__file__
    result = run("identify", "--parse", "--json", "--against", cases, *program)
    (form,) = documents(result)
    assert form["command"] == "identify"
    assert form["cases"] == form["answered"] == 4
    assert form["told"]["userinfo"] == 0
    assert {item["id"] for item in form["explanations"]} >= {"rfc3986", "whatwg"}
