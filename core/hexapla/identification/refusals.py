"""Group a program's rejections by common features of the rejected URLs."""

import functools
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

from hexapla.divergence.compare import URL, sign_of
from hexapla.divergence.features import SPECIAL
from hexapla.divergence.model import HOST, Behaviour, Condition, Kind, Sign, together
from hexapla.divergence.traits import trait_order
from hexapla.divergence.url_conditions import Url, UrlParts, conditions_of, holds_of_url
from hexapla.documents.citation import Provision
from hexapla.identification.departure_kind import DepartureGroup, DepartureKind
from hexapla.identification.expectation import Finding, expected
from hexapla.implementations.asking import AnyAnswer, ParseAnswer, UrlCase
from hexapla.operations.division import IN_AUTHORITY, DividedUrl
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.values.frozen import kept_if_short

_NUMBER = re.compile("[0-9.]+")
_UNUSUAL = re.compile("[^0-9A-Za-z.-]")
_ANY = Behaviour(Kind.REFUSES, URL)
_OF_HOSTS = f"{Condition.PART_IS}:url.host:"
_RELATIVE = Behaviour(Kind.REFUSES_RELATIVE, URL)
# Components that not every URL has.
_OPTIONAL = frozenset({"userinfo", "port", "query", "fragment"})
# The number of code points at the start of a component that are considered.
_LONGEST = 200
# The ratio of rejected to accepted URLs that a feature must exceed to count as a reason.
_WEIGHT = 3
# Rejections that the standard allows are reported only if at least this many share a reason.
FEWEST_ALLOWED = 2


def refusals(spec: Spec, answers: Sequence[ParseAnswer]) -> Iterator[DepartureGroup]:
    """Yield rejections, grouped by common features of their URLs.

    Features of many rejected URLs, but of no or few accepted URLs, come first. If `is_selective`
    returns true, groups of the rejections that the spec allows come next. They end before the first
    one with only one rejection or without a common feature.

    Args:
        spec: The spec.
        answers: A program's answers.
    """
    accepted = [answer for answer in answers if answer.accepts]

    def reasons_of(answer: AnyAnswer) -> Iterable[Behaviour]:
        return _reasons(spec, answer.case).keys()

    for finding in (Finding.DIFFERENT, Finding.REJECTED):
        refused = [answer for answer in answers if _is_refusal(spec, answer, finding)]
        if finding is Finding.REJECTED and not is_selective(spec, refused, accepted):
            return
        for reason in reasons(refused, accepted, reasons_of):
            is_rare = reason.behaviour is None or len(reason.answers) < FEWEST_ALLOWED
            if is_rare and finding is Finding.REJECTED:
                break
            behaviour = reason.behaviour or _ANY
            kind_of = partial(_refusal_of, spec, behaviour, finding)
            is_accepted = partial(_is_accepted_despite, spec, behaviour)
            yield DepartureGroup(reason.answers, kind_of, reason.opposed, is_opposed=is_accepted)


def _is_allowed(spec: Spec, answer: AnyAnswer) -> bool:
    due = expected(spec, answer.case)
    return due.has_rule and due.allows_rejecting


class RejectionReason(NamedTuple):
    """A reason for which a program rejects cases.

    Attributes:
        behaviour: The reason; None if no reason explains the rejections.
        answers: The rejections.
        opposed: The number of accepted cases for which the reason holds, too.
    """

    behaviour: Behaviour | None
    answers: tuple[AnyAnswer, ...]
    opposed: int


def reasons(
    refused: Sequence[AnyAnswer],
    accepted: Iterable[AnyAnswer],
    reasons_of: Callable[[AnyAnswer], Iterable[Behaviour]],
) -> Iterator[RejectionReason]:
    """Yield reasons, beginning with those that hold for many rejected and few accepted cases.

    Rejections that no reason explains come last, together.

    Args:
        refused: The rejections.
        accepted: The answers that aren't rejections.
        reasons_of: Returns the possible reasons for rejecting a case.
    """
    opposed = _counted(accepted, reasons_of)
    left = [*refused]
    while left:
        shown = _counted(left, reasons_of)

        worth = {reason: shown[reason] - _WEIGHT * opposed[reason] for reason in shown}
        best = max(worth, key=worth.__getitem__, default=None)
        if best is None or not opposed or worth[best] <= 0:
            yield RejectionReason(None, tuple(left), 0)
            return
        members: list[AnyAnswer] = []
        others: list[AnyAnswer] = []
        for answer in left:
            if best in reasons_of(answer):
                members.append(answer)
            else:
                others.append(answer)
        yield RejectionReason(best, tuple(members), opposed[best])
        left = others


def _counted(
    answers: Iterable[AnyAnswer], reasons_of: Callable[[AnyAnswer], Iterable[Behaviour]]
) -> Counter[Behaviour]:
    counts = Counter[Behaviour]()
    for answer in answers:
        counts.update(reasons_of(answer))
    return counts


