"""URLs that two programs read differently, with each program's behaviour and its explanation."""

import functools
from collections.abc import Sequence

import attrs

from hexapla.divergence.answers import ACCEPTS, NOT_TOLD, Compared, compared, read_by
from hexapla.divergence.compare import (
    ABOUT_END,
    BEHIND_BEGIN,
    acceptance,
    component_behaviours,
    host_behaviours,
    is_boundary,
)
from hexapla.divergence.messages import (
    cited_text,
    reads_text,
    rule_text,
    says,
    sections_of,
    value_text,
)
from hexapla.divergence.model import HOST, Behaviour, Behaviours, Kind, Sign
from hexapla.divergence.segment import Segments, segments_by, segments_of
from hexapla.documents.citation import Provision
from hexapla.implementations.asking import ParseAnswer
from hexapla.operations.authority import UrlComponents
from hexapla.operations.division import IN_AUTHORITY, DividedUrl, boundary_rule, host_rules
from hexapla.standard.dividing import divided_by
from hexapla.standard.spec import Spec
from hexapla.text.escapes import ascii_lower
from hexapla.text.signs import sanitized
from hexapla.text.slug import short_name
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ProgramReading:
    """A program's reading of a URL.

    Attributes:
        program: The program's name.
        answer: The program's answer.
        standard: The spec, if the program is itself a standard; otherwise None.
    """

    program: str
    answer: ParseAnswer
    standard: Spec | None = None

    @property
    def components(self) -> UrlComponents | None:
        """The components that the program reads; None if it rejects the URL."""
        return self.answer.value

    def segments(self) -> Segments | None:
        """Return the segments of the URL as the program splits it; None if they are unknown."""
        url = self.answer.case.url
        if self.standard is not None:
            return segments_by(self.standard, url)
        told = self.components
        if told and HOST in told.stated:
            return segments_of(url, told)
        return None


@attrs.frozen(repr=False, slots=False)
class Side:
    """The behaviour of one of two programs.

    Attributes:
        reading: The program's reading.
        aspect: The aspect that differs, such as `host`.
        behaviour: The behaviour.
        specs: The specs that may explain the behaviour, oldest first.
    """

    reading: ProgramReading
    aspect: str
    behaviour: Behaviour
    specs: tuple[Spec, ...]
    _own: Segments | None
    _other: Segments | None

    @property
    def program(self) -> str:
        """The program's name."""
        return self.reading.program

    @property
    def answer(self) -> ParseAnswer:
        """The program's answer."""
        return self.reading.answer

    @property
    def value(self) -> Compared:
        """The value of the answer under the aspect."""
        return compared(self.aspect, self.answer.value)

    @property
    def is_boundary(self) -> bool:
        """Whether the programs read different characters as the host, or only one finds a host."""
        return is_boundary(self._own, self._other)

    def is_alike(self, spec: Spec) -> bool | None:
        """Return whether a spec behaves like the program; None if the two can't be compared."""
        if spec == self.reading.standard:
            return True
        url = self.answer.case.url
        read = read_by(divided_by(spec, url), self.aspect)
        if read is NOT_TOLD:
            return None
        is_same = read == self.value
        here = segments_by(spec, url)
        there = self._own
        if here is None or there is None:
            return is_same
        # If an earlier boundary differs, the spec never reaches the place of the program's
        # behaviour.
        if not self.is_boundary:
            if here.cut == there.cut:
                return is_same
            return None
        behaviour = host_behaviours(here, self._other).left
        if behaviour == self.behaviour and (behaviour.kind is not Kind.HOST or is_same):
            return True
        is_behind = self.behaviour.kind in BEHIND_BEGIN and here.begin != there.begin
        return None if is_behind else False

    @property
    def columns(self) -> tuple[str, ...]:
        """The selectors of the specs that behave like the program, oldest first."""
        return tuple(spec.selector for spec in self.specs if self.is_alike(spec))

    @functools.cached_property
    def spec(self) -> Spec | None:
        """The newest spec that behaves like the program, and so explains it; None if none does.

        If the program is itself a standard, this is its own spec.
        """
        if self.reading.standard is not None:
            return self.reading.standard
        return next(filter(self.is_alike, reversed(self.specs)), None)

    def rules_of(self, spec: Spec) -> tuple[Provision, ...]:
        """Return the rules that explain why a spec behaves like this program for this URL."""
        return tuple(filter(None, self._rules_of(spec)))

    def _rules_of(self, spec: Spec) -> Sequence[Provision | None]:
        here = divided_by(spec, self.answer.case.url)
        if self.aspect == ACCEPTS:
            return [here.refusal]
        if self._other is None:
            return []
        other = self._other.divided
        if self.aspect != HOST and not self.is_boundary:
            return [boundary_rule(self.aspect, here, other)]
        return self._rules_of_host(here, other)

    def _rules_of_host(self, here: DividedUrl, other: DividedUrl) -> Sequence[Provision | None]:
        behaviour = self.behaviour
        kind = behaviour.kind
        rules = host_rules(here, other)
        if kind in ABOUT_END:
            return [piece.ends for piece in here.pieces if piece.name in IN_AUTHORITY][-1:]
        if kind is Kind.REWRITES:
            return rules.form[:1]
        if not self.is_boundary:
            return rules.form
        if kind is Kind.HOST and behaviour.sign != Sign.MANY_AT_SIGNS:
            return ()
        schemes = [any(piece.name == "scheme" for piece in each.pieces) for each in (here, other)]
        is_no_scheme = schemes == [False, True] or here.text.startswith("//")
        if kind in (Kind.NO_AUTHORITY, Kind.IGNORES_SLASHES) and is_no_scheme:
            return ()
        if behaviour.transforms and schemes[0] != schemes[1]:
            return rules.form[:1]
        return (rules.boundary,)

    @functools.cached_property
    def provisions(self) -> tuple[Provision, ...]:
        """The rules by which `spec` reads the URL differently from the other program."""
        if self.spec is None:
            return ()
        return self.rules_of(self.spec)

    @property
    def says(self) -> str:
        """The program's behaviour, as a verb phrase that follows "it"."""
        return says(self.behaviour)

    @property
    def text(self) -> str:
        """The value of the answer, on one line."""
        return value_text(self.aspect, self.value)

    @property
    def reads(self) -> str:
        """The program's reading, as a verb phrase that follows the program's name."""
        return reads_text(self.aspect, self.value, self.answer)

    @property
    def cited(self) -> str:
        """In parentheses, the spec and the sections that explain the behaviour; "" if none do."""
        if self.is_boundary and not self.provisions and self.behaviour.kind is not Kind.HOST:
            return ""
        return cited_text(self.spec, sections_of(self.provisions))

    @property
    def by_rule(self) -> str:
        """A text that names the standard that explains the behaviour, and cites its rules."""
        return rule_text(self.spec, self.provisions)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "program": self.program,
            "compared": self.value if isinstance(self.value, str | bool) else None,
            "answer": self.answer.to_dict(),
            "columns": list(self.columns),
            "spec": self.spec and self.spec.selector,
            "provisions": [each.to_dict() for each in self.provisions],
        }


