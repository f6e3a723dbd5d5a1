"""What a difference between two columns is made of: sides, characters cut apart, readings."""

from enum import StrEnum
from typing import Protocol

import attrs

from hexapla.comparison.apart import Apart
from hexapla.documents.reading import Choice, Rationale, Reading, reading_named
from hexapla.standard.component import Component
from hexapla.standard.phases import Step, Target
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.span import Span


class Applied(Protocol):
    """What a column did in a phase, worked out when it is asked for."""

    @property
    def rule(self) -> Rule:
        """The rule that it applied."""
        ...

    @property
    def step(self) -> Step | None:
        """The step that makes the difference, where it took one."""
        ...

    @property
    def earlier(self) -> Step | None:
        """The step of the phase, before that one, that changed what it has last."""
        ...

    @property
    def further(self) -> tuple[Step, ...]:
        """The later steps of the phase that change what it has."""
        ...

    @property
    def later(self) -> tuple[Step, ...]:
        """The steps of later phases that change what it has."""
        ...

    @property
    def recombining(self) -> Rule | None:
        """The rule by which it leaves out a separator of the base, where it does."""
        ...


@attrs.frozen(repr=False)
class Side:
    """One column's part in a difference.

    `rule` is what the difference is blamed on: the rule that the column applied in the phase, or
    the one by which it has characters in a component. `before` and `after` are the target so far
    before and behind the phase; `ends` says that resolving ends there, `supposed` that the column
    is supposed to have `before` as the other has: by itself it has something else.

    Attributes:
        column: The spec.
    """

    column: Spec
    rule: Rule
    before: Target
    after: Target
    ends: bool = False
    supposed: bool = False
    _applied: Applied | None = attrs.field(default=None, eq=False)

    @property
    def spec(self) -> str:
        """The column's selector."""
        return self.column.selector

    @property
    def applied(self) -> Rule:
        """The rule that the column applied in the phase."""
        return self.rule if self._applied is None else self._applied.rule

    @property
    def step(self) -> Step | None:
        """The step of the phase that makes the difference, where the column took one there."""
        return None if self._applied is None else self._applied.step

    @property
    def earlier(self) -> Step | None:
        """The step of the phase, before that one, by which the column last changed what it has."""
        return None if self._applied is None else self._applied.earlier

    @property
    def further(self) -> tuple[Step, ...]:
        """The later steps of the phase by which the column changes what it has."""
        return () if self._applied is None else self._applied.further

    @property
    def later(self) -> tuple[Step, ...]:
        """The steps of later phases by which the column changes what it has."""
        return () if self._applied is None else self._applied.later

    @property
    def recombining(self) -> Rule | None:
        """The rule by which a separator of the base is left out of what is inherited, if one is."""
        return None if self._applied is None else self._applied.recombining

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The readings that the step consulted, with the options in force."""
        return () if self.step is None else self.step.choices

    def __repr__(self) -> str:
        return f"<Side {self.spec}, {self.rule.citation.section}: {self.after!s}>"

    def to_dict(self) -> dict[str, object]:
        """Return the side's JSON form."""
        return {
            "spec": self.spec,
            "rule": self.rule.to_dict(),
            "applied": self.applied.to_dict(),
            "before": str(self.before),
            "after": str(self.after),
            "ends": self.ends,
            "supposed": self.supposed,
            "choices": [choice.to_dict() for choice in self.choices],
        }


class Place(StrEnum):
    """Which text two columns take apart differently."""

    BASE = "base"
    REFERENCE = "reference"