def is_selective(spec: Spec, refused: Sequence[AnyAnswer], accepted: Iterable[AnyAnswer]) -> bool:
    """Return whether a program rejects some of the cases that a standard allows to be rejected.

    The result is false if the program rejects at least half of these cases.

    Args:
        spec: The spec of the standard.
        refused: The rejections that the standard allows.
        accepted: The answers to cases that the program doesn't reject.
    """
    invalid = [answer for answer in accepted if _is_allowed(spec, answer)]
    return 0 < len(refused) < len(invalid)


def _is_refusal(spec: Spec, answer: AnyAnswer, finding: Finding) -> bool:
    if answer.value is not None or answer.trouble is not None:
        return False
    due = expected(spec, answer.case)
    has_reason = due.has_rule or finding is not Finding.REJECTED
    return has_reason and finding in due.findings(answer).values()


def _is_accepted_despite(spec: Spec, reason: Behaviour, answer: ParseAnswer) -> bool:
    """Return whether an answer accepts a URL for which a reason to reject it holds."""
    return answer.accepts and reason in _reasons(spec, answer.case)


@kept_if_short(16_384, lambda spec, case: len(case.url))
def _reasons(spec: Spec, case: UrlCase) -> Mapping[Behaviour, None]:
    """Return the possible reasons for rejecting a URL, as the keys of a mapping."""
    divided = divided_by(spec, case.url)
    return dict.fromkeys((*_all_reasons(divided), *_conditions(divided)))


def url_of(divided: DividedUrl) -> Url:
    """Return a URL with the components that a standard reads."""
    if not divided.accepts:
        return Url(divided.text, None)
    return Url(divided.text, UrlParts(*map(divided.components.stated.get, UrlParts._fields)))


def _conditions(divided: DividedUrl) -> Iterator[Behaviour]:
    """Yield the conditions that are true of a URL."""
    url = url_of(divided)
    for where in conditions_of([url]):
        if holds_of_url(where, url):
            yield _refusing_where(where)
    traits = sorted(url.traits, key=trait_order)
    for trait in traits:
        yield _refusing_where(trait)
    if url.scheme in SPECIAL:
        # The URL Standard has rules for hosts that apply only to special schemes.
        for trait in traits:
            if trait.startswith(_OF_HOSTS):
                yield _refusing_where(together(trait, Condition.URL_SCHEME_SPECIAL))


@functools.lru_cache(16_384)
def _refusing_where(where: str) -> Behaviour:
    """Return the behaviour of rejecting under a condition; it is cached to make counting faster."""
    return Behaviour(Kind.REFUSES, URL, where=where)


def _all_reasons(divided: DividedUrl) -> Iterator[Behaviour]:
    if divided.components.stated.get("scheme") is None:
        yield _RELATIVE
    for piece in divided.pieces:
        if not piece.text and piece.name in IN_AUTHORITY:
            yield Behaviour(Kind.REFUSES_EMPTY, piece.name)
        if piece.name in _OPTIONAL and divided.components.stated.get(piece.name):
            yield Behaviour(Kind.REFUSES_COMPONENT, piece.name)
        if piece.name == HOST:
            yield from _reasons_in_host(piece.text)
        for character in piece.text[:_LONGEST]:
            sign = sign_of(character)
            if sign != Sign.LETTER_OR_DIGIT:
                yield Behaviour(Kind.REFUSES_SIGN, piece.name, sign)


def _reasons_in_host(text: str) -> Iterator[Behaviour]:
    if _NUMBER.fullmatch(text, 0, _LONGEST):
        yield Behaviour(Kind.REFUSES_NUMBER, HOST)
    if text and "." not in text:
        yield Behaviour(Kind.REFUSES_WITHOUT_DOT, HOST)
    if _UNUSUAL.search(text, 0, _LONGEST):
        yield Behaviour(Kind.REFUSES_UNUSUAL, HOST)


def _refusal_of(
    spec: Spec, reason: Behaviour, finding: Finding, answer: ParseAnswer
) -> DepartureKind | None:
    """Return the departure of an answer if it is a rejection with the given finding and reason.

    The result is None for any other answer.
    """
    if not _is_refusal(spec, answer, finding):
        return None
    divided = divided_by(spec, answer.case.url)
    if reason != _ANY and reason not in _reasons(spec, answer.case):
        return None
    rule = rule_of(divided, reason.component)
    return DepartureKind(reason, rule, is_counted=finding is Finding.DIFFERENT)


def rule_of(divided: DividedUrl, name: str) -> Provision | None:
    """Return the provision for a component's text or, if there is none, for its boundary.

    None if neither is known.
    """
    bounds = divided.bounds.get(name)
    if bounds is None:
        return None
    return bounds.further[-1] if bounds.further else bounds.start or bounds.end
