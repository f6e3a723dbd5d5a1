"""Implementations that follow a standard exactly, and short inputs to try them on."""

import itertools
from collections.abc import Callable, Iterator

from inputs import BASES

from hexapla.documents.reading import Choice
from hexapla.implementations.asking import Case
from hexapla.standard.display import uri_of
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec

SPECS = default_columns()
# Short references other than those from which the cases were chosen, with bases of all kinds.
TRIED = [
    Case(base, "".join(tokens))
    for base in BASES
    for tokens in itertools.product(("", "a", "/", "..", "?", "#", ";", "http:", "1:"), repeat=2)
]


def follower(spec: Spec) -> Callable[[str, str], str | None]:
    """Return an implementation that follows a spec with its choices."""
    return lambda base, reference: expected_uri(spec, Case(base, reference))


def expected_uri(spec: Spec, case: Case) -> str | None:
    """Return the answer to a case by an implementation that follows a spec; None for no URI."""
    return uri_of(spec.resolve(case.reference, base=case.base).target, case.base)


def options_of(spec: Spec) -> Iterator[Spec]:
    """Yield a spec with its default options, and with each other option."""
    yield spec
    for reading in spec.readings:
        for option in reading.options[1:]:
            yield spec.choosing(Choice(reading.name, option))
