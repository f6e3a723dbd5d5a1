"""An example of a difference: a URL, what two programs read in it, and by which rules."""

import functools
from collections.abc import Iterable, Mapping

import attrs

from hexapla.comparison.display import show_cut
from hexapla.differentials.agreement import Agreed, Readings
from hexapla.differentials.aspects import Compared, compared, kind_of
from hexapla.differentials.classes import ClassSide, DifferentialClass
from hexapla.implementations.asking import ParseAnswer
from hexapla.implementations.parsing import ACCEPTS
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized
from hexapla.values.value import Value

# In code points.
_LONGEST_MESSAGE = 200


@attrs.frozen(repr=False)
class DifferenceSide:
    """What one program reads in a URL, and the specs that read the same.

    Attributes:
        program: The program's name.
        aspect: What differs, such as `host`.
        answer: What the program answered.
        agreed: The newest spec that agrees with the answer.
    """

    program: str
    aspect: str
    answer: ParseAnswer
    agreed: Agreed
    _readings: Readings = attrs.field(eq=False)

    @property
    def value(self) -> Compared:
        """The value of the answer under the aspect."""
        return compared(self.aspect, self.answer.value)

    @property
    def columns(self) -> tuple[str, ...]:
        """The selectors of all specs that agree with the answer, oldest first."""
        agreeing = self._readings.agreeing(self.aspect, self.value)
        return tuple(divided.spec for divided in agreeing)[::-1]

    @property
    def of_class(self) -> ClassSide:
        """What the class of the difference says of the program."""
        provision = self.agreed.provision
        section = None if provision is None else provision.citation.section
        kind = kind_of(self.aspect, self.value)
        return ClassSide(self.program, kind, self.agreed.column, section)

    @property
    def text(self) -> str:
        """The value of the answer, on one line."""
        if self.aspect == ACCEPTS:
            return "accepted" if self.answer.accepts else "rejected"
        return show_cut(self.value) if isinstance(self.value, str) else f"(no {self.aspect})"

    def says(self, labels: Mapping[str, str]) -> str:
        """Return what the program reads, in words; `labels` are those of specs, by selector."""
        return f"{sanitized(self.program)} {self._reads} ({self.by_rule(labels)})"

    @property
    def _reads(self) -> str:
        answer, value = self.answer, self.value
        if self.aspect == ACCEPTS:
            reason = "" if answer.error is None else f" ({message_text(answer.error)})"
            return "accepts it" if answer.accepts else f"rejects it{reason}"
        if not isinstance(value, str):
            return f"reads no {self.aspect}"
        if not value:
            return f"reads an empty {self.aspect}"
        given = answer.value and answer.value.stated.get(self.aspect)
        written = "" if given in (None, value) else f", written {show_cut(str(given))}"
        return f"reads {self.aspect} {show_cut(value)}{written}"

    def by_rule(self, labels: Mapping[str, str]) -> str:
        """Return which standard reads the same, and by which rule."""
        if self.agreed.column is None:
            return "no standard agrees"
        if self.agreed.provision is None:
            return f"{labels[self.agreed.column]} agrees"
        citation = self.agreed.provision.citation
        return f"{citation.document.label} {citation.section}: it {self.agreed.provision.does}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "compared": self.value if isinstance(self.value, str | bool) else None,
            "answer": self.answer.to_dict(),
            "columns": list(self.columns),
            "provision": self.agreed.provision and self.agreed.provision.to_dict(),
        }


@attrs.frozen(repr=False, slots=False)
class UrlDifference(Value):
    """Two programs' answers to a URL that differ under an aspect.

    Attributes:
        url: The URL.
        left: What one program reads.
        right: What the other reads.
    """

    url: str
    left: DifferenceSide
    right: DifferenceSide

    @functools.cached_property
    def item(self) -> DifferentialClass:
        """The class that it belongs to."""
        return DifferentialClass(self.left.aspect, self.left.of_class, self.right.of_class)

    @property
    def sides(self) -> tuple[DifferenceSide, DifferenceSide]:
        """Both sides."""
        return self.left, self.right

    def sentence(self, specs: Iterable[Spec]) -> str:
        """Return what either program reads, and by which rule of one of some specs."""
        labels = {spec.selector: spec.label for spec in specs}
        return "; ".join(side.says(labels) for side in self.sides)


def url_difference(
    aspect: str, left: tuple[str, ParseAnswer], right: tuple[str, ParseAnswer], readings: Readings
) -> UrlDifference:
    """Return how two programs, given by name and answer, differ under an aspect."""
    answers = left[1], right[1]
    agreed = readings.pair(aspect, *(compared(aspect, answer.value) for answer in answers))
    here, there = (
        DifferenceSide(name, aspect, answer, each, readings)
        for (name, answer), each in zip((left, right), agreed, strict=True)
    )
    return UrlDifference(left[1].case.url, here, there)


def message_text(message: str) -> str:
    """Return a program's message on one line, with its spaces as they are, cut where it is long."""
    shown = " ".join(map(show_cut, message[:_LONGEST_MESSAGE].split()))
    return shown if len(message) <= _LONGEST_MESSAGE else f"{shown}…"
