"""What a departure's sentence names is in each of its cases, as are its conditions."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence

import pytest
from followers import expected_uri
from made_up_parsers import random_parsers
from tables import in_parts

import hexapla
from hexapla.divergence.conditions import holds
from hexapla.divergence.model import Kind, conditions_in
from hexapla.divergence.url_conditions import Url, UrlParts, holds_of_url
from hexapla.identification.departure import Departure
from hexapla.identification.identification import Identification
from hexapla.identification.parsing import default_urls
from hexapla.identification.recording import Recording
from hexapla.identification.resolving import Resolving
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, UrlCase
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla_site.data.recordings import current_parsings, current_recordings

RECORDED = (*current_recordings(), *current_parsings().implementations)
# Sentences name these characters in words, and others in quotation marks.
WORDS = {
    "a backslash": "\\",
    "a question mark": "?",
    "a number sign": "#",
    "a colon": ":",
    "a semicolon": ";",
    "a percent sign": "%",
}
# Several characters, of which a case need not have all.
OF_MANY = frozenset({Kind.ENCODES, Kind.DOES_NOT_ENCODE})
QUOTED = re.compile('"([^"]+)"')
# What a sentence compares with what was asked, and characters of a scheme.
COMPARED = re.compile(r'like "\./"| as "\.{1,2}"|has a "\+", "-" or "\."')
# What a program puts into its answer, which need not be in what was asked.
PUT = re.compile('puts "([^"]+)"')
MISTAKES: Mapping[str, Callable[[str, str, str], str]] = {
    "dots": lambda base, text, uri: uri.replace("/..", ""),
    "slashes": lambda base, text, uri: re.sub("(?<!:)//+", "/", uri),
    "queries": lambda base, text, uri: f"{uri}=" if "?" in text else uri,
    "folders": lambda base, text, uri: (
        f"{base.rpartition('/')[0]}/{text}" if text[:1] == "#" else uri
    ),
    "capitals": lambda base, text, uri: text if text.startswith(("h", "H")) else uri,
    "colons": lambda base, text, uri: text if ":" in text else uri,
}


def named_in(sentence: str) -> Iterator[str]:
    """Yield the characters that a sentence says a program treats in some way."""
    said = PUT.sub("", COMPARED.sub("", sentence))
    yield from QUOTED.findall(said)
    for words, sign in WORDS.items():
        if words in said:
            yield sign


def has_all_named(departure: Departure, case: AnyCase) -> bool:
    text = " ".join(case.texts).lower()
    decoded = text.replace("%2e", ".")
    if departure.kind.behaviour.kind in OF_MANY:
        return True
    named = [*named_in(departure.kind.says)]
    segments = re.split(r"[/\\?#: ]", decoded)
    is_varied = departure.kind.behaviour.kind is Kind.VARIES
    dots = [sign for sign in named if is_varied and sign in (".", "..")]
    has_dots = all(sign in segments for sign in dots)
    return has_dots and all(sign.lower() in decoded or sign.lower() in text for sign in named)


def has_all_put(departure: Departure, answer: AnyAnswer) -> bool:
    """Return whether an answer has what the sentence says that the program puts into it."""
    return all(sign in str(answer.value) for sign in PUT.findall(departure.kind.says))


def holds_in(spec: Spec, where: str, case: AnyCase) -> bool:
    if isinstance(case, Case):
        return holds(where, Resolving().comparison(spec).situation(case))
    assert isinstance(case, UrlCase)
    divided = divided_by(spec, case.url)
    stated = divided.components.stated
    parts = UrlParts(*map(stated.get, UrlParts._fields)) if divided.accepts else None
    return holds_of_url(where, Url(case.url, parts))


def false_sentences(found: Identification) -> list[str]:
    """Return the sentences that are not true of a case, each with that case."""
    spec = found.explanations[0].spec if found.no_verdict else found.best.spec
    false: list[str] = []
    compared = (*found.explanations[0].answers, *found.further)
    answers = {item.answer.case: item.answer for item in compared}
    for departure in found.departures:
        wheres = conditions_in(departure.kind.behaviour.where)
        for answer in (*map(answers.__getitem__, departure.cases), departure.smallest):
            case = answer.case
            is_held = all(holds_in(spec, where, case) for where in wheres)
            has_all = has_all_named(departure, case) and has_all_put(departure, answer)
            if not is_held or not has_all:
                false.append(f"{departure.sentence}: {case}")
    return false


@in_parts("recordings", RECORDED[:1], slow=[RECORDED[1::12]], nightly=[RECORDED])
def test_a_sentence_is_true_of_all_its_recorded_cases(recordings: Sequence[Recording]) -> None:
    for recording in recordings:
        assert false_sentences(recording.identification()) == [], recording.name


@pytest.mark.parametrize("mistake", MISTAKES)
@in_parts("selector", "rfc3986", slow=["rfc1808", "rfc2396", "whatwg"])
def test_a_sentence_is_true_of_a_made_up_resolver(selector: str, mistake: str) -> None:
    def resolve(base: str, reference: str) -> str | None:
        uri = expected_uri(hexapla.spec(selector), Case(base, reference))
        return None if uri is None else MISTAKES[mistake](base, reference, uri)

    assert false_sentences(hexapla.identify(resolve)) == []


@in_parts("count", 4, slow=[12])
def test_a_sentence_is_true_of_made_up_parsers(count: int) -> None:
    for parser in random_parsers(count, 47, tuple(default_urls())):
        assert false_sentences(hexapla.identify(parse=parser)) == [], parser


def test_a_sentence_that_names_what_no_case_has_is_found() -> None:
    assert [*named_in('reads "=" as part of the query')] == ["="]
    assert [*named_in('rejects the URL if the scheme has a "+", "-" or "."')] == []
    assert [*named_in("reads a colon as part of the host")] == [":"]
    assert [*named_in('puts "/." before a path that begins with "//"')] == ["//"]