@attrs.frozen(repr=False)
class Cut:
    """Characters that two columns have in different components.

    `text` is what they take apart: the base, the reference, or what has become of the reference
    when the phase begins. `items` has the characters, and behind them any others that the two have
    in different components. `decides` says that there would be no difference if both took the text
    apart alike.

    Attributes:
        place: Which text it is: the base or the reference.
    """

    place: Place
    text: str
    items: tuple[Apart, ...]
    decides: bool = True

    @property
    def span(self) -> Span:
        """Where the characters are, in code points of the text."""
        return self.items[0].span

    @property
    def left(self) -> Component:
        """The component in which the left column has them."""
        return self.items[0].left

    @property
    def right(self) -> Component:
        """The component in which the right column has them."""
        return self.items[0].right

    def held_by(self, side: int) -> tuple[tuple[str, Component], ...]:
        """Return the characters from here on, component by component, as one column has them.

        Only what follows without a gap counts; `side` is 0 for the left column, 1 for the right.
        """
        held: list[tuple[Span, Component]] = []
        for item in self.items:
            component = (item.left, item.right)[side]
            if held and held[-1][0].stop != item.span.start:
                break
            if held and held[-1][1] == component:
                held[-1] = Span(held[-1][0].start, item.span.stop), component
            else:
                held.append((item.span, component))
        return tuple((self.text[span.start : span.stop], component) for span, component in held)

    def __repr__(self) -> str:
        names = f"{self.left.name} against {self.right.name}"
        return f"<Cut of the {self.place.value}: {self.characters!r} in {names}>"

    @property
    def characters(self) -> str:
        """The characters."""
        return self.text[self.span.start : self.span.stop]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "in": self.place.value,
            "text": self.text,
            "span": self.span,
            "characters": self.characters,
            "left": self.left.name,
            "right": self.right.name,
            "decides": self.decides,
        }


@attrs.frozen
class RulesAtWork:
    """The rules that make a difference in a phase, each with its column.

    Attributes:
        phase: The phase in which they act.
        left: The older column and its rule.
        right: The newer column and its rule.
    """

    phase: Phase
    left: tuple[Spec, Rule]
    right: tuple[Spec, Rule]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        sides = {"left": self.left, "right": self.right}
        rules = {
            name: {"spec": spec.selector, "rule": rule.to_dict()}
            for name, (spec, rule) in sides.items()
        }
        return {"phase": self.phase.value, **rules}


@attrs.frozen(repr=False)
class DecidingReading:
    """A reading that makes a difference: under another option, a column would do as the other.

    `column` has `choice` in force; `alternative` is the option under which the difference is gone.
    The columns would then agree, unless there is `remaining`: the rules that would keep them apart.
    """

    column: Spec
    choice: Choice
    alternative: str
    remaining: RulesAtWork | None = None

    def __repr__(self) -> str:
        return f"<DecidingReading {self.column.selector}: {self.choice}, not {self.alternative}>"

    @property
    def suffices(self) -> bool:
        """Whether the columns would agree under the alternative."""
        return self.remaining is None

    @property
    def reading(self) -> Reading:
        """The reading."""
        return reading_named(self.choice.reading, self.column.readings)

    @property
    def rationale(self) -> Rationale:
        """What speaks for the option in force."""
        return self.reading.rationales[self.choice.option]

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        return {
            "spec": self.column.selector,
            **self.choice.to_dict(),
            "alternative": self.alternative,
            "suffices": self.suffices,
            "remaining": self.remaining and self.remaining.to_dict(),
            "rationale": self.rationale.to_dict(),
        }


@attrs.frozen(repr=False)
class ConsultedReading(DecidingReading):
    """A reading that a rule consulted, and that does not make the difference.

    `instead` is what the column would end with under the other option; `remaining` is None.
    """

    remaining: None = attrs.field(default=None, init=False)
    instead: Target = attrs.field(kw_only=True)

    @property
    def suffices(self) -> bool:
        """Whether the columns would agree under the alternative: they would not."""
        return False

    def __repr__(self) -> str:
        return f"<ConsultedReading {self.column.selector}: {self.choice}>"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, with `instead` in place of what the alternative would leave."""
        form = super().to_dict()
        del form["suffices"], form["remaining"]
        return {**form, "instead": str(self.instead)}
