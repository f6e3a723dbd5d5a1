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


LONG_ANSWERS = """
import json, sys
for line in sys.stdin:
    print(json.dumps({"uri": "x:" + "y" * 1_000_000}), flush=True)
"""


def test_long_answers_are_cut_and_it_is_said(tmp_path: Path) -> None:
    cases = pairs(tmp_path, "g", ";x")
    program = "--against", cases, sys.executable, "-c", LONG_ANSWERS
    told = run("identify", *program).stdout
    assert "…999,002 characters left out…" in told
    assert len(told) < 20_000
    result = run("identify", "--json", *program)
    (found,) = documents(result)
    assert len(result.stdout) < 100_000
    assert {"at": "/unexplained/1/answer/uri", "length": 1_000_002} in found["cut"]
    assert found["unexplained"][1]["answer"]["uri"].startswith("x:yyy")


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


def urls(tmp_path: Path, *lines: str) -> str:
    path = tmp_path / "urls.txt"
    path.write_text("\n".join(lines), encoding="utf-8")
    return str(path)


def parse_program(tmp_path: Path) -> str:
    """Write a parser as RFC 3986's, but for a backslash, which ends the host."""
    path = tmp_path / "parser.py"
    path.write_text(
        "import json, re, sys\n"
        "NAMES = 'scheme', 'host', 'path', 'query', 'fragment'\n"
        r"URL = re.compile(r'(?:([^:/?#]+):)?(?://([^/?#\\]*))?([^?#]*)(?:\?([^#]*))?(?:#(.*))?')"
        "\n"
        "for line in sys.stdin:\n"
        "    question = json.loads(line)\n"
        "    components = URL.match(question['parse']).groups()\n"
        "    print(json.dumps(dict(zip(NAMES, components), id=question['id'])), flush=True)\n",
        encoding="utf-8",
    )
    return str(path)


def test_parsing_is_told_by_component_and_by_departure(tmp_path: Path) -> None:
    cases = urls(tmp_path, "http://a/b?c#d", "x:y", '"http://a\\\\b"', '{"url": "//a"}')
    program = sys.executable, parse_program(tmp_path)
    result = run("identify", "--parse", "--spec", "rfc3986", "--against", cases, *program)
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "RFC 3986: 22 of 24 components in 4 URLs match, 2 differ in 1 way",
        "",
        "          all  accepts  scheme  userinfo  host  port  path  query  fragment  as given",
        "RFC 3986   22        4       4         –     3     –     3      4         4         3",
        "compared   24        4       4         0     4     0     4      4         4         4",
        "host: as connected to, in lower case and without brackets; as given: the same host as it "
        "is given",
        "",
        '[1] 1 URL: it ends the host at "\\". RFC 3986 ends the authority at the end of the text '
        "(3.2).",
        "  The smallest: //a\\ ]  host a, path \\  implementation  ·  host a\\, path ∅  3986",
    ]


def test_json_of_parsing_follows_its_schema(tmp_path: Path) -> None:
    cases = urls(tmp_path, "http://a/b?c#d", "http://A\\b", "http://a b/", "a%41://b")
    program = sys.executable, parse_program(tmp_path)
    result = run("identify", "--parse", "--json", "--against", cases, *program)
    (form,) = documents(result)
    assert form["command"] == "identify"
    assert form["cases"] == form["answered"] == 4
    assert form["told"]["userinfo"] == 0
    assert {item["id"] for item in form["explanations"]} >= {"rfc3986", "whatwg"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        (("--base", "http://a/"), "--base is for references"),
        (("--against", "FILE"), "line 1 is no JSON"),
    ],
)
def test_what_parsing_can_not_be_asked(tmp_path: Path, options: tuple[str, ...], says: str) -> None:
    words = [urls(tmp_path, '"http://a') if word == "FILE" else word for word in options]
    result = run("identify", "--parse", *words, "true")
    assert result.exit_code == 2
    assert says in result.stderr


def test_an_adapter_is_asked_only_what_it_answers() -> None:
    result = run("identify", "adapter:urllib3")
    assert result.exit_code == 2
    assert "only parses, and does not resolve" in result.stderr
    result = run("identify", "--parse", "adapter:lynx")
    assert result.exit_code == 2
    assert "only resolves, and does not parse" in result.stderr


def test_a_program_that_does_not_parse_gives_no_answer(tmp_path: Path) -> None:
    result = run("identify", "--parse", "--against", urls(tmp_path, "a"), "true")
    assert result.exit_code == 2
    assert "the implementation gave no answer" in result.stderr
