"""A standard's results for the cases of test vectors, and the readings that matter for them."""

from collections.abc import Iterable, Mapping

from hexapla.documents.reading import Choice
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import ValidationError
from hexapla.standard.variants import division_by, variants_of_validity
from hexapla.vectors.cases import (
    EquivalentCase,
    NormalizeCase,
    ParseCase,
    ResolveCase,
    ValidateCase,
    VectorCase,
)

Answer = Mapping[str, object]
"""A standard's result for a case, as the members of a vector; a parser should give this result."""


def answer_to(spec: Spec, case: VectorCase) -> Answer:
    """Return a standard's result for a case as the members of a vector."""
    match case:
        case ResolveCase():
            return _resolved(spec, case)
        case ParseCase():
            return _parsed(spec, case)
        case ValidateCase():
            return _validated(spec, case)
        case NormalizeCase():
            return {"normal": spec.normalize(case.uri).normal}
        case EquivalentCase():
            answer = spec.equivalent(case.left, case.right)
            return {"verdict": answer.verdict.value, "rung": answer.rung}


def _resolved(spec: Spec, case: ResolveCase) -> Answer:
    resolution = spec.resolve(case.reference, base=case.base)
    return {
        "outcome": resolution.outcome.value,
        "uri": resolution.uri,
        "fragment": resolution.same_document_fragment,
    }


def _parsed(spec: Spec, case: ParseCase) -> Answer:
    reference = spec.parse(case.text)
    return {
        "form": reference.form.value,
        "failure": reference.failure is not None,
        "parts": _read(reference),
    }


def _read(reference: Reference) -> Mapping[str, str | None]:
    """Return the value of each part by name; the userinfo, host and port follow their part."""
    parts: dict[str, str | None] = {}
    for name, text in reference.parts.items():
        parts[name] = reference.values.get(name, text)
        # If the standard itself has a component for the host, the parts aren't split further.
        if "host" not in reference.parts:
            for subname, subpart in reference.subparts.get(name, {}).items():
                parts[subname] = subpart.text
    return parts


def _validated(spec: Spec, case: ValidateCase) -> Answer:
    validity = spec.validate(case.text, base=case.base)
    errors = spec.validation_errors(case.text, base=case.base)
    return {
        "verdict": validity.verdict.value,
        "offset": validity.offset,
        "errors": list(map(_error, errors)),
    }


def _error(error: ValidationError) -> Mapping[str, object]:
    return {"name": error.name, "offset": error.offset, "failure": error.failure}


def readings_of(spec: Spec, case: VectorCase) -> Mapping[str, str]:
    """Return the readings on which a result may depend, each with its chosen option.

    For normal forms and equivalence, no readings are returned.
    """
    return {choice.reading: choice.option for choice in _consulted(spec, case)}


def _consulted(spec: Spec, case: VectorCase) -> Iterable[Choice]:
    match case:
        case ResolveCase():
            return spec.resolve(case.reference, base=case.base).choices
        case ParseCase():
            if spec.standard.division is None:
                return spec.standard.record_parsing(case.text).choices
            return division_by(spec, case.text).consulted
        case ValidateCase():
            variant = next(variants_of_validity(spec, case.text))
            return variant.choices
    return ()
