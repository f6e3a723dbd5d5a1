"""Find how a parser's results for accepted URLs differ from a standard's results."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from urllib.parse import unquote

import attrs

from hexapla.divergence.compare import URL, component_behaviours, plain_sign
from hexapla.divergence.divergence import ProgramReading, divergence
from hexapla.divergence.model import HOST, Behaviour, Kind
from hexapla.divergence.transforms import (
    AT_ENDS,
    TABS_AND_LINE_ENDS,
    Text,
    Transform,
    Transforms,
    change_between,
)
from hexapla.documents.citation import Provision
from hexapla.identification.departure_kind import DepartureKind
from hexapla.identification.expectation import Finding, expected, is_different
from hexapla.identification.refusals import rule_of
from hexapla.implementations.asking import ParseAnswer, UrlCase
from hexapla.operations.authority import AUTHORITY, Piece, UrlComponents
from hexapla.operations.division import DividedUrl
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower

_SPACE = re.compile(r"[\x00-\x20\x7f]")


def _stripped_without_tabs(url: str) -> str:
    return url.strip(AT_ENDS).translate(TABS_AND_LINE_ENDS)


def _cut_at_space(url: str) -> str:
    return _SPACE.split(url.strip(AT_ENDS), maxsplit=1)[0]


_REWRITINGS: Mapping[Transforms, Callable[[str], str]] = {
    (Transform.STRIP_START,): lambda url: url.lstrip(AT_ENDS),
    (Transform.STRIP,): lambda url: url.strip(AT_ENDS),
    (Transform.REMOVE_TABS,): lambda url: url.translate(TABS_AND_LINE_ENDS),
    (Transform.STRIP, Transform.REMOVE_TABS): _stripped_without_tabs,
    (Transform.TURN_SLASHES,): lambda url: url.replace("\\", "/"),
    (Transform.CUT_AT_SPACE,): _cut_at_space,
    (Transform.DECODE,): unquote,
    (Transform.LOWER_CASE,): ascii_lower,
}
"""Rewritings that a program may apply to a URL before parsing it."""


def _is_explained_by(spec: Spec, transforms: Transforms, answer: ParseAnswer) -> bool:
    """Return whether transforms change a URL so that the standard's result is the answer."""
    url = _REWRITINGS[transforms](answer.case.url)
    if url == answer.case.url:
        return False
    findings = expected(spec, UrlCase(url)).findings(answer)
    return set(findings.values()) == {Finding.SAME}


def _is_rewriting(spec: Spec, transforms: Transforms, answers: Sequence[ParseAnswer]) -> bool:
    """Return whether a program seems to rewrite URLs with the given transforms.

    The number of answers that show the rewriting must be more than twice the number of answers that
    contradict it.
    """
    shown = 0
    opposed = 0
    for answer in answers:
        if answer.value is None or _REWRITINGS[transforms](answer.case.url) == answer.case.url:
            continue
        is_explained = _is_explained_by(spec, transforms, answer)
        if is_different(spec, answer):
            shown += is_explained
        else:
            opposed += not is_explained
    return shown > 2 * opposed


