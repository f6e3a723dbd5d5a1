"""Data for others: test vectors of each standard."""

from collections.abc import Iterable, Mapping
from importlib.metadata import version

from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import Spec
from hexapla_site.report.case import Case

SCHEMA = 1


def vectors_of(spec: Spec, cases: Iterable[Case]) -> Mapping[str, object]:
    """Return what a standard gives for each case, to test a parser in any language.

    It has its default readings. Texts are strings of code points; null is undefined.
    """
    return {
        "schema": SCHEMA,
        "version": version("hexapla"),
        "spec": spec.id,
        "title": spec.title,
        "url": spec.url,
        "vectors": [_vector(spec, case) for case in cases],
    }


def _vector(spec: Spec, case: Case) -> Mapping[str, object]:
    resolution = spec.resolve(case.base, case.reference)
    reference = spec.parse(case.reference)
    return {
        "id": case.id,
        "base": case.base,
        "reference": case.reference,
        "form": reference.form.value,
        "parts": dict(reference.parts),
        "outcome": resolution.outcome.value,
        "uri": resolution.uri,
        "fragment": resolution.fragment,
        "citations": _citations(resolution),
        "readings": {choice.reading: choice.option for choice in resolution.choices},
        "sources": list(case.sources),
    }


def _citations(resolution: Resolution) -> list[str]:
    """Return the sections of the rules that changed something, and of the last one."""
    steps = resolution.steps
    rules = [step.rule for step in steps if step.changed] + [steps[-1].rule]
    return list(dict.fromkeys(rule.citation.section for rule in rules))
