"""Parsing URLs: the standards' results, and how an implementation's answers differ.

A host is compared as a client connects to it: in ASCII lower case, without brackets; an empty host
counts as no host. Other components are compared as given. A component that the program doesn't
report is skipped.
"""

import functools
import json
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from urllib.parse import unquote

import attrs

from hexapla.divergence.answers import ACCEPTS
from hexapla.divergence.compare import URL, component_behaviours, plain_sign
from hexapla.divergence.divergence import ProgramReading, divergence
from hexapla.divergence.model import HOST, Behaviour, Kind
from hexapla.divergence.parsing import ParseSituation, found_in_parses, parses_of
from hexapla.divergence.transforms import (
    AT_ENDS,
    TABS_AND_LINE_ENDS,
    Text,
    Transform,
    Transforms,
    change_between,
)
from hexapla.divergence.url_conditions import UrlParts
from hexapla.documents.citation import Provision
from hexapla.identification.question import (
    DepartureGroup,
    DepartureKind,
    Finding,
    KindOf,
    Question,
    expected,
)
from hexapla.identification.refusals import refusals, rule_of_text
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.operations.authority import AUTHORITY, COMPONENT_NAMES, Piece, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.dividing import divided_by, division_of
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import FrozenMapping

DEFAULT_URLS = Path(__file__).parent / "default-urls.json"
FURTHER_URLS = Path(__file__).parent / "further-urls.json"


@functools.cache
def default_urls() -> Mapping[str, str]:
    """Return the URLs that an implementation is asked to parse by default, each with the reason.

    They use every provision by which a spec sets a boundary, rejects a URL or changes a component,
    and every reading that affects parsing. They also include URLs that parsers are known to read
    differently.
    """
    urls_by_reason = json.loads(DEFAULT_URLS.read_text("utf-8"))
    return FrozenMapping((url, reason) for reason, urls in urls_by_reason.items() for url in urls)


class Parsing(Question):
    """The question of parsing: splitting a URL into its components."""

    name = UrlCase.question
    noun = "URL"
    rejects = "refuses"
    components = (ACCEPTS, *COMPONENT_NAMES)
    nearest = (
        "first: the standard that explains the most components; each reading other than the "
        "default costs one component"
    )
    choice_price = 1
    alphabet = "a/:?#@.;%[]\\1"
    given_as = (str,)
    case = UrlCase
    needs = "one URL"
    hint = "if it resolves references, omit --parse, or parse=… in Python"

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare the question; raise `ValueError` if a named spec doesn't split URLs."""
        super().__init__(specs)
        if specs is None:
            self.specs = tuple(spec for spec in self.specs if spec.standard.division)
        for spec in self.specs:
            division_of(spec)

    @staticmethod
    def default_cases() -> tuple[UrlCase, ...]:
        """Return the URLs of `default_urls`."""
        return tuple(map(UrlCase, default_urls()))

    @staticmethod
    def further_cases() -> tuple[UrlCase, ...]:
        """Return further URLs, which show the departures of programs."""
        urls_by_reason = json.loads(FURTHER_URLS.read_text("utf-8"))
        return tuple(UrlCase(url) for urls in urls_by_reason.values() for url in urls)

    @staticmethod
    def groups(spec: Spec, answers: Sequence[ParseAnswer]) -> Iterator[DepartureGroup]:
        """Yield groups of answers with the same departure.

        Rejections are grouped by common features of their URLs, other answers by their behaviours.
        """
        rewritings = [each for each in _REWRITINGS if _is_rewriting(spec, each, answers)]
        by_trial = _found_by_trial(spec, answers, rewritings)
        found = {id(answer) for group in by_trial.values() for answer in group.answers}
        yield from refusals(spec, [answer for answer in answers if id(answer) not in found])
        by_symptom: dict[DepartureKind, list[ParseAnswer]] = {}
        for answer in answers:
            kinds = departures_of(spec, answer, rewritings)
            if id(answer) in found:
                # The trials already explain the differences that count.
                kinds = (kind for kind in kinds if not kind.is_counted)
            for kind in dict.fromkeys(map(_symptom, kinds)):
                by_symptom.setdefault(kind, []).append(answer)
        rest: list[DepartureGroup] = []
        for symptom, members in by_symptom.items():
            alike = by_trial.get(symptom.behaviour)
            if alike is None or not symptom.is_counted:
                kind_of: KindOf = partial(_kind_of, spec, rewritings, symptom)
                rest.append(DepartureGroup(tuple(members), kind_of))
            else:
                more = attrs.evolve(alike, answers=(*alike.answers, *members))
                by_trial[symptom.behaviour] = more
        yield from by_trial.values()
        yield from rest