@attrs.frozen
class ParserComparison:
    """A comparison of a parser's answers with a spec.

    Attributes:
        spec: The spec.
        rewritings: The rewritings that the parser seems to apply to URLs before parsing them.
    """

    spec: Spec
    rewritings: tuple[Transforms, ...]
    _departures: dict[ParseAnswer, Mapping[DepartureKind, DepartureKind]] = attrs.field(
        factory=dict, init=False, eq=False, repr=False
    )

    @classmethod
    def of(cls, spec: Spec, answers: Sequence[ParseAnswer]) -> "ParserComparison":
        """Find the rewritings that a parser applies, and return the comparison."""
        rewritings = (each for each in _REWRITINGS if _is_rewriting(spec, each, answers))
        return cls(spec, tuple(rewritings))

    def rewriting_in(self, answer: ParseAnswer) -> Transforms | None:
        """Return the first rewriting that explains an answer; None if none does."""
        for transforms in self.rewritings:
            if _is_explained_by(self.spec, transforms, answer):
                return transforms
        return None

    def departures_by_symptom(self, answer: ParseAnswer) -> Mapping[DepartureKind, DepartureKind]:
        """Return the departures of an answer, keyed by symptom; the result is cached.

        The symptom of a departure is the departure itself, without its rule if a transform or a
        character describes the departure. Of several departures with the same symptom, the first is
        returned. There are none if the program doesn't accept the URL, or if the standard has no
        rule for it.
        """
        if answer not in self._departures:
            departures: dict[DepartureKind, DepartureKind] = {}
            for kind in self._find_departures(answer):
                departures.setdefault(_symptom(kind), kind)
            self._departures[answer] = departures
        return self._departures[answer]

    def _find_departures(self, answer: ParseAnswer) -> Iterator[DepartureKind]:
        if answer.value is None:
            return
        if is_different(self.spec, answer):
            rewriting = self.rewriting_in(answer)
            if rewriting is not None:
                yield DepartureKind(Behaviour(Kind.REWRITES, URL, transforms=rewriting))
                return
        elif expected(self.spec, answer.case).value is None:
            return
        divided = divided_by(self.spec, answer.case.url)
        if divided.accepts:
            yield from _AnswerDifferences(self.spec, answer, answer.value, divided).departures()
        else:
            yield DepartureKind(Behaviour(Kind.ACCEPTS, URL), divided.refusal)


def _symptom(kind: DepartureKind) -> DepartureKind:
    """Return a departure, but without its rule if a transform or a character describes it."""
    if kind.is_form or kind.behaviour.sign or kind.behaviour.kind is Kind.REWRITES:
        return attrs.evolve(kind, rule=None)
    return kind


