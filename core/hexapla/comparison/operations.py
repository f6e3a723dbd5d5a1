"""Columns side by side on what memos define beside parsing and resolving."""

from collections.abc import Iterable, Sequence
from email.message import Message

from hexapla.comparison.columns import columns_of
from hexapla.operations.base import Base, Document
from hexapla.operations.equivalence import Equivalence
from hexapla.operations.escaping import ASCII, EscapingComparison, differences
from hexapla.operations.extraction import ExtractionComparison, places_of
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.spec import AnySpec, Spec


def compare_equivalence(
    left: str, right: str, specs: Iterable[str | AnySpec] | None = None
) -> tuple[Equivalence, ...]:
    """Ask each column whether two URIs are the same; columns as for `compare`."""
    return tuple(spec.equivalent(left, right) for spec in columns_of(specs))


def compare_escaping(
    data: str = ASCII,
    component: str = "path",
    specs: Iterable[str | AnySpec] | None = None,
) -> EscapingComparison:
    """Escape the same data in each column, and find the characters on which they differ.

    `component` is a shared name; the data is all of US-ASCII where none is given. Columns as for
    `compare`.
    """
    columns = columns_of(specs)
    escaped = tuple(spec.escape(data, component) for spec in columns)
    rules = [(spec.selector, spec.escaping_rules()) for spec in columns]
    voices = [(name, rule) for name, rule in rules if rule is not None and component in rule.kept]
    heard = {name for name, _ in voices}
    silent = tuple(name for name, _ in rules if name not in heard)
    found = tuple(differences(voices, component, data))
    return EscapingComparison(data, component, escaped, found, silent)


def compare_extraction(
    text: str, specs: Iterable[str | AnySpec] | None = None
) -> ExtractionComparison:
    """Find the URIs in running text as each column does, place by place.

    Columns as for `compare`.
    """
    columns = columns_of(specs)
    voices = [spec for spec in columns if spec.extraction is not None]
    places = places_of((spec.selector, spec.extract(text)) for spec in voices)
    silent = tuple(spec.selector for spec in columns if spec.extraction is None)
    return ExtractionComparison(text, tuple(places), silent)


def establish_base(
    document: Document = None,
    *,
    within: Sequence[Message] = (),
    retrieval: str | None = None,
    default: str | None = None,
    spec: str | AnySpec | None = None,
) -> Base:
    """Establish the base of a document: its URI, and the rung that gave it.

    The document is an HTML page, as text or octets, or a message or a part of one, as the standard
    library's `email` reads it; `within` are the entities that enclose it, innermost first.
    `retrieval` is the URI by which it was retrieved, `default` what the application would take.
    Without a `spec`, the ladder is that of the newest default column that has one. Raises
    `SelectorError` for a spec that does not exist.
    """
    column = spec_with_base_precedence() if spec is None else spec
    found = column if isinstance(column, Spec) else spec_of(column)
    return found.establish_base(document, within=within, retrieval=retrieval, default=default)


def spec_with_base_precedence() -> AnySpec:
    """Give the newest default column that says how a base is established."""
    return next(spec for spec in reversed(columns_of(None)) if spec.base_precedence is not None)
