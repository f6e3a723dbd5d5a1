"""Distinguish two spellings of the same URI from two different URIs."""

from collections.abc import Iterable

from hexapla.operations.equivalence import Sameness
from hexapla.standard.phases import Target
from hexapla.standard.spec import Spec


def differ_in_spelling(specs: Iterable[Spec], left: Target, right: Target) -> bool:
    """Return whether every standard considers two results of resolving equivalent.

    A result may contain characters that aren't allowed in a URI, such as a space. If a standard
    lists the allowed characters, all other characters are percent-encoded before the comparison.

    Args:
        specs: The standards that compare the results.
        left: One result; it may be a failure.
        right: The other result.

    Returns:
        True if all standards call the results equivalent; False if any standard doesn't, or if one
        of the results isn't a URI.
    """
    if not isinstance(left, str) or not isinstance(right, str):
        return False
    return all(_are_equivalent(spec, left, right) for spec in specs)


def _are_equivalent(spec: Spec, left: str, right: str) -> bool:
    escaping = spec.standard.escaping
    if escaping is not None:
        left = escaping.escape_foreign(left)
        right = escaping.escape_foreign(right)
    return spec.equivalent(left, right).verdict is Sameness.SAME
