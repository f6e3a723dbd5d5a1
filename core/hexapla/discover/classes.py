"""Classes of disagreement: what two disagreements have in common when they are of the same class.

A class says by which cause two specs differ, which of all specs agree, and how the results of the
two relate. It says nothing about the texts.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

import attrs

from hexapla.comparison.grouping import Groups
from hexapla.comparison.key import CauseKey
from hexapla.grammar.validity import Verdict
from hexapla.standard.phases import Outcome
from hexapla.standard.spec import Spec
from hexapla.text.json_text import text_in, text_or_none
from hexapla.text.short_name import short_name
from hexapla.values.value import Value

_OUTCOMES = {
    Outcome.URI.value: "a URI",
    Outcome.SAME_DOCUMENT.value: "the current document",
    Outcome.UNDEFINED.value: "no rule",
    Outcome.ERROR.value: "an error",
    Verdict.YES.value: "valid",
    Verdict.NO.value: "not valid",
    Verdict.NO_PRODUCTION.value: "not covered",
}


@attrs.frozen(cache_hash=True, repr=False)
class DisagreementClass(Value):
    """A class of disagreements between two specs.

    Attributes:
        cause: The key of their cause.
        groups: The selectors of all specs that are not silent, put together where they agree, the
            largest group first.
        outcomes: How resolving ends on either side, or the two verdicts; for parts there are none.
        apart_from: Where both end in a URI, the shared name of the first part in which the two URIs
            differ, as the newest spec has them that takes texts as they are written; "" where they
            have the same parts. None elsewhere.
    """

    cause: CauseKey
    groups: Groups
    outcomes: tuple[str, ...] = ()
    apart_from: str | None = None

    @property
    def facet(self) -> str:
        """What the specs differ about: valid, parts or target."""
        return self.cause.facet

    @property
    def id(self) -> str:
        """A short name made of all that the class says; the same in every run."""
        return short_name(json.dumps(self._form()))

    @property
    def shape(self) -> str:
        """How the two results relate, in words."""
        if self.apart_from is not None:
            return f"another {self.apart_from}" if self.apart_from else "the same parts"
        return " or ".join(_OUTCOMES[name] for name in self.outcomes) or "other parts"

    def _form(self) -> dict[str, object]:
        return {
            **self.cause.to_dict(),
            "groups": self.groups,
            "outcomes": self.outcomes,
            "apart_from": self.apart_from,
        }

    def to_dict(self) -> dict[str, object]:
        """Return the class's JSON form."""
        return {"id": self.id, **self._form()}

    @classmethod
    def from_dict(cls, form: Mapping[str, Any]) -> "DisagreementClass":
        """Return the class that a JSON form holds.

        Raises:
            KeyError: A member is not there.
            TypeError: A member is of another type.
        """
        return cls(
            CauseKey.from_dict(form),
            tuple(tuple(map(text_in, group)) for group in form["groups"]),
            tuple(map(text_in, form["outcomes"])),
            text_or_none(form["apart_from"]),
        )


# A spec that rewrites what it parses has no spans for the parts of this.
_SAMPLE = "HTTP://A/../b"


def judge_of(specs: Sequence[Spec]) -> Spec:
    """Return the spec that splits two URIs to compare them: the newest that has their spans."""
    with_spans = [spec for spec in specs if spec.parse(_SAMPLE).has_spans]
    return (with_spans or specs)[-1]


def first_differing_part(judge: Spec, left: str, right: str) -> str:
    """Return the shared name of the first part in which two URIs differ, "" where none does.

    Args:
        judge: The spec that parses both.
        left: A URI.
        right: Another URI.
    """
    here, there = judge.parse(left).split, judge.parse(right).split
    for component, one, other in zip(judge.components, here[1:], there[1:], strict=True):
        if one != other:
            return component.shared
    return ""
