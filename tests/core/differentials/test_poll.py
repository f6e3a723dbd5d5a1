"""How parsers on this machine, recordings and standards read an input, in groups."""

import json
import sys
from pathlib import Path

import attrs
import pytest

import hexapla
from hexapla.differentials import poll
from hexapla.differentials.poll import failure_of_poll
from hexapla.differentials.polled import PolledInput
from hexapla.identification.recording import Recording, Recordings
from hexapla.implementations import adapters
from hexapla.implementations.adapters import Adapter, adapter
from hexapla.implementations.asking import Answer, UrlCase
from hexapla.operations.authority import UrlComponents

# The package's extras install them.
NAMES = ("urllib.parse", "ada")
STANDARDS = ("rfc3986", "whatwg")


def members(asked: PolledInput) -> dict[str, set[str]]:
    return {
        group.reads: {*group.selectors, *(parser.name for parser in group.parsers)}
        for group in asked.groups
    }


def test_parsers_and_standards_stand_in_groups() -> None:
    found = hexapla.ask_parsers("http://a\\@b/", "http://a/", names=NAMES, specs=STANDARDS)
    apart, alike = found.inputs
    assert members(apart) == {"host b": {"rfc3986", "urllib.parse"}, "host a": {"whatwg", "ada"}}
    assert apart.groups[0].does == ""
    assert apart.groups[1].does == "ends the authority at a backslash"
    assert alike.agrees
    assert not found.agrees


def test_a_refusal_is_a_group_and_other_components_are_compared() -> None:
    (refused,) = hexapla.ask_parsers("http://a b/", names=NAMES, specs=STANDARDS).inputs
    assert members(refused) == {
        "host a\u2423b": {"rfc3986", "urllib.parse"},
        "rejected": {"whatwg", "ada"},
    }
    (port,) = hexapla.ask_parsers("http://a:80/", names=NAMES, specs=STANDARDS, on="port").inputs
    assert members(port) == {"port 80": {"rfc3986", "urllib.parse"}, "no port": {"whatwg", "ada"}}


def test_references_are_resolved() -> None:
    found = hexapla.ask_parsers("?y", base="http://a/b", names=NAMES, specs=["rfc2396", "rfc3986"])
    assert members(found.inputs[0]) == {
        "http://a/b?y": {"rfc3986", "urllib.parse", "ada"},
        "http://a/?y": {"rfc2396"},
    }


def test_recorded_versions_are_told_as_such() -> None:
    case = UrlCase("http://a/")
    answer = Answer(case, UrlComponents.of({"host": "b"}))
    old = Recording("ada", "Ada", "C++", "0.1", None, (answer,))
    recordings = [Recordings("parse", (case,), (old, attrs.evolve(old, name="lynx")))]
    found = hexapla.ask_parsers(case.url, names=["ada"], specs=STANDARDS, recordings=recordings)
    assert [str(parser) for parser in found.inputs[0].groups[1].parsers] == ["ada 0.1 (recorded)"]
    (other,) = hexapla.ask_parsers("x:", names=["ada"], recordings=recordings).inputs
    assert not any(parser.is_recorded for group in other.groups for parser in group.parsers)


def test_what_is_not_on_this_machine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    broken = attrs.evolve(adapter("ada"), name="none", file="no-such-file.py", install="pip it")
    monkeypatch.setattr(poll, "ADAPTERS", (adapter("ada"), broken))
    found = hexapla.ask_parsers("http://a/", specs=STANDARDS)
    assert [*found.absent] == ["none"]
    assert "pip it" in found.absent["none"]
    assert members(found.inputs[0]) == {"host a": {"rfc3986", "whatwg", "ada"}}


def test_any_text_is_asked() -> None:
    odd = ("", "\ud800", "http://[", "a" * 2_000, "\n", "http://a/\ud800")
    found = hexapla.ask_parsers(*odd, names=NAMES)
    assert [asked.case.texts for asked in found.inputs] == [(text,) for text in odd]
    json.dumps(found.to_dict())


# Asked in the plain protocol, which can't represent every text.
PLAIN_PARSER = """
import sys
print("1.0", flush=True)
for line in sys.stdin:
    print("host=a", flush=True)
"""


def plain_parser(folder: Path) -> Adapter:
    file = folder / "parser.ml"
    file.write_text(PLAIN_PARSER)
    return attrs.evolve(adapter("Neturl"), name="plain", file=str(file))


def test_a_question_that_cannot_be_sent_shows_why(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    """This holds even for the first question, before which the parser sends its version."""
    monkeypatch.setattr(adapters, "_RUNNERS", {".ml": (sys.executable,)})
    monkeypatch.setattr(poll, "ADAPTERS", (plain_parser(tmp_path),))
    found = hexapla.ask_parsers("http://a/\ud800", "http://a/", specs=STANDARDS)
    unsent, sent = found.inputs
    assert found.absent == {}
    assert [str(parser) for parser in unsent.silent] == ["plain 1.0"]
    assert unsent.silent[0].answer.trouble is not None
    assert "the URL contains a lone surrogate" in unsent.silent[0].answer.trouble
    assert members(sent) == {"host a": {"rfc3986", "whatwg", "plain"}}


def test_a_parser_that_starts_too_slowly_is_not_absent() -> None:
    found = hexapla.ask_parsers("http://a/", names=["ada"], specs=STANDARDS, timeout=0.001)
    (parser,) = found.inputs[0].silent
    assert found.absent == {}
    assert (str(parser), parser.answer.trouble) == ("ada", "gave no answer within 0.001 s")


def test_a_named_parser_must_answer_the_question() -> None:
    with pytest.raises(LookupError, match=r"lynx only resolves; give a base, or name another"):
        hexapla.ask_parsers("http://a/", names=["ada", "lynx"])
    with pytest.raises(LookupError, match=r"urllib3 only parses; omit the base, or name another"):
        hexapla.ask_parsers("?y", base="http://a/", names=["urllib3"])


def test_what_makes_no_sense_is_refused() -> None:
    with pytest.raises(ValueError, match="give at least one URL or reference"):
        hexapla.ask_parsers()
    with pytest.raises(LookupError, match="nothing"):
        hexapla.ask_parsers("http://a/", names=["nothing"])


def test_a_failure_says_who_reads_what() -> None:
    found = hexapla.ask_parsers("http://a/", "http://a\\@b/", names=["ada"], specs=STANDARDS)
    heading, *groups = failure_of_poll(found).splitlines()
    assert heading == "http://a\\@b/"
    assert any("host a" in line and "URL Standard (not valid), ada" in line for line in groups)
    assert failure_of_poll(hexapla.ask_parsers("http://a/", names=["ada"])) == ""
