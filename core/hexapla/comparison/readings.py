"""Effects of readings: when specs agree, and how groups of specs change under other options.

A reading is an open question of a standard, and its options are the possible answers (see
`hexapla.documents.reading`).
"""

from collections.abc import Iterator
from enum import StrEnum

import attrs

from hexapla.comparison.attribution import alternative, under_other_options
from hexapla.comparison.run import Run
from hexapla.documents.reading import Choice, Rationale, Reading, reading_named
from hexapla.standard.reference import Reference
from hexapla.standard.rule import Phase
from hexapla.standard.spec import Spec
from hexapla.standard.variants import Variant
from hexapla.values.value import Value

Variants = tuple[tuple[str, tuple[Variant, ...]], ...]
"""The selector of each spec that has a rule under some options, with all its possible results."""


class Agreement(StrEnum):
    """The readings under which specs agree on a facet."""

    DEFAULTS = "under the defaults"
    SOME_READING = "under some reading"
    NO_READING = "under no reading"


# The effects of other options.


@attrs.frozen(repr=False)
class ReadingEffect(Value):
    """The effect that another option of a reading would have on the groups.

    Attributes:
        spec: The spec.
        reading: The name of the reading.
        option: The current option.
        other: The other option.
        then: The effect: "C becomes B", "joins A", or the new result.
    """

    _json_members = ("spec=spec.selector", "reading", "option", "other", "then")

    spec: Spec
    reading: str
    option: str
    other: str
    then: str


# The deciding readings.


@attrs.frozen(repr=False)
class DecidingReading(Value):
    """A reading that causes a difference: under another option, two specs would agree.

    `choice` is the current choice of the spec (`column`). Under the option `alternative`, the
    difference would disappear.
    """

    _json_members = (
        "spec=column.selector",
        "reading=choice.reading",
        "option=choice.option",
        "alternative",
        "rationale",
    )

    column: Spec
    choice: Choice
    alternative: str

    @property
    def reading(self) -> Reading:
        """The reading."""
        return reading_named(self.choice.reading, self.column.readings)

    @property
    def rationale(self) -> Rationale:
        """The rationale for the current option."""
        return self.reading.rationales[self.choice.option]


def deciding_readings(left: Run, right: Run, phase: Phase) -> Iterator[DecidingReading]:
    """Yield the readings that have an option under which one spec would match the other."""
    for run, other in ((left, right), (right, left)):
        consulted: list[Choice] = []
        for step in run.steps_in(phase):
            consulted += step.choices
        consulted += _consulted_until(run, phase)
        for choice in dict.fromkeys(consulted):
            option = alternative(run, other, phase, choice)
            if option is not None:
                yield DecidingReading(run.spec, choice, option)


def _consulted_until(run: Run, phase: Phase) -> Iterator[Choice]:
    """Yield the readings that a spec consults for its input up to the end of a phase."""
    record = run.input.record
    before: set[Choice] = set()
    later: set[Choice] = set()
    for step in record.steps:
        if step.phase.number > phase.number:
            later.update(step.choices)
        else:
            before.update(step.choices)
    for choice in record.choices:
        if choice in before or choice not in later:
            yield choice


def readings_of_parts(left: Reference, right: Reference) -> Iterator[DecidingReading]:
    """Yield the readings that have an option under which both specs would find the same parts."""
    for one, other in ((left, right), (right, left)):
        spec = one.spec
        for choice in spec.standard.record_parsing(one.text).choices:
            for option, chosen in under_other_options(spec, choice):
                if chosen.parse(one.text).ends == other.ends:
                    yield DecidingReading(spec, choice, option)
                    break
