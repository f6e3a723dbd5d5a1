"""The standards' own examples, and what each standard gives for its own."""

from collections.abc import Mapping

import attrs

from hexapla.standard.example import Example
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec
from hexapla_site.report.case import CaseReport


@attrs.frozen
class ExampleResult:
    """A standard's own example, and what the standard gives for it under the defaults.

    There is no case for it where the standard is no default column and nobody else quotes it.
    """

    example: Example
    case: CaseReport | None
    given: Target
    passes_by: tuple[str, ...]

    @property
    def passes(self) -> bool:
        """Whether the defaults give one of the example's answers."""
        return any(answer.target == self.given for answer in self.example.answers)


def example_results(
    spec: Spec, by_input: Mapping[tuple[str, str], CaseReport]
) -> tuple[ExampleResult, ...]:
    """Run a standard's own examples; `by_input` has the cases by base and reference."""
    return tuple(
        ExampleResult(
            example,
            by_input.get((example.base, example.reference)),
            spec.resolve(example.base, example.reference).target,
            _choices_that_pass(spec, example),
        )
        for example in spec.examples()
    )


def _choices_that_pass(spec: Spec, example: Example) -> tuple[str, ...]:
    """Name the choices under which a standard gives an answer that its defaults do not give."""
    default = spec.resolve(example.base, example.reference).target
    return tuple(
        ", ".join(map(str, answer.choices))
        for answer in example.answers
        if answer.choices
        and answer.target != default
        and spec.choosing(*answer.choices).resolve(example.base, example.reference).target
        == answer.target
    )
