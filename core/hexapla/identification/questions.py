"""The two questions, by name."""

from collections.abc import Iterable

from hexapla.identification.parsing import Parsing
from hexapla.identification.resolving import Resolving
from hexapla.standard.spec import Spec

AnyQuestion = Resolving | Parsing


def question_named(name: str, specs: Iterable[str | Spec] | None = None) -> AnyQuestion:
    """Return the question with the given name, `resolve` or `parse`; `specs` as for `identify`."""
    return Parsing(specs) if name == Parsing.name else Resolving(specs)