@attrs.frozen
class _AnswerDifferences:
    """The differences between an answer and the components that a spec finds in the URL.

    Attributes:
        spec: The spec.
        answer: The answer.
        given: The components in the answer.
        divided: The spec's components.
    """

    spec: Spec
    answer: ParseAnswer
    given: UrlComponents
    divided: DividedUrl

    @property
    def _told(self) -> Mapping[str, Text]:
        return self.given.stated

    @property
    def _due(self) -> Mapping[str, Text]:
        components = self.divided.components
        if AUTHORITY not in self._told:
            return components.stated
        return {**components.stated, AUTHORITY: components.authority}

    @property
    def _scheme(self) -> str:
        return ascii_lower(self._told.get("scheme") or self._due["scheme"] or "")

    def departures(self) -> Iterator[DepartureKind]:
        """Yield at most one boundary that differs, and the transforms that differ.

        The boundary is the host's if it is known to differ, otherwise the first that differs.
        """
        boundary = self._host_boundary()
        if boundary is not None:
            yield boundary
        for name, text in self._told.items():
            if text == self._due[name] or (name == HOST and boundary is not None):
                continue
            # Text that is read as part of another component is missing from this one.
            if boundary is not None and not text:
                continue
            change = change_between(name, self._due[name], text, self._scheme)
            if change is not None:
                yield from self._transforms(name, Kind.TRANSFORMS, change.own)
                lacking = change.lacking_alone
                yield from self._transforms(name, self._kind_of_lack(name), lacking)
            elif boundary is None:
                boundary = self._boundary(name)
                yield boundary

    def _transforms(self, name: str, kind: Kind, transforms: Transforms) -> Iterator[DepartureKind]:
        rule = rule_of(self.divided, name)
        is_counted = self.given.compared(name) != self.divided.components.compared(name)
        for transform in transforms:
            behaviour = Behaviour(kind, name, transforms=(transform,))
            yield DepartureKind(behaviour, rule, is_counted, is_form=True)

    def _kind_of_lack(self, name: str) -> Kind:
        """Return the kind of behaviour for transforms that turn an answer's text into the spec's.

        If the URL already contains the spec's result, the program undoes the transforms; otherwise,
        it doesn't apply them.
        """
        piece = self._piece(name)
        written = None if piece is None else piece.text
        return Kind.UNDOES if self._due[name] == written else Kind.DOES_NOT_TRANSFORM

    def _piece(self, name: str) -> Piece | None:
        for piece in self.divided.pieces:
            if piece.name == name:
                return piece
        return None

    def _host_boundary(self) -> DepartureKind | None:
        """Return how the host boundary differs; None if it doesn't differ or is unknown.

        The result is also None if only one side finds a scheme.
        """
        told, due = self._told.get("scheme"), self._due["scheme"]
        # If only the program or only the standard finds a scheme, that is why the host differs.
        if "scheme" in self._told and bool(told) != bool(due):
            return None
        wanted = self.divided.components
        if HOST not in self._told or HOST not in self._due:
            return None
        if self.given.compared(HOST) == wanted.compared(HOST):
            return None
        reading = ProgramReading("", self.answer)
        due_reading = ProgramReading("", attrs.evolve(self.answer, value=wanted), self.spec)
        diverging = divergence(HOST, reading, due_reading, (self.spec,))
        if not diverging.left.is_boundary:
            return None
        provisions = diverging.right.rules_of(self.spec)
        did = diverging.left.behaviour
        behaviour = attrs.evolve(did, sign=plain_sign(did.sign))
        return DepartureKind(behaviour, provisions[0] if provisions else None)

    def _boundary(self, name: str) -> DepartureKind:
        """Return how a boundary of a component differs."""
        due, given = self._due[name], self._told[name]
        behaviour = self._taken_or_left(name)
        if behaviour is None:
            behaviour = component_behaviours(name, given, due, self._scheme).left
        if behaviour.kind is Kind.KEEPS and self._adds_characters(due or "", given or ""):
            behaviour = Behaviour(Kind.ANOTHER, name)
        if not due or self._piece(name) is None:
            return DepartureKind(behaviour, self._nearest_provision())
        if behaviour.kind is Kind.ANOTHER:
            return DepartureKind(behaviour, rule_of(self.divided, name))
        bounds = self.divided.bounds[name]
        if behaviour.kind in (Kind.ENDS, Kind.KEEPS):
            return DepartureKind(behaviour, bounds.end or bounds.start)
        return DepartureKind(behaviour, bounds.start or bounds.end)

    def _adds_characters(self, due: str, given: str) -> bool:
        """Return whether a program's text continues the standard's text of a component.

        The result is true only if the next character doesn't follow the standard's text in the URL.
        """
        url = self.divided.text
        return due in url and due + given[len(due) : len(due) + 1] not in url

    def _taken_or_left(self, name: str) -> Behaviour | None:
        """Return the behaviour if only one side finds a component, but both sides have its text.

        The other side has the text in another component. None otherwise.
        """
        due, given = self._due[name], self._told[name]
        if given and not due:
            for piece in self.divided.pieces:
                if given in piece.text:
                    return Behaviour(Kind.TAKES_PART_OF, name, piece.name)
        if due and not given:
            for other, text in self._told.items():
                if text and due in text and due not in (self._due.get(other) or ""):
                    return Behaviour(Kind.LEAVES_IN, name, other)
        return None

    def _nearest_provision(self) -> Provision | None:
        """Return the provision for the first piece that differs or is the authority.

        None if there is no such piece.
        """
        for piece in self.divided.pieces:
            name = piece.name
            is_told = name in self._told
            if name == AUTHORITY or (is_told and self._told[name] != self._due[name]):
                bounds = self.divided.bounds[name]
                return bounds.further[-1] if bounds.further else bounds.end or bounds.start
        return None
