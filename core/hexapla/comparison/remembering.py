"""What the steps of a phase made of long texts, kept while columns are compared.

The search for what makes a difference has a column remove the dots of the same text again and
again: going on from another phase, or under a reading that the removal does not ask for. Steps are
quick on short texts, so that only those of long ones are kept.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import attrs

from hexapla.standard.driver import Parts, Phases, passed_from
from hexapla.standard.phases import (
    NoUri,
    Options,
    ParsingStep,
    Phase,
    Rule,
    Ruled,
    State,
    Substep,
    Substeps,
    Target,
)
from hexapla.standard.touched import AskedOptions

LONG = 10_000
"""Of a base and a reference with fewer code points together, nothing is kept."""

_Given = list[tuple[Mapping[str, str], str | NoUri]]


class Known(dict[tuple[Callable[..., object], str], _Given]):
    """By step and text: the options that the step asked for, and what it gave."""

    def __reduce__(self) -> tuple[type["Known"], tuple[()]]:
        return type(self), ()  # it can be worked out anew


def remembering(known: Known | None, spec: Phases) -> Phases:
    """Return phases that look up what steps gave, and keep it; without `known`, those of a spec."""
    if known is None:
        return spec
    return _Remembering(
        parsing=spec.parsing,
        component_names=spec.component_names,
        options=spec.options,
        split=spec.split,
        classify=spec.classify,
        combine=spec.combine,
        recombine=spec.recombine,
        state_of=spec.state_of,
        remove_dots_of_spec=spec.remove_dots,
        known=known,
    )


@attrs.frozen(eq=False)
class _Remembering:
    """The phases of a spec, with steps that look up what they gave."""

    parsing: Sequence[ParsingStep]
    component_names: tuple[str, ...]
    options: Options
    split: Callable[..., Parts]
    classify: Callable[..., Ruled]
    combine: Callable[..., Ruled]
    recombine: Callable[..., tuple[Rule | None, str]]
    state_of: Callable[..., State]
    _remove_dots_of_spec: Callable[..., tuple[Any, Any]]
    _known: Known

    def remove_dots(self, rule: Rule, state: Any, options: Options, /) -> tuple[Any, Any]:
        """Remove the dot segments, or say by which substeps that is done."""
        how, state = self._remove_dots_of_spec(rule, state, options)
        if isinstance(how, Substeps):
            how = attrs.evolve(how, steps=tuple(map(self._looking_up, how.steps)))
        return how, state

    def _looking_up(self, step: Substep) -> Substep:
        """Return a step that asks for the options that the text itself would ask for."""

        def rewrite(text: str, options: Options) -> str | NoUri:
            kept = self._known.setdefault((step.rewrite, text), [])
            for asked, result in kept:
                if all(options[name] == option for name, option in asked.items()):
                    return result
            asked = AskedOptions(options)
            result = step(text, asked)
            kept.append((asked, result))
            return result

        return attrs.evolve(step, rewrite=rewrite)

    def resolve_parts(self, base: Parts, reference: Parts, options: Options) -> Target:
        """Resolve what was taken apart, under options."""
        phases = attrs.evolve(self, options=options)
        return passed_from(phases, base, reference, Phase.SPLIT)[-1][1]