def _found_by_trial(
    spec: Spec, answers: Sequence[ParseAnswer], rewritings: Sequence[Transforms]
) -> dict[Behaviour, DepartureGroup]:
    """Return the groups of answers whose departure is found by trial, keyed by behaviour."""
    asked = [answer for answer in answers if answer.trouble is None]
    situations = [_situation(spec, answer) for answer in asked]
    given = [_parts_of(answer.value, _told(answer)) for answer in asked]
    departing = [
        number
        for number, answer in enumerate(asked)
        if given[number] != situations[number].due
        and _differs(spec, answer)
        and not any(_is_explained_by(spec, each, answer) for each in rewritings)
    ]
    groups: dict[Behaviour, DepartureGroup] = {}
    for found in found_in_parses(situations, given, departing):
        members = tuple(asked[number] for number in found.cases)
        kind_of: KindOf = partial(_kind_by_trial, spec, found.behaviour)
        if not any(map(kind_of, members)):
            kind_of = partial(_kind_of_member, spec, found.behaviour, frozenset(members))
        groups[found.behaviour] = DepartureGroup(members, kind_of, found.opposed)
    return groups


def _differs(spec: Spec, answer: ParseAnswer) -> bool:
    return Finding.DIFFERENT in expected(spec, answer.case).findings(spec, answer).values()


def _told(answer: ParseAnswer) -> frozenset[str]:
    """Return the names of the components that an answer reports; for a rejection, all."""
    return frozenset(UrlParts._fields if answer.value is None else answer.value.stated)


def _parts_of(components: UrlComponents | None, told: frozenset[str]) -> UrlParts | None:
    """Return the reported components, in the form in which they are compared."""
    if components is None:
        return None
    return UrlParts(
        *(components.compared(name) if name in told else None for name in UrlParts._fields)
    )


def _situation(spec: Spec, answer: ParseAnswer) -> ParseSituation:
    def parse(url: str) -> UrlParts | None:
        value = expected(spec, UrlCase(url)).value
        return _parts_of(value if isinstance(value, UrlComponents) else None, told)

    told = _told(answer)
    return ParseSituation(answer.case.url, parse(answer.case.url), parse)


def _kind_by_trial(spec: Spec, behaviour: Behaviour, answer: ParseAnswer) -> DepartureKind | None:
    """Return the departure of an answer that a behaviour can give; None for other answers."""
    if answer.trouble is not None or not _differs(spec, answer):
        return None
    situation = _situation(spec, answer)
    given = _parts_of(answer.value, _told(answer))
    if given == situation.due or given not in parses_of(behaviour, situation):
        return None
    return _kind_as_tried(spec, behaviour, answer)


def _kind_of_member(
    spec: Spec, behaviour: Behaviour, members: Collection[ParseAnswer], answer: ParseAnswer
) -> DepartureKind | None:
    """Return the departure of an answer that shows a behaviour together with another."""
    return _kind_as_tried(spec, behaviour, answer) if answer in members else None


def _kind_as_tried(spec: Spec, behaviour: Behaviour, answer: ParseAnswer) -> DepartureKind:
    divided = divided_by(spec, answer.case.url)
    piece = next((each for each in divided.pieces if each.name == behaviour.component), None)
    is_form = behaviour.kind in _FORMS
    rule = None if piece is None else rule_of_text(divided, piece)
    return DepartureKind(behaviour, rule, is_form=is_form)


_FORMS = frozenset({Kind.TRANSFORMS, Kind.ENCODES, Kind.DOES_NOT_ENCODE})


def _kind_of(
    spec: Spec, rewritings: Sequence[Transforms], symptom: DepartureKind, answer: ParseAnswer
) -> DepartureKind | None:
    """Return the departure of an answer with the same symptom; None if it has no such departure."""
    kinds = departures_of(spec, answer, rewritings)
    return next((kind for kind in kinds if _symptom(kind) == symptom), None)


