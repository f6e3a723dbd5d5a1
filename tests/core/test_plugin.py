"""A memo from outside the tree: one module, one entry point, and it is everywhere."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

TOY = '''
"""A made-up standard: everything is path, and a reference replaces the base."""
from datetime import date
from hexapla.documents.citation import Citation, Document
from hexapla.standard.component import Component, Form
from hexapla.standard.phases import Move, ParsingStep, Phase, Rule
from hexapla.standard.spec import Spec

TOY = Document("toy", "T", "Toy 1", "A <b>made-up</b> memo", date(1996, 1, 1), "https://toy.invalid/")
PATH = Component("everything", "path", Citation(TOY, "1"))
SPLIT = Rule(Phase.SPLIT, Move.CUT_ALL, Citation(TOY, "1"), "cuts nothing")
CLASSIFY = Rule(Phase.CLASSIFY, Move.TEST, Citation(TOY, "2"), "takes all as relative")
COMBINE = Rule(Phase.COMBINE, Move.REPLACE, Citation(TOY, "3"), "forgets the base")
DOTS = Rule(Phase.DOTS, Move.SKIP_DOTS, Citation(TOY, "4"), "likes dots")
JOIN = Rule(Phase.RECOMBINE, Move.JOIN, Citation(TOY, "5"), "is done")

class Toy(Spec):
    document = TOY
    components = (PATH,)
    parsing = (ParsingStep(SPLIT, ("everything",), lambda text: ("", text)),)
    rules = (SPLIT, CLASSIFY, COMBINE, DOTS, JOIN)
    default_column = True

    @staticmethod
    def form(parts):
        return Form.RELATIVE_PATH

    @staticmethod
    def classify(base, reference, options):
        return CLASSIFY, reference[1:]

    @staticmethod
    def combine(base, reference, options):
        return COMBINE, reference

    @staticmethod
    def remove_dots(rule, reference, options):
        return DOTS, reference

    @staticmethod
    def recombine(reference):
        return JOIN, reference[0]

SPEC = Toy()
'''


@pytest.fixture
def environment(tmp_path: Path) -> dict[str, str]:
    return installed(tmp_path, TOY)


def installed(
    path: Path, module: str, point: str = "[hexapla.specs]\ntoy = toy_memo:SPEC"
) -> dict[str, str]:
    (path / "toy_memo.py").write_text(module, encoding="utf-8")
    info = path / "toy_memo-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy-memo\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(point + "\n")
    return {**os.environ, "PYTHONPATH": str(path)}


def output(environment: dict[str, str], *arguments: str) -> str:
    return subprocess.run(
        [sys.executable, "-m", "hexapla", *arguments],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    ).stdout


def test_a_memo_from_outside_is_not_listed(environment: dict[str, str]) -> None:
    listed = json.loads(output(environment, "specs", "--json"))["specs"]
    assert [spec["id"] for spec in listed] == [
        "rfc1630",
        "rfc1738",
        "rfc1808",
        "toy",
        "rfc2396",
        "rfc3986",
        "whatwg",
    ]


def test_a_memo_from_outside_is_not_compared(environment: dict[str, str]) -> None:
    arguments = ("compare", "--json", "--base", "http://a/b", "../g")
    comparison = json.loads(output(environment, *arguments))
    assert comparison["specs"] == ["rfc1630", "rfc1808", "toy", "rfc2396"]
    causes = [
        cause
        for cause in comparison["facets"]["target"]["causes"]
        if cause["right"]["spec"] == "toy"
    ]
    assert [cause["phase"] for cause in causes] == ["combine", "combine"]
    assert causes[0]["right"]["rule"]["does"] == "forgets the base"


def test_a_memo_from_outside_is_not_on_the_site(
    environment: dict[str, str], tmp_path: Path
) -> None:
    output(environment, "site", str(tmp_path / "public"))
    page = (tmp_path / "public" / "memos" / "toy.html").read_text("utf-8")
    assert "A &lt;b&gt;made-up&lt;/b&gt; memo" in page
    assert "forgets the base" in page
    cases = (tmp_path / "public" / "cases" / "index.html").read_text("utf-8")
    assert '<th scope="col">Toy 1</th>' in cases


@pytest.mark.parametrize(
    ("module", "words"),
    [
        ("import no_such_module", "can't be loaded: ModuleNotFoundError"),
        ("raise SystemExit(0)", "can't be loaded: SystemExit"),
        ("SPECS = 1", "can't be loaded: AttributeError"),
        ("SPEC = 1", "names no Spec instance but 1"),
        (
            TOY.replace('Document("toy"', 'Document("rfc1808"'),
            "has the id 'rfc1808', and so has plug-in",
        ),
        (TOY.replace('Document("toy"', 'Document("../../evil"'), "has the id '../../evil'"),
    ],
)
def test_a_broken_memo_from_outside_is_not_named(tmp_path: Path, module: str, words: str) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "hexapla", "compare", "g"],
        env=installed(tmp_path, module),
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 2
    assert done.stdout == ""
    (line,) = done.stderr.splitlines()
    assert line.startswith("Error: plug-in ")
    assert "plug-in 'toy' (toy-memo 1.0, entry point 'toy_memo:SPEC')" in line
    assert words in line


def test_a_broken_command_from_outside_breaks_the_others(tmp_path: Path) -> None:
    environment = installed(tmp_path, "", "[hexapla.commands]\nbad = toy_memo:bad")
    assert "can't be loaded" in output(environment, "--help")
    assert "rfc1808" in output(environment, "specs")
