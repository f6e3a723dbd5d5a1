"""Count how often each standard behaves like a program in the members of a class.

The members of a class are URLs on which two programs have the same two behaviours. But the
standards that behave like one of the programs, and the rules that they apply, can differ from
member to member. So the members in which a standard behaves like a program are counted, and only
the rules that the standard applies in all of these are kept.
"""

from collections.abc import Mapping

import attrs

from hexapla.divergence.divergence import Divergence, Side
from hexapla.divergence.messages import follower_text, followers_text, says, sections_of
from hexapla.divergence.model import Behaviour, Follower
from hexapla.documents.citation import Provision
from hexapla.implementations.labels import parser_label
from hexapla.standard.spec import Spec
from hexapla.text.signs import sanitized
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class ClassSide(Value):
    """The behaviour of one program in all members of a class, and a standard that behaves like it.

    Attributes:
        program: The program's name.
        behaviour: The program's behaviour.
        inputs: The number of members.
        follower: The standard that behaves like the program in the most members. A standard that
            differs from the program in no member takes precedence, even if the two can't be
            compared in some members. None if no standard behaves like the program in any member.
    """

    program: str
    behaviour: Behaviour
    inputs: int
    follower: Follower | None

    @property
    def says(self) -> str:
        """The program's behaviour, as a verb phrase that follows "it"."""
        return says(self.behaviour)

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form."""
        follower = self.follower and self.follower.to_dict()
        behaviour = self.behaviour
        return {
            "program": self.program,
            "does": behaviour.kind.value,
            "component": behaviour.component,
            "sign": behaviour.sign,
            "transforms": list(behaviour.transforms),
            "says": self.says,
            "follower": follower,
        }

    @property
    def cited(self) -> str:
        """A citation of `follower` in parentheses; "" if `follower` doesn't explain the class.

        See `follower_text`.
        """
        return follower_text(self.follower, self.inputs)

    @property
    def by_rule(self) -> str:
        """A text about the standard that behaves like the program, and its rules.

        For the number of members in which it does so, see `followers_text`.
        """
        return followers_text(self.follower, self.inputs)


class _Count:
    """Counts the members in which a standard behaves like a program; keeps their common rules."""

    def __init__(self) -> None:
        self.same = 0
        self.opposed = 0
        self.provisions: tuple[Provision, ...] = ()
        self.sections: tuple[str, ...] = ()

    def add(self, side: Side, spec: Spec) -> None:
        """Count a member."""
        is_alike = side.is_alike(spec)
        if is_alike is None:
            return
        if not is_alike:
            self.opposed += 1
            return
        provisions = side.rules_of(spec)
        sections = sections_of(provisions)
        if self.same:
            provisions = tuple(each for each in self.provisions if each in provisions)
            sections = tuple(each for each in self.sections if each in sections)
        self.provisions = provisions
        self.sections = sections
        self.same += 1


class SideCount:
    """Counts the members of a class in which each standard behaves like one of the programs."""

    def __init__(self, side: Side) -> None:
        self._side = side
        self._inputs = 0
        self._counts: dict[Spec, _Count] = {}

    def add(self, side: Side) -> None:
        """Count a member."""
        self._inputs += 1
        standard = side.reading.standard
        for spec in side.specs if standard is None else (standard,):
            self._counts.setdefault(spec, _Count()).add(side, spec)

    def holds_in(self, side: Side) -> bool:
        """Return whether standards that always behaved like the program do so in another member.

        A standard is ignored in a member in which it can't be compared with the program.
        """
        return all(
            side.is_alike(spec) is not False
            for spec, count in self._counts.items()
            if count.same and not count.opposed
        )

    @property
    def result(self) -> ClassSide:
        """The result of counting."""
        side = self._side
        return ClassSide(side.program, side.behaviour, self._inputs, _follower(self._counts))


def _follower(counts: Mapping[Spec, _Count]) -> Follower | None:
    """Return the standard that behaves like the program in the most members; in a tie, the newest.

    Standards that never differ from the program take precedence. The result is None if no standard
    behaves like the program in any member.
    """
    following = [spec for spec, count in counts.items() if count.same]
    if not following:
        return None
    never_opposed = [spec for spec in following if not counts[spec].opposed]
    # Specs are in order of age, oldest first.
    candidates = reversed(never_opposed or following)
    spec = max(candidates, key=lambda each: counts[each].same)
    count = counts[spec]
    return Follower(spec, count.same, count.opposed, count.provisions, count.sections)


class ClassCount:
    """Counts the members of a class, with a `SideCount` for each program."""

    def __init__(self, first: Divergence) -> None:
        self.inputs = 0
        self._sides = tuple(map(SideCount, first.sides))

    def add(self, member: Divergence) -> None:
        """Count a member."""
        self.inputs += 1
        for count, side in zip(self._sides, member.sides, strict=True):
            count.add(side)

    def holds_in(self, member: Divergence) -> bool:
        """Return whether `SideCount.holds_in` is true of another member for both programs."""
        pairs = zip(self._sides, member.sides, strict=True)
        return all(count.holds_in(side) for count, side in pairs)

    @property
    def sides(self) -> tuple[ClassSide, ...]:
        """The result for each program."""
        return tuple(count.result for count in self._sides)


def class_sentence(sides: tuple[ClassSide, ...]) -> str:
    """Describe the behaviour of each program, and cite a standard that behaves like the program."""
    return "; ".join(
        f"{sanitized(parser_label(side.program))} {side.says}{side.cited}" for side in sides
    )