@attrs.frozen(cache_hash=True, repr=False)
class DivergenceClass(Value):
    """A class of URLs that two programs read differently, with the same two behaviours.

    The class depends only on the URL and the two answers. So any search that tries all URLs of a
    set finds the same classes.

    Attributes:
        aspect: The aspect that differs, such as `host`.
        programs: The names of both programs.
        behaviours: The behaviour of each program.
    """

    aspect: str
    programs: tuple[str, str]
    behaviours: Behaviours

    @property
    def id(self) -> str:
        """A short name computed from all values of the class; it is the same in every run."""
        values = [self.aspect]
        for program, behaviour in zip(self.programs, self.behaviours.sides, strict=True):
            values.append(program)
            values += behaviour.values
        return short_name(*values)

    @property
    def sides(self) -> tuple[str, ...]:
        """The behaviour of each program, in words."""
        return tuple(
            f"{sanitized(program)} {says(behaviour)}"
            for program, behaviour in zip(self.programs, self.behaviours.sides, strict=True)
        )

    def __str__(self) -> str:
        return "; ".join(self.sides)


@attrs.frozen(repr=False, slots=False)
class Divergence(Value):
    """A URL that two programs read differently under an aspect.

    Attributes:
        url: The URL.
        left: The behaviour of the first program.
        right: The behaviour of the second program.
    """

    _json_members = ("url", "class=item.id", "aspect=left.aspect", "sentence", "left", "right")

    url: str
    left: Side
    right: Side

    @functools.cached_property
    def item(self) -> DivergenceClass:
        """The class of the divergence."""
        programs = (self.left.program, self.right.program)
        behaviours = Behaviours(self.left.behaviour, self.right.behaviour)
        return DivergenceClass(self.left.aspect, programs, behaviours)

    @property
    def sides(self) -> tuple[Side, Side]:
        """Both sides."""
        return self.left, self.right

    @property
    def sentence(self) -> str:
        """A sentence about both programs' readings and behaviours, citing standards as reasons."""
        told: list[str] = []
        for side in self.sides:
            did = "" if side.aspect == ACCEPTS else f": it {side.says}"
            told.append(f"{sanitized(side.program)} {side.reads}{did}{side.cited}")
        return "; ".join(told)


def divergence(
    aspect: str, left: ProgramReading, right: ProgramReading, specs: Sequence[Spec]
) -> Divergence:
    """Return the divergence of two programs that read a URL differently.

    Args:
        aspect: The aspect that differs, one of `ASPECTS`.
        left: The reading of the first program.
        right: The reading of the second program.
        specs: The specs that may explain the behaviours, oldest first.
    """
    here, there = left.segments(), right.segments()
    if aspect == HOST or (here and there and here.cut != there.cut):
        behaviours = host_behaviours(here, there)
    else:
        behaviours = _of_component(aspect, left, right)
    dividing = tuple(spec for spec in specs if spec.standard.division is not None)
    return Divergence(
        left.answer.case.url,
        Side(left, aspect, behaviours.left, dividing, here, there),
        Side(right, aspect, behaviours.right, dividing, there, here),
    )


def _of_component(aspect: str, left: ProgramReading, right: ProgramReading) -> Behaviours:
    """Return the behaviours of two programs that differ in an aspect other than the host."""
    if aspect == ACCEPTS:
        return acceptance(left.answer.accepts, right.answer.accepts)
    here, there = (compared(aspect, each.components) for each in (left, right))
    schemes = (each.components.stated.get("scheme") for each in (left, right) if each.components)
    scheme = next(filter(None, schemes), "")
    return component_behaviours(
        aspect,
        here if isinstance(here, str) else None,
        there if isinstance(there, str) else None,
        ascii_lower(scheme),
    )
