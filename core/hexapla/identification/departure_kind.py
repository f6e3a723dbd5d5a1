"""Kinds of departures from a standard, and answers with the same kind of departure."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, Protocol

import attrs

from hexapla.divergence.messages import says
from hexapla.divergence.model import Behaviour, Kind
from hexapla.divergence.search import Found
from hexapla.documents.citation import Provision
from hexapla.implementations.asking import AnyAnswer
from hexapla.standard.rule import Rule
from hexapla.values.value import Value

FORMS = frozenset({Kind.TRANSFORMS, Kind.ENCODES, Kind.DOES_NOT_ENCODE})
"""Kinds of behaviours that usually change only the form of a component."""


@attrs.frozen(repr=False, cache_hash=True)
class DepartureKind(Value):
    """A kind of departure from a standard.

    Attributes:
        behaviour: The program's behaviour.
        rule: The rule that the program doesn't follow; None if no single rule decides.
        is_counted: Whether the departure counts as a difference. A host in a different form
            doesn't, because clients connect to the same host. Nor does a rejection that the
            standard allows.
        is_form: Whether the program reads the same text as the standard, in a different form.
    """

    _json_members = (
        "kind=behaviour.kind",
        "component=behaviour.component",
        "sign=behaviour.sign",
        "transforms=behaviour.transforms",
        "where=behaviour.where",
        "says",
        "rule",
        "counted=is_counted",
    )

    behaviour: Behaviour
    rule: Rule | Provision | None = None
    is_counted: bool = True
    is_form: bool = False

    @property
    def says(self) -> str:
        """The program's behaviour, as a verb phrase that follows "it".

        If the program accepts a URL that a provision rejects, the phrase ends with this provision.
        """
        told = says(self.behaviour)
        if self.behaviour.kind is not Kind.ACCEPTS or not isinstance(self.rule, Provision):
            return told
        return f"{told}, though {self.rule.does.removeprefix('says that ')}"


KindOf = Callable[[AnyAnswer], DepartureKind | None]
"""Takes an answer; returns its departure if the departure is of a certain kind, otherwise None."""


@attrs.frozen
class DepartureGroup:
    """Answers with the same departure from a standard.

    Attributes:
        answers: The answers.
        kind_of: Takes any answer; returns its departure if it is the group's departure, otherwise
            None.
        opposed: The number of cases in which the departure would show, but the implementation
            follows the standard or, if the departure is a rejection, accepts the case.
        is_tried: Whether the departure was found by trial, so that its condition is known.
        is_opposed: Takes any answer; returns whether it contradicts the departure, because the
            departure would show in the case, but doesn't. None if that isn't known.
        opposing: The answers that contradict a departure of form. If there are any, the departure
            needs a condition.
        vague: The kind of behaviour that is reported instead if most answers contradict it.
    """

    answers: tuple[AnyAnswer, ...]
    kind_of: KindOf
    opposed: int = 0
    is_tried: bool = False
    is_opposed: Callable[[Any], bool] | None = None
    opposing: tuple[AnyAnswer, ...] = ()
    vague: Kind = Kind.ANOTHER


class AnswerComparison(Protocol):
    """A comparison of an implementation's answers with a spec."""

    def groups(self, answers: Sequence[Any], /) -> Iterator[DepartureGroup]:
        """Yield groups of answers with the same departure."""

    def traits(self, case: Any, /) -> Mapping[str, None]:
        """Return the traits of a case, which may be conditions of a departure."""


def group_of_form(
    members: Sequence[AnyAnswer],
    answers: Sequence[AnyAnswer],
    kind_of: KindOf,
    is_opposed: Callable[[Any], bool],
    vague: Kind,
) -> DepartureGroup:
    """Return the group of answers that show a departure of form.

    Args:
        members: The answers that show the departure.
        answers: All answers, which may contradict the departure.
        kind_of: Returns the departure of any answer that shows it; otherwise None.
        is_opposed: Returns whether any answer contradicts the departure.
        vague: The kind of behaviour that is reported instead if most answers contradict it.
    """
    opposing = tuple(answer for answer in answers if is_opposed(answer))
    return DepartureGroup(
        answers=tuple(members),
        kind_of=kind_of,
        opposed=len(opposing),
        is_opposed=is_opposed,
        opposing=opposing,
        vague=vague,
    )


def group_found(
    found: Found,
    answers: Sequence[AnyAnswer],
    kind_by_trial: Callable[[Any], DepartureKind | None],
    kind_as_tried: Callable[[Any], DepartureKind],
    is_opposed: Callable[[Any], bool],
) -> DepartureGroup:
    """Return the group of answers that show a behaviour found by trial.

    Args:
        found: The behaviour, with the cases that show it.
        answers: The answers that were searched, in the order to which the indexes in `found` refer.
        kind_by_trial: Returns the departure of any answer that the behaviour can give; None for
            other answers.
        kind_as_tried: Returns the departure of an answer that shows the behaviour.
        is_opposed: Returns whether a given answer contradicts the behaviour.
    """
    members = tuple(answers[number] for number in found.cases)
    if any(map(kind_by_trial, members)):
        kind_of = kind_by_trial
        return DepartureGroup(members, kind_of, found.opposed, is_tried=True, is_opposed=is_opposed)
    known = frozenset(members)

    # A behaviour that is shown only together with another behaviour has no smaller example, because
    # other cases may not show it at all.
    def kind_of_member(answer: AnyAnswer) -> DepartureKind | None:
        return kind_as_tried(answer) if answer in known else None

    kind_of = kind_of_member
    return DepartureGroup(members, kind_of, found.opposed, is_tried=True, is_opposed=is_opposed)
