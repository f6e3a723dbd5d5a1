"""When two URIs are the same: by what rule, or why a memo does not decide."""

from collections.abc import Callable, Iterable
from enum import StrEnum

import attrs

from hexapla.documents.citation import Provision


class Sameness(StrEnum):
    """What a memo says of two URIs."""

    SAME = "same"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


@attrs.frozen
class Rewriting:
    """A way of writing a URI differently that keeps what it means, and where a memo allows it."""

    provision: Provision
    rewrite: Callable[[str], str]


@attrs.frozen
class Rewritten:
    """One step of a rewriting: the provision, the text before and after it."""

    provision: Provision
    before: str
    after: str

    def to_dict(self) -> dict[str, object]:
        """Give the step's JSON form."""
        return {
            "provision": self.provision.to_dict(),
            "before": self.before,
            "after": self.after,
        }


@attrs.frozen
class Judgement:
    """What a memo says of two texts; the provision is None where it says nothing."""

    verdict: Sameness
    provision: Provision | None = None


UNDECIDED = Judgement(Sameness.UNDECIDED)


@attrs.frozen
class Equivalence:
    """What a memo says of two URIs, and how they were rewritten on the way.

    `provision` is the rule that decided, or that says why nothing is decided; it is None where the
    memo is silent, and where the two are one text and the memo has no rule for that.
    """

    spec: str
    left: str
    right: str
    verdict: Sameness
    provision: Provision | None = None
    left_steps: tuple[Rewritten, ...] = ()
    right_steps: tuple[Rewritten, ...] = ()

    def __str__(self) -> str:
        return self.verdict.value

    def to_dict(self) -> dict[str, object]:
        """Give the equivalence's JSON form."""
        return {
            "spec": self.spec,
            "left": self.left,
            "right": self.right,
            "verdict": self.verdict.value,
            "provision": self.provision and self.provision.to_dict(),
            "left_steps": [step.to_dict() for step in self.left_steps],
            "right_steps": [step.to_dict() for step in self.right_steps],
        }


@attrs.frozen
class NormalForm:
    """A URI in a memo's normal form.

    `normal` is None where the memo defines none, or none for this text; `provision` says why, where
    the memo does. `steps` are the rewritings that changed something.
    """

    spec: str
    text: str
    normal: str | None
    provision: Provision | None = None
    steps: tuple[Rewritten, ...] = ()

    def __str__(self) -> str:
        return "(undefined)" if self.normal is None else self.normal

    def to_dict(self) -> dict[str, object]:
        """Give the normal form's JSON form."""
        return {
            "spec": self.spec,
            "text": self.text,
            "normal": self.normal,
            "provision": self.provision and self.provision.to_dict(),
            "steps": [step.to_dict() for step in self.steps],
        }


@attrs.frozen
class Meeting:
    """Two texts rewritten side by side: what became of each, and the provision that made them one.

    `provision` is None where they are still two.
    """

    left: str
    right: str
    provision: Provision | None
    left_steps: tuple[Rewritten, ...]
    right_steps: tuple[Rewritten, ...]


def rewritten(text: str, rewritings: Iterable[Rewriting]) -> tuple[str, tuple[Rewritten, ...]]:
    """Apply rewritings one after another; give the text, and the steps that changed it."""
    steps: list[Rewritten] = []
    for rewriting in rewritings:
        after = rewriting.rewrite(text)
        if after != text:
            steps.append(Rewritten(rewriting.provision, text, after))
            text = after
    return text, tuple(steps)


def meet(left: str, right: str, rewritings: Iterable[Rewriting]) -> Meeting:
    """Rewrite two texts rung by rung, up to the one at which they become the same."""
    left_steps: list[Rewritten] = []
    right_steps: list[Rewritten] = []
    for rewriting in rewritings:
        left, there = rewritten(left, (rewriting,))
        left_steps += there
        right, there = rewritten(right, (rewriting,))
        right_steps += there
        if left == right:
            return Meeting(left, right, rewriting.provision, tuple(left_steps), tuple(right_steps))
    return Meeting(left, right, None, tuple(left_steps), tuple(right_steps))
