"""No verdict without evidence: what is refused, left unanswered, said at random, or undecided."""

import re
from collections.abc import Callable
from importlib import import_module
from random import Random
from urllib.parse import urljoin, urlsplit

import pytest
from command_line import documents, run
from made_up_parsers import faithful
from tables import by_rows_of

import hexapla
from hexapla.implementations.asking import NoAnswerError
from hexapla.operations.authority import COMPONENT_NAMES

URLJOIN = "python:urllib.parse:urljoin"
BASE = "http://a/b/c/d;p?q"
CHANCE = Random(29)
Said = Callable[..., object]


def refuse(*texts: str) -> None:
    raise ValueError("no")


def fail(*texts: str) -> None:
    raise NoAnswerError("died")


def pieces_of(url: str) -> dict[str, str | None]:
    return {name: CHANCE.choice((None, "", url, url[:3], url[3:])) for name in COMPONENT_NAMES}


def of_another_url(url: str) -> dict[str, str | None]:
    return dict(faithful("rfc3986")(CHANCE.choice(("http://a/b?c", "//h:80#f", "x:y", url[1:]))))


def some_refused(url: str) -> dict[str, str | None]:
    if CHANCE.random() < 0.5:
        raise ValueError("no")
    return pieces_of(url)


NOTHING: dict[str, Said] = {
    "refuses all": refuse,
    "None": lambda *texts: None,
    "no answer": fail,
}
NO_PARSERS: dict[str, Said] = NOTHING | {
    "pieces": pieces_of,
    "of another URL": of_another_url,
    "some refused": some_refused,
    "words": lambda url: {name: CHANCE.choice(("http", "a", None)) for name in COMPONENT_NAMES},
    "a constant": lambda url: dict.fromkeys(COMPONENT_NAMES) | {"scheme": "http", "host": "a"},
    "one host": lambda url: {"host": "a"},
    "the whole as path": lambda url: {"path": url},
}
NO_RESOLVERS: dict[str, Said] = NOTHING | {
    "the base": lambda base, reference: base,
    "the reference": lambda base, reference: reference,
    "both": lambda base, reference: base + reference,
    "one of them": lambda base, reference: CHANCE.choice((base, reference, base + reference, None)),
    "a letter less": lambda base, reference: (base + reference).replace(CHANCE.choice("/a."), ""),
    "cut": lambda base, reference: base[: CHANCE.randrange(9)] + reference,
    "a constant": lambda base, reference: "http://a/b/c/g",
}


@pytest.mark.parametrize("name", NO_PARSERS)
def test_no_standard_is_followed_by_what_takes_no_url_apart(name: str) -> None:
    check_no_verdict(hexapla.identify(parse=NO_PARSERS[name]))


@pytest.mark.parametrize("name", NO_RESOLVERS)
def test_no_standard_is_followed_by_what_resolves_nothing(name: str) -> None:
    check_no_verdict(hexapla.identify(NO_RESOLVERS[name]))  # type: ignore[arg-type]


def check_no_verdict(found: hexapla.Identification) -> None:
    assert found.no_verdict
    assert found.verdict == f"no verdict: {found.no_verdict}"
    assert found.departures == ()
    assert found.to_dict()["best"] is None
    with pytest.raises(hexapla.NoVerdictError, match=re.escape(found.no_verdict)):
        _ = found.best


def test_who_refuses_everything_is_asked_the_other_question() -> None:
    parsing = hexapla.identify(parse=urljoin)  # type: ignore[arg-type]
    assert re.fullmatch(
        r"it refused everything \(TypeError: .*\); if it resolves references, ask that: .*",
        parsing.no_verdict or "",
    )
    resolving = hexapla.identify(urlsplit)  # type: ignore[arg-type]
    assert resolving.no_verdict == (
        "it gave no answer: it gave a SplitResult, neither str nor None; if it takes URLs apart, "
        "ask that: --parse, or parse=… in Python"
    )


def test_half_of_the_cases_are_answered() -> None:
    references = ("g", "./g", "g/", "/g", "?y", "g#s")

    def silent(*left: str) -> hexapla.Identification:
        return hexapla.identify(
            lambda base, reference: fail() if reference in left else urljoin(base, reference),
            specs=["rfc3986"],
            cases=[(BASE, reference) for reference in references],
        )

    assert silent(*references[:3]).no_verdict is None
    assert silent(*references[:4]).no_verdict == (
        "it gave no answer in 4 of 6 cases: it died; if it takes URLs apart, ask that: --parse, "
        "or parse=… in Python"
    )


def test_two_standards_that_explain_as_much_are_no_verdict() -> None:
    cases = [(BASE, "g")]
    several = hexapla.identify(urljoin, specs=["rfc2396", "rfc3986"], cases=cases)
    assert several.no_verdict == (
        "RFC 3986 and RFC 2396 explain as much; name one of them, or give more cases"
    )
    assert hexapla.identify(urljoin, specs=["rfc2396"], cases=cases).best.id == "rfc2396"


@by_rows_of("implementations")
def test_parsers_are_asked_as_they_are(word: str, left_out: list[str]) -> None:
    module, _, name = word.partition(":")
    parse = import_module(module)
    for part in name.split("."):
        parse = getattr(parse, part)
    found = hexapla.identify(parse=parse)  # type: ignore[arg-type]
    assert found.best.id == "rfc3986"
    assert found.answered == found.cases
    assert sorted(found.to_dict()["left_out"]) == left_out  # type: ignore[call-overload]
    assert hexapla.differential(parse, f"python:{word}", max_length=2, count=0).agrees  # type: ignore[arg-type]


def test_what_is_left_out_is_named_once() -> None:
    result = run("identify", "--parse", "-q", "python:yarl:URL")
    assert result.exit_code == 1
    assert result.stdout.count("not compared, as it is no text: query (a MultiDictProxy)") == 1


def test_no_verdict_is_exit_code_2() -> None:
    line = ("identify", "--parse", "-q")
    result = run(*line, URLJOIN)
    assert result.exit_code == 2
    assert result.stdout.startswith("no verdict: it refused everything (TypeError: ")
    assert result.stderr.startswith("Error: no verdict: it refused everything (TypeError: ")
    (form,) = documents(run(*line, "--json", URLJOIN))
    assert (form["best"], form["departures"]) == (None, [])
    assert form["no_verdict"].startswith("it refused everything")