def _symptom(kind: DepartureKind) -> DepartureKind:
    """Return a kind of departure, without its rule if a transform or a character describes it."""
    if kind.is_form or kind.behaviour.sign or kind.behaviour.kind is Kind.REWRITES:
        return attrs.evolve(kind, rule=None)
    return kind


def departures_of(
    spec: Spec, answer: ParseAnswer, rewritings: Sequence[Transforms]
) -> Iterator[DepartureKind]:
    """Yield the departures of an answer other than a rejection, with the rules not followed.

    Args:
        spec: The spec.
        answer: The answer.
        rewritings: The rewritings that the program may have applied to the URL before parsing it.
    """
    wanted = expected(spec, answer.case)
    divided = divided_by(spec, answer.case.url)
    is_different = Finding.DIFFERENT in wanted.findings(spec, answer).values()
    if not is_different and None in (answer.value, wanted.value):
        return
    if answer.value is None:
        return
    by_rewriting = (each for each in rewritings if _is_explained_by(spec, each, answer))
    if is_different and (transforms := next(by_rewriting, None)):
        yield DepartureKind(Behaviour(Kind.REWRITES, URL, transforms=transforms))
    elif not divided.accepts:
        yield DepartureKind(Behaviour(Kind.ACCEPTS, URL), divided.refusal)
    else:
        yield from _read_otherwise(spec, answer, divided)


_SPACE = re.compile(r"[\x00-\x20\x7f]")
# Rewritings that a program may apply to a URL before parsing it.
_REWRITINGS: Mapping[Transforms, Callable[[str], str]] = {
    (Transform.STRIP_START,): lambda url: url.lstrip(AT_ENDS),
    (Transform.STRIP,): lambda url: url.strip(AT_ENDS),
    (Transform.REMOVE_TABS,): lambda url: url.translate(TABS_AND_LINE_ENDS),
    (Transform.STRIP, Transform.REMOVE_TABS): lambda url: url.strip(AT_ENDS).translate(
        TABS_AND_LINE_ENDS
    ),
    (Transform.TURN_SLASHES,): lambda url: url.replace("\\", "/"),
    (Transform.CUT_AT_SPACE,): lambda url: _SPACE.split(url.strip(AT_ENDS), maxsplit=1)[0],
    (Transform.DECODE,): unquote,
    (Transform.LOWER_CASE,): ascii_lower,
}


def _is_explained_by(spec: Spec, transforms: Transforms, answer: ParseAnswer) -> bool:
    """Return whether an answer is the standard's result for the rewritten URL."""
    url = _REWRITINGS[transforms](answer.case.url)
    if url == answer.case.url:
        return False
    findings = expected(spec, UrlCase(url)).findings(spec, answer)
    return set(findings.values()) == {Finding.SAME}


def _is_rewriting(spec: Spec, transforms: Transforms, answers: Sequence[ParseAnswer]) -> bool:
    """Return whether a program rewrites URLs: many more cases show it than contradict it."""
    shown = 0
    opposed = 0
    for answer in answers:
        if answer.value is None or _REWRITINGS[transforms](answer.case.url) == answer.case.url:
            continue
        is_explained = _is_explained_by(spec, transforms, answer)
        findings = expected(spec, answer.case).findings(spec, answer).values()
        if Finding.DIFFERENT not in findings:
            opposed += not is_explained
        else:
            shown += is_explained
    return shown > 2 * opposed


