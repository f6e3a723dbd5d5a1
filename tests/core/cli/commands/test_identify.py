"""The command that says which standard a parser follows."""

import json
import sys
from pathlib import Path

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


def test_the_text_names_the_standard_and_the_departures(tmp_path: Path) -> None:
    """CPython drops the mark of an empty query; the rest is RFC 3986."""
    cases = pairs(tmp_path, "g", "http:g", "?y", "?")
    result = run("identify", "--spec", "rfc3986", "--spec", "rfc2396", "--against", cases, URLJOIN)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "RFC 3986[same-scheme=loophole]: 3 of 4 cases match, 1 differs in 1 way",
        "",
        "RFC 3986[same-scheme=loophole]  3  2 by default",
        "RFC 2396[same-scheme=loophole]  2  1 by default",
        "",
        f"? ]  {BASE}  implementation  ·  http://a/b/c/d;p?  3986  base {BASE}  [1]",
        "",
        "[1] 1 case: it treats an empty part as absent, or an absent one as empty. RFC 3986 parses "
        "by one expression, and keeps apart what is empty and what is undefined (B).",
        "  The smallest: ? ]  1:///a  implementation  ·  1:///a?  3986  base 1:///a",
    ]


def test_an_implementation_that_is_explained_exits_with_0(tmp_path: Path) -> None:
    result = run("identify", "--against", pairs(tmp_path, "g"), URLJOIN)
    assert result.exit_code == 0
    assert result.stdout.startswith("URL Standard: 1 of 1 cases match\n")


def test_json_follows_its_schema(tmp_path: Path) -> None:
    cases = pairs(tmp_path, "g", "?", "\ud800")
    result = run("identify", "--json", "--spec", "rfc3986", "--against", cases, URLJOIN)
    (found,) = documents(result)
    assert found["cases"] == found["answered"] == 3
    assert found["best"] == found["explanations"][0]
    assert [item["reference"] for item in found["unexplained"]] == ["?"]
    assert found["unexplained"][0]["smallest"]["base"] == "1:///a"


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
        "identify", "--json", "--against", cases, sys.executable, "-c", program, "--timeout=a"
    )
    (found,) = documents(result)
    (failed,) = found["unexplained"]
    assert failed["reference"] == ";x"
    assert failed["answer"]["trouble"] == ("ended without an answer: AssertionError: no params")
    assert (found["cases"], found["answered"], result.exit_code) == (3, 2, 1)


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


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("page.html", "the page has no base; give the URL"),
        ("lines.txt", "holds no bases; give one for all rows with --base"),
        ("x.parquet", "Parquet"),
    ],
)
def test_a_file_of_another_format_is_refused(tmp_path: Path, name: str, message: str) -> None:
    path = tmp_path / name
    path.write_text("<a href=g>", encoding="utf-8")
    result = run("identify", "--against", str(path), URLJOIN)
    assert result.exit_code == 2
    assert message in " ".join(result.stderr.split())


@pytest.mark.parametrize(("name", "text"), [("page.html", "<a href=g>"), ("lines.txt", "g\n")])
def test_one_base_is_taken_for_all_rows(tmp_path: Path, name: str, text: str) -> None:
    path = tmp_path / name
    path.write_text(text, encoding="utf-8")
    (found,) = documents(
        run("identify", "--json", "--against", str(path), "--base", "http://a/b/c", URLJOIN)
    )
    assert (found["cases"], found["unexplained"]) == (1, [])
    alone = run("identify", "--base", "http://a/", URLJOIN)
    assert alone.exit_code == 2
    assert "--against" in alone.stderr


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "it has no pair"),
        ('{"base": "x:"}', "row 1 holds no pair of a base and a reference"),
        ('{"base": "x:", "reference": "a"}\n\n[', "row 2 holds no pair"),
        ('{"vectors": [7]}', "vector 1 holds no pair"),
        ("[" * 100_000, "row 1 holds no pair"),
    ],
)
def test_a_file_without_pairs_is_refused(tmp_path: Path, text: str, message: str) -> None:
    path = tmp_path / "pairs"
    path.write_text(text, encoding="utf-8")
    result = run("identify", "--against", str(path), URLJOIN)
    assert result.exit_code == 2
    assert message in result.stderr


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["/no/such/program"], "/no/such/program"),
        (["python:no_such_module:f"], "gave no answer: it ended without an answer: ModuleNotFound"),
        (["python:urllib.parse"], "write python:module:function"),
        (["adapter:urllib3"], "the adapter urllib3 only parses, and does not resolve"),
        (["--spec", "rfc99", URLJOIN], "is no spec"),
        (["--timeout", "0", URLJOIN], "--timeout"),
        ([], "COMMAND"),
    ],
)
def test_trouble_is_one_clear_error(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = run("identify", *arguments)
    assert result.exit_code == 2
    assert message in result.stderr
    assert "Traceback" not in result.stderr
