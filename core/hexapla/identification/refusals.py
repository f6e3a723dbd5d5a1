"""Rejections: common features of the URLs that a program, but not a standard, rejects."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial

from hexapla.divergence.compare import URL, plain_sign, sign_at
from hexapla.divergence.model import HOST, Behaviour, Kind, Sign
from hexapla.divergence.url_conditions import Url, UrlParts, conditions_of, holds_of_url
from hexapla.documents.citation import Provision
from hexapla.identification.question import DepartureGroup, DepartureKind, Finding, expected
from hexapla.implementations.asking import ParseAnswer
from hexapla.operations.authority import Piece
from hexapla.operations.division import IN_AUTHORITY, DividedUrl
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec

_NUMBER = re.compile("[0-9.]+")
_UNUSUAL = re.compile("[^0-9A-Za-z.-]")
_ANY = Behaviour(Kind.REFUSES, URL)
_RELATIVE = Behaviour(Kind.REFUSES_RELATIVE, URL)
# Components that not every URL has.
_OPTIONAL = frozenset({"userinfo", "port", "query", "fragment"})
# In code points: characters of longer components aren't considered.
_LONGEST = 200
# How many times as many URLs with a feature must be rejected as are accepted.
_WEIGHT = 3


def refusals(spec: Spec, answers: Sequence[ParseAnswer]) -> Iterator[DepartureGroup]:
    """Yield the rejections that depart from a spec, grouped by common features of their URLs.

    The feature that most rejected URLs have, and no or few accepted ones, comes first.

    Args:
        spec: The spec.
        answers: A program's answers.
    """
    left = [answer for answer in answers if _is_refusal(spec, answer)]
    if not left:
        return
    accepted = Counter(
        reason
        for answer in answers
        if answer.accepts
        for reason in _reasons(divided_by(spec, answer.case.url))
    )
    while left:
        reason = _best_reason(spec, left, accepted)
        kind_of = partial(_refusal_of, spec, reason)
        members = tuple(answer for answer in left if kind_of(answer) is not None)
        yield DepartureGroup(members, kind_of, accepted[reason])
        left = [answer for answer in left if answer not in members]


def _best_reason(
    spec: Spec, refused: Sequence[ParseAnswer], accepted: Counter[Behaviour]
) -> Behaviour:
    """Return the reason that explains most rejections and contradicts fewest acceptances."""
    shown = Counter(
        reason for answer in refused for reason in _reasons(divided_by(spec, answer.case.url))
    )

    def worth(reason: Behaviour) -> int:
        return shown[reason] - _WEIGHT * accepted[reason]

    best = max(shown, key=worth, default=_ANY)
    return best if accepted and worth(best) > 0 else _ANY


def _is_refusal(spec: Spec, answer: ParseAnswer) -> bool:
    if answer.value is not None or answer.trouble is not None:
        return False
    findings = expected(spec, answer.case).findings(spec, answer)
    return Finding.DIFFERENT in findings.values()


def _reasons(divided: DividedUrl) -> tuple[Behaviour, ...]:
    """Return the possible reasons for rejecting a URL, each once."""
    return tuple(dict.fromkeys((*_all_reasons(divided), *_conditions(divided))))


def _conditions(divided: DividedUrl) -> Iterator[Behaviour]:
    """Yield the conditions that are true of a URL."""
    stated = divided.components.stated
    parts = UrlParts(*(stated.get(name) for name in UrlParts._fields)) if divided.accepts else None
    url = Url(divided.text, parts)
    for where in conditions_of([url]):
        if holds_of_url(where, url):
            yield Behaviour(Kind.REFUSES, URL, where=where)


def _all_reasons(divided: DividedUrl) -> Iterator[Behaviour]:
    if divided.components.stated.get("scheme") is None:
        yield _RELATIVE
    for piece in divided.pieces:
        if not piece.text and piece.name in IN_AUTHORITY:
            yield Behaviour(Kind.REFUSES_EMPTY, piece.name)
        if piece.name in _OPTIONAL and divided.components.stated.get(piece.name):
            yield Behaviour(Kind.REFUSES_COMPONENT, piece.name)
        if piece.name == HOST and _NUMBER.fullmatch(piece.text, 0, _LONGEST):
            yield Behaviour(Kind.REFUSES_NUMBER, piece.name)
        if piece.name == HOST and piece.text and "." not in piece.text:
            yield Behaviour(Kind.REFUSES_WITHOUT_DOT, piece.name)
        if piece.name == HOST and _UNUSUAL.search(piece.text, 0, _LONGEST):
            yield Behaviour(Kind.REFUSES_UNUSUAL, piece.name)
        for place in range(min(len(piece.text), _LONGEST)):
            sign = plain_sign(sign_at(piece.text, place))
            if sign != Sign.LETTER_OR_DIGIT:
                yield Behaviour(Kind.REFUSES_SIGN, piece.name, sign)


def _refusal_of(spec: Spec, reason: Behaviour, answer: ParseAnswer) -> DepartureKind | None:
    """Return the departure of a rejection with this reason; None for other answers."""
    if not _is_refusal(spec, answer):
        return None
    divided = divided_by(spec, answer.case.url)
    if reason != _ANY and reason not in _reasons(divided):
        return None
    piece = next((piece for piece in divided.pieces if piece.name == reason.component), None)
    return DepartureKind(reason, None if piece is None else rule_of_text(divided, piece))


def rule_of_text(divided: DividedUrl, piece: Piece) -> Provision | None:
    """Return the provision behind a piece: the one for its text, or for its boundary."""
    bounds = divided.bounds[piece.name]
    return bounds.further[-1] if bounds.further else bounds.start or bounds.end