def _read_otherwise(
    spec: Spec, answer: ParseAnswer, divided: DividedUrl
) -> Iterator[DepartureKind]:
    """Yield the differences of components: the first boundary that differs, and transforms."""
    given = answer.value
    assert given is not None
    wanted = divided.components
    scheme = ascii_lower(given.stated.get("scheme") or wanted.stated["scheme"] or "")
    # If only the program or only the standard finds a scheme, that is why the host differs.
    is_scheme_alike = bool(given.stated.get("scheme")) == bool(wanted.stated["scheme"])
    boundary = None
    if is_scheme_alike or "scheme" not in given.stated:
        boundary = _host_boundary(spec, answer)
    if boundary is not None:
        yield boundary
    for name, text in given.stated.items():
        due = wanted.stated[name]
        if text == due or (name == HOST and boundary is not None):
            continue
        # Text that is read as part of another component is missing from its own.
        if boundary is not None and not text:
            continue
        piece = next((piece for piece in divided.pieces if piece.name == name), None)
        change = change_between(name, due, text, scheme)
        if change is not None:
            rule = None if piece is None else rule_of_text(divided, piece)
            is_counted = given.compared(name) != wanted.compared(name)
            lacks = Kind.UNDOES if due == (piece and piece.text) else Kind.DOES_NOT_TRANSFORM
            done = [(Kind.TRANSFORMS, each) for each in change.own]
            done += [(lacks, each) for each in change.lacking]
            for kind, transform in done:
                behaviour = Behaviour(kind, name, transforms=(transform,))
                yield DepartureKind(behaviour, rule, is_counted, is_form=True)
        elif boundary is None:
            boundary = _boundary(divided, piece, name, due, text, scheme, given)
            yield boundary


def _host_boundary(spec: Spec, answer: ParseAnswer) -> DepartureKind | None:
    """Return how a program's host boundary differs; None if it doesn't or is unknown."""
    given = answer.value
    wanted = divided_by(spec, answer.case.url).components
    if given is None or HOST not in given.stated or HOST not in wanted.stated:
        return None
    if given.compared(HOST) == wanted.compared(HOST):
        return None
    due = attrs.evolve(answer, value=wanted)
    diverging = divergence(HOST, ProgramReading("", answer), ProgramReading("", due, spec), (spec,))
    if not diverging.left.is_boundary:
        return None
    provisions = diverging.right.rules_of(spec)
    did = diverging.left.behaviour
    behaviour = attrs.evolve(did, sign=plain_sign(did.sign))
    return DepartureKind(behaviour, provisions[0] if provisions else None)


def _boundary(
    divided: DividedUrl,
    piece: Piece | None,
    name: str,
    due: Text,
    given: Text,
    scheme: str,
    told: UrlComponents,
) -> DepartureKind:
    """Return how a boundary of a component differs."""
    behaviour = _taken_or_left(divided, name, due, given, told)
    if behaviour is None:
        behaviour = component_behaviours(name, given, due, scheme).left
    if behaviour.kind is Kind.KEEPS and _adds_characters(divided.text, due or "", given or ""):
        behaviour = Behaviour(Kind.ANOTHER, name)
    if not due or piece is None:
        return DepartureKind(behaviour, _nearest(divided, told))
    bounds = divided.bounds[name]
    start = bounds.start or bounds.end
    end = bounds.end or bounds.start
    if behaviour.kind is Kind.ANOTHER:
        return DepartureKind(behaviour, rule_of_text(divided, piece))
    return DepartureKind(behaviour, end if behaviour.kind in (Kind.ENDS, Kind.KEEPS) else start)


def _adds_characters(url: str, due: str, given: str) -> bool:
    """Return whether a program extends a component by a character that the URL lacks there."""
    return due in url and due + given[len(due) : len(due) + 1] not in url


def _taken_or_left(
    divided: DividedUrl, name: str, due: Text, given: Text, told: UrlComponents
) -> Behaviour | None:
    """Return the behaviour if a component includes a part of another, or is left in another."""
    if given and not due:
        holding = (piece.name for piece in divided.pieces if given in piece.text)
        other = next(holding, None)
        return None if other is None else Behaviour(Kind.TAKES_PART_OF, name, other)
    if due and not given:
        own = divided.components.stated
        longer = (
            other
            for other, text in told.stated.items()
            if text and due in text and due not in (own.get(other) or "")
        )
        other = next(longer, None)
        return None if other is None else Behaviour(Kind.LEAVES_IN, name, other)
    return None


def _nearest(divided: DividedUrl, given: UrlComponents) -> Provision | None:
    """Return the provision at the end of the first piece that differs, or at its start."""
    wanted, told = divided.components.stated, given.stated
    for piece in divided.pieces:
        if piece.name == AUTHORITY or (
            piece.name in told and told[piece.name] != wanted[piece.name]
        ):
            bounds = divided.bounds[piece.name]
            return bounds.further[-1] if bounds.further else bounds.end or bounds.start
    return None
