"""Programs that are named by a word: they are started, asked, and asked again after a crash."""

import sys
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path

import pytest

import hexapla
from hexapla.divergence.divergence import ProgramReading, divergence
from hexapla.divergence.model import HOST
from hexapla.identification.question import candidates
from hexapla.implementations.asking import UrlCase, ask
from hexapla.implementations.programs import names_of, started, version_of

# The package's extras install them.
ADAPTERS = ("urllib.parse", "rfc3986", "uritools", "yarl", "furl", "hyperlink", "ada")


def parse(url: str) -> dict[str, str]:
    if "[" in url:
        sys.exit("no brackets, please")
    return {"host": url.partition("//")[2]}


def test_names_tell_programs_apart() -> None:
    spec = hexapla.spec("rfc2396")
    words = ("adapter:ada", "spec:rfc2396", spec, parse, parse, "python:x:y")
    assert names_of(words) == (
        "ada",
        "RFC 2396",
        "RFC 2396 (2)",
        "parse",
        "parse (2)",
        "python:x:y",
    )


@pytest.mark.parametrize("word", ["", "python:x", "python::x", "adapter:lynx", "adapter:?"])
def test_a_word_that_names_no_program_is_refused(word: str) -> None:
    with pytest.raises((ValueError, LookupError)):
        version_of(word)


@pytest.mark.slow
def test_a_program_that_dies_of_many_urls_is_asked_all_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A third of all URLs crash it, more than ten of them in a row in the simplest order."""
    (tmp_path / "dying.py").write_text(Path(__file__).read_text("utf-8"), "utf-8")
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    differential = hexapla.differential(
        "python:dying:parse",
        lambda url: {"host": url.partition("//")[2]},
        names=("one", "other"),
        alphabet="a[b",
        max_length=3,
        count=0,
    )
    assert differential.agrees
    assert differential.asked == 1 + 3 + 9 + 27
    assert len(differential.unanswered["one"]) == 40 - (1 + 2 + 4 + 8)
    assert all("[" in answer.case.url for answer in differential.unanswered["one"])
    assert "no brackets, please" in str(differential.unanswered["one"][0].trouble)


@pytest.mark.slow
@pytest.mark.parametrize("pair", tuple(pairwise(ADAPTERS)), ids="-".join)
def test_every_class_between_adapters_holds_when_both_are_asked_again(pair: Sequence[str]) -> None:
    words = [f"adapter:{name}" for name in pair]
    differential = hexapla.differential(*words, max_length=2, count=400)
    assert not differential.unanswered
    with started(words) as (one, other):
        for item, finding in differential.findings.items():
            url = finding.smallest.url
            left, right = (
                ProgramReading(name, ask(parse, UrlCase(url)))
                for name, parse in zip(pair, (one, other), strict=True)
            )
            assert divergence(HOST, left, right, candidates()).item == item
