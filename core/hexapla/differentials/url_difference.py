"""An example of a difference: a URL, what two programs read in it, and by which rules."""

import functools
from collections.abc import Iterable, Mapping

import attrs

from hexapla.comparison.naming import label_of
from hexapla.comparison.one_line import show_cut
from hexapla.differentials.agreement import Agreed, Readings
from hexapla.differentials.aspects import Compared, compared
from hexapla.differentials.classes import ClassSide, DifferentialClass
from hexapla.implementations.asking import ParseAnswer
from hexapla.implementations.parsing import ACCEPTS
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized

# In code points.
_LONGEST_MESSAGE = 200


@attrs.frozen
class DifferenceSide:
    """What one program reads in a URL, and the specs that read the same.

    Attributes:
        aspect: What differs, such as `host`.
        of_class: What the class of the difference says of the program.
        answer: What the program answered.
        agreed: The newest spec that agrees with the answer.
        columns: The selectors of all specs that agree with it, oldest first.
    """

    aspect: str
    of_class: ClassSide
    answer: ParseAnswer
    agreed: Agreed
    columns: tuple[str, ...]

    @property
    def value(self) -> Compared:
        """The value of the answer under the aspect."""
        return compared(self.aspect, self.answer.value)

    @property
    def text(self) -> str:
        """The value of the answer, on one line."""
        if self.aspect == ACCEPTS:
            return "accepted" if self.answer.accepts else "rejected"
        return show_cut(self.value) if isinstance(self.value, str) else f"(no {self.aspect})"

    def says(self, labels: Mapping[str, str]) -> str:
        """Return what the program reads, in words; `labels` are those of specs, by selector."""
        return f"{sanitized(self.of_class.program)} {self._reads} ({self.by_rule(labels)})"

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
class UrlDifference:
    """Two programs' answers to a URL that differ under an aspect, with their class.

    Attributes:
        item: The class that it belongs to.
        url: The URL.
        left: What the program on the left answered.
        right: What the program on the right answered.
    """

    item: DifferentialClass
    url: str
    left: ParseAnswer
    right: ParseAnswer
    _readings: Readings = attrs.field(eq=False)

    def __repr__(self) -> str:
        return f"<UrlDifference {self.url!r}: {self.left}; {self.right}>"

    @functools.cached_property
    def sides(self) -> tuple[DifferenceSide, DifferenceSide]:
        """What either program reads, and which specs agree with it."""
        aspect, answers = self.item.aspect, (self.left, self.right)
        values = [compared(aspect, answer.value) for answer in answers]
        columns = [
            tuple(divided.spec for divided in self._readings.agreeing(aspect, value))[::-1]
            for value in values
        ]
        agreed = self._readings.pair(aspect, *values)
        of_class = self.item.left, self.item.right
        left, right = zip(of_class, answers, agreed, columns, strict=True)
        return DifferenceSide(aspect, *left), DifferenceSide(aspect, *right)

    def sentence(self, specs: Iterable[Spec]) -> str:
        """Return what either program reads, and by which rule of one of some specs."""
        labels = {spec.selector: label_of(spec) for spec in specs}
        return "; ".join(side.says(labels) for side in self.sides)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        left, right = self.sides
        return {"url": self.url, "left": left.to_dict(), "right": right.to_dict()}


def message_text(message: str) -> str:
    """Return a program's message on one line, with its spaces as they are, cut where it is long."""
    shown = " ".join(map(show_cut, message[:_LONGEST_MESSAGE].split()))
    return shown if len(message) <= _LONGEST_MESSAGE else f"{shown}…"
