"""What resolving gives: an outcome, and on demand the steps that led there."""

import attrs

from hexapla.documents.reading import Choice
from hexapla.standard.driver import Parts, Phases
from hexapla.standard.phases import Outcome, Reason, Step, Target
from hexapla.text.signs import EMPTY, visible_and_cut
from hexapla.text.table import escaped, html_of, html_paragraphs, html_table
from hexapla.values.value import Value, json_form

# In characters: how much of a text a notebook shows.
_LONGEST = 1_000


# Not `frozen`, as a Reference is not.


@attrs.define(unsafe_hash=True, repr=False)
class Resolution(Value):
    """What one spec gives for a reference against a base."""

    _json_members = (
        *("spec=spec.selector", "base", "reference", "outcome", "uri"),
        *("fragment", "reason", "choices"),
    )

    _spec: Phases
    _base_split: Parts
    _reference_split: Parts
    _target: Target

    @property
    def spec(self) -> Phases:
        """The spec that resolved."""
        return self._spec

    @property
    def target(self) -> Target:
        """The text of the URI, or how resolving ended without one."""
        return self._target

    def __str__(self) -> str:
        return str(self.target)

    def _repr_html_(self) -> str:
        """Return the resolution as a notebook shows it: the target, and the steps to it."""
        texts = (self.reference, self.base, str(self.target))
        reference, base, target = (visible_and_cut(text, _LONGEST) or EMPTY for text in texts)
        rows = (
            (
                step.phase.value,
                escaped(f"{step.rule.says} ({step.rule.citation.section})"),
                escaped(visible_and_cut(str(step.after), _LONGEST)),
            )
            for step in self.steps
        )
        caption = f"{target}  ({reference} against {base}, {self.spec.selector})"
        reasons = () if self.reason is None else (str(self.reason),)
        steps = html_table(caption, rows, ("phase", "rule", "result"))
        return html_of(steps, html_paragraphs(reasons))

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return str(self._base_split[0])

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return str(self._reference_split[0])

    @property
    def outcome(self) -> Outcome:
        """How resolving ended."""
        return Outcome.URI if isinstance(self.target, str) else self.target.outcome

    @property
    def uri(self) -> str | None:
        """The text of the URI, where there is one."""
        return self.target if isinstance(self.target, str) else None

    @property
    def fragment(self) -> str | None:
        """The fragment of a same-document reference."""
        return None if isinstance(self.target, str) else self.target.fragment

    @property
    def reason(self) -> Reason | None:
        """Why the outcome is `undefined` or `error`, with its citation."""
        return None if isinstance(self.target, str) else self.target.reason

    @property
    def steps(self) -> tuple[Step, ...]:
        """The steps that led to the outcome; asking for them runs the algorithm once more."""
        steps: tuple[Step, ...] = self.spec.record(self.base, self.reference).steps
        return steps

    @property
    def choices(self) -> tuple[Choice, ...]:
        """The readings that this input touched, with the option in force."""
        choices: tuple[Choice, ...] = self.spec.touched(self.base, self.reference)
        return choices

    def to_dict(self, *, steps: bool = False) -> dict[str, object]:
        """Return the resolution's JSON form, with the steps where they are asked for."""
        return super().to_dict() | ({"steps": json_form(self.steps)} if steps else {})
