"""What standards have an implementation answer that resolves references."""

import functools

from hexapla.comparison.variants import variants_of_target
from hexapla.implementations.asking import Case
from hexapla.implementations.question import Branch, Expectation, options_of
from hexapla.standard.phases import NoUri, Outcome, Target, has_rule
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping


def _current_document(case: Case, target: NoUri) -> str:
    fragment = "" if target.fragment is None else f"#{target.fragment}"
    return case.base.partition("#")[0] + fragment


def _nothing(case: Case, target: NoUri) -> None:
    return None


# What a program that answers with a URI or with nothing can show of an outcome. It knows the
# current document only by its URI, which is the base where no other was set (RFC 2396, 4.2 and
# 5.1), less the fragment, which is no part of a URI (4). Where a standard has no rule, or calls for
# an error, there is no URI.
_SHOWN = FrozenMapping(
    {
        Outcome.SAME_DOCUMENT: _current_document,
        Outcome.UNDEFINED: _nothing,
        Outcome.ERROR: _nothing,
    }
)


def shown(case: Case, target: Target) -> str | None:
    """Return how an implementation can show a target: as the text of a URI, or None for no URI."""
    return target if isinstance(target, str) else _SHOWN[target.outcome](case, target)


def expectation(case: Case, target: Target) -> Expectation:
    """Return what shows a target."""
    is_current_document = isinstance(target, NoUri) and target.outcome is Outcome.SAME_DOCUMENT
    return Expectation(shown(case, target), has_rule(target), is_current_document)


def expected_uri(spec: Spec, case: Case) -> str | None:
    """Return what an implementation that follows a spec answers to a case; None for no URI."""
    return shown(case, spec.resolve(case.base, case.reference).target)


@functools.lru_cache(8192)
def resolve_branches(spec: Spec, case: Case) -> tuple[Branch, ...]:
    """Return everything that a spec can answer to a case, given the choices that it has made."""
    branches = []
    for variant in variants_of_target(spec, case.base, case.reference):
        assert isinstance(variant.key, str | NoUri)
        branches.append(Branch(options_of(spec, variant), expectation(case, variant.key)))
    return tuple(branches)
