"""Compare the results of several specs for the same reference.

A comparison has a column for each spec: the components of the base and of the reference under this
spec, and the target. Everything else is computed from the columns on first use, because most
comparisons are used only to find out whether the specs agree. A spec without a rule for the input
is called silent; it isn't compared with the other specs.
"""

import itertools
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache, lru_cache, partial
from typing import NamedTuple, overload

import attrs

from hexapla.comparison.changes import ChangeBetween, changes_between
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import PartsFacet, TargetFacet, ValidFacet, target_keys
from hexapla.comparison.host_facet import HostFacet, host_reading
from hexapla.comparison.shown import html_facets, needs_of_base, shown_facets, shown_hosts
from hexapla.documents.citation import Provision
from hexapla.documents.reading import Choice
from hexapla.grammar.validity import NOT_COVERED, SchemeParts, Validity, Verdict
from hexapla.standard.component import Form
from hexapla.standard.display import show
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference, Resolution
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax, ValidationError
from hexapla.values.checked import checked, checked_items
from hexapla.values.frozen import late
from hexapla.values.value import json_form

_NEEDS_BASE = ", relative to a base; without a base, the parser fails"
_ABSOLUTE = frozenset({Form.ABSOLUTE, Form.OPAQUE})


class _Columns(NamedTuple):
    """The results of each spec for an input, in the order of the specs.

    Attributes:
        splits: The reference as split by each spec.
        ends: The end of each component of the reference, keyed by shared name; None for a spec that
            doesn't report positions.
        bases: The base as split by each spec; empty without a base.
        targets: The target under each spec; empty without a base.
    """

    splits: Sequence[Parts]
    ends: Sequence[Mapping[str, int] | None]
    bases: Sequence[Parts] = ()
    targets: Sequence[Target] = ()


# Not `frozen`, for the same reason as `Reference`.


@attrs.define(unsafe_hash=True, repr=False, slots=False)
class Comparison:
    """A comparison of several specs on one reference, without a base.

    Results are computed when they are first needed. Results that need a base are empty or None.
    """

    _specs: tuple[Spec, ...]
    _all_readings: bool
    _reference: str

    def __repr__(self) -> str:
        selectors = ", ".join(spec.selector for spec in self.specs)
        return f"<{type(self).__name__} of {self.reference!r} by {selectors}>"

    def _repr_html_(self) -> str:
        """Return the comparison as HTML for a notebook."""
        base = "" if self.base is None else f" on {show(self.base)}"
        facets = shown_facets(self.parts, self.target)
        hosts = shown_hosts(self.host, self.target, self.reference)
        needs = needs_of_base(self.references) if self.parts in facets else ()
        return html_facets(f"{show(self.reference)}{base}", facets, hosts, needs)

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return self._reference

    @property
    def base(self) -> str | None:
        """The base as it was given; None without a base."""
        return None

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The specs that are compared, oldest first."""
        return self._specs

    @property
    def splits(self) -> Sequence[Parts]:
        """The reference as split by each spec."""
        return self._columns.splits

    @late
    def _columns(self) -> _Columns:
        splits = [spec.standard.split(self._reference) for spec in self._specs]
        by_spec = zip(self._specs, splits, strict=True)
        return _Columns(splits, [spec.standard.ends_of(parts) for spec, parts in by_spec])

    @late
    def references(self) -> tuple[Reference, ...]:
        """The reference as parsed by each spec."""
        return tuple(map(Reference, self.specs, self.splits))

    @late
    def validities(self) -> tuple[Validity, ...]:
        """The validity of the reference under each spec's grammar."""
        return _validities(self.syntaxes, self.reference)

    @late
    def base_references(self) -> tuple[Reference, ...]:
        """The base as parsed by each spec; empty without a base."""
        return tuple(map(Reference, self.specs, self._columns.bases))

    @late
    def base_validities(self) -> tuple[Validity, ...]:
        """The validity of the base under each spec's grammar; empty without a base."""
        syntaxes = [item.spec.standard.syntax_of(item.split) for item in self.base_references]
        return _validities(syntaxes, self.base or "")

    @property
    def syntaxes(self) -> tuple[Syntax | None, ...]:
        """The syntax with which each spec checks the reference; None if no grammar covers it."""
        syntaxes = []
        for spec, parts, base in self._split_by_spec():
            syntaxes.append(spec.standard.syntax_of(parts, base))
        return tuple(syntaxes)

    def _split_by_spec(self) -> Iterator[tuple[Spec, Parts, Parts | None]]:
        """Return each spec with the reference and the base as split by this spec."""
        bases: Sequence[Parts | None] = self._columns.bases or [None] * len(self._specs)
        return zip(self._specs, self.splits, bases, strict=True)

    @late
    def validation_errors(self) -> tuple[tuple[ValidationError, ...], ...]:
        """The validation errors that each spec's parser reports for the reference."""
        errors = []
        for spec, parts, base in self._split_by_spec():
            errors.append(spec.standard.errors_of(parts, base))
        return tuple(errors)

    @property
    def verdict_texts(self) -> tuple[str, ...]:
        """Each spec's verdict on the reference, in words.

        A relative reference may be valid even if the parser fails for lack of a base.
        """
        texts = []
        for validity, errors in zip(self.validities, self.validation_errors, strict=True):
            text = validity.verdict.words
            if validity.verdict is Verdict.YES and any(error.failure for error in errors):
                text += _NEEDS_BASE
            texts.append(text)
        return tuple(texts)

    @property
    def notes(self) -> tuple[tuple[Provision, ...], ...]:
        """For each spec, the notes of later documents on the reference.

        A spec has notes only if its grammar rejects the reference.
        """
        notes = []
        for reference, validity in zip(self.references, self.validities, strict=True):
            if validity.verdict is Verdict.NO:
                notes.append(reference.spec.standard.notes_on(reference.split))
            else:
                notes.append(())
        return tuple(notes)

    @property
    def validated(self) -> list[dict[str, object]]:
        """The validity of the reference under each spec, in JSON form."""
        return list(
            map(_validated, self.specs, self.validities, self.validation_errors, self.notes)
        )

    @property
    def base_validated(self) -> list[dict[str, object]]:
        """The validity of the base under each spec, in JSON form."""
        validated = []
        for base, validity in zip(self.base_references, self.base_validities, strict=True):
            errors = base.spec.standard.errors_of(base.split)
            validated.append(_validated(base.spec, validity, errors))
        return validated

    @late
    def scheme_parts(self) -> tuple[SchemeParts, ...]:
        """An absolute reference as parsed by each spec's production for the reference's scheme.

        The entry of a spec is empty if the spec finds no scheme in the reference, or has no
        productions for schemes. If no spec finds a scheme, there are no entries.
        """
        if not any(reference.form in _ABSOLUTE for reference in self.references):
            return ()
        found = []
        for reference in self.references:
            schemes = reference.spec.standard.schemes
            if schemes is None or reference.form not in _ABSOLUTE:
                found.append(SchemeParts())
            else:
                found.append(schemes.parts(self.reference))
        return tuple(found)

    @late
    def changes(self) -> tuple[ChangeBetween, ...]:
        """The changes that make dated versions of the same standard differ on the input."""
        return tuple(changes_between(self.specs, self.reference, self.base))

    @late
    def valid(self) -> ValidFacet:
        """The validity of the reference; specs without a production for it are silent."""
        verdicts = [validity.verdict for validity in self.validities]
        keys = [None if item is Verdict.NO_PRODUCTION else item for item in verdicts]
        return ValidFacet(
            self.specs, keys, self._all_readings, text=self.reference, verdicts=verdicts
        )

    @late
    def parts(self) -> PartsFacet:
        """The components of the reference; specs that don't report positions are silent."""
        columns = self._columns
        return PartsFacet(
            self._specs,
            columns.ends,
            self._all_readings,
            splits=columns.splits,
            base=self.base,
        )

    @late
    def host(self) -> HostFacet:
        """The userinfo, host and port of the reference or, with a base, of the targets."""
        urls: Sequence[Target] = [self.reference] * len(self.specs)
        if self.target is not None:
            urls = self.target.targets
        hosts = list(map(host_reading, self.specs, urls))
        keys = [reading.key for reading in hosts]
        return HostFacet(
            self.specs,
            keys,
            self._all_readings,
            splits=self.splits,
            hosts=hosts,
            target=self.target,
        )

    @property
    def target(self) -> TargetFacet | None:
        """The result of resolving; always None, because there is no base."""
        return None

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """The resolution of the reference under each spec; empty without a base."""
        if self.target is None:
            return ()
        return self.target.resolutions

    @property
    def parsed_again(self) -> tuple[str, ...]:
        """The selectors of the specs whose targets have another host when they are parsed again.

        For the conditions, see `Resolution.parsed_again`.
        """
        return tuple([item.spec.selector for item in self.resolutions if item.parsed_again])

    @property
    def facets(self) -> tuple[Facet, ...]:
        """The facets that apply to the input."""
        facets = self.valid, self.parts, self.host
        if self.target is None:
            return facets
        return (*facets, self.target)

    @property
    def agrees(self) -> bool:
        """Whether the specs agree on every facet; silent specs are ignored."""
        return all(facet.agrees for facet in self.facets)

    def to_dict(self) -> dict[str, object]:
        """Return the comparison's JSON form."""
        selectors = [spec.selector for spec in self.specs]
        by_scheme = zip(selectors, self.scheme_parts, strict=False)
        form: dict[str, object] = {"reference": self.reference, "base": self.base}
        form["specs"] = selectors
        form["agrees"] = self.agrees
        form["facets"] = {facet.name: facet.to_dict() for facet in self.facets}
        form["validated"] = self.validated
        form["base_validated"] = self.base_validated
        form["scheme_parts"] = [{"spec": name, **parts.to_dict()} for name, parts in by_scheme]
        form["changes"] = json_form(self.changes)
        form["parsed"] = json_form(self.references)
        if self.target is not None:
            form["resolved"] = json_form(self.resolutions)
        return form


def _validities(syntaxes: Iterable[Syntax | None], text: str) -> tuple[Validity, ...]:
    """Return the validity of a string under each syntax."""
    validities = []
    for syntax in syntaxes:
        if syntax is None:
            validities.append(NOT_COVERED)
        else:
            validities.append(syntax.validate(text))
    return tuple(validities)


def _validated(
    spec: Spec,
    validity: Validity,
    errors: Sequence[ValidationError],
    notes: Sequence[Provision] = (),
) -> dict[str, object]:
    """Return a spec's verdict on the validity of a string, in JSON form."""
    form = {"spec": spec.selector, **validity.to_dict()}
    form["validation_errors"] = json_form(errors)
    form["notes"] = json_form(notes)
    return form


@attrs.define(unsafe_hash=True, repr=False, slots=False)
class ResolvedComparison(Comparison):
    """A comparison of how several specs resolve one reference against a base."""

    _base: str = ""
    _given: _Columns | None = attrs.field(default=None, eq=False)

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return self._base

    @late
    def _columns(self) -> _Columns:
        """Parse the base and the reference, and resolve them, under one spec after another.

        This order makes better use of the processor's cache: performing one operation for all specs
        before the next operation takes longer.
        """
        if self._given is not None:
            return self._given
        splits, ends, bases, targets = [], [], [], []
        for spec in self._specs:
            standard = spec.standard
            base = standard.split(self._base)
            parts = standard.split(self._reference, base)
            bases.append(base)
            splits.append(parts)
            ends.append(standard.ends_of(parts))
            targets.append(standard.resolve_parts(base, parts))
        return _Columns(splits, ends, bases, targets)

    @late
    def target(self) -> TargetFacet:
        """The result of resolving; specs without a rule for the input are silent."""
        columns = self._columns
        keys = target_keys(columns.targets)
        return TargetFacet(
            self._specs,
            keys,
            self._all_readings,
            targets=columns.targets,
            bases=columns.bases,
            splits=columns.splits,
        )

    @late
    def consulted(self) -> Sequence[tuple[Choice, ...]]:
        """The readings that each spec consults for the input, with the current options."""
        return [spec.standard.consulted(self._reference, base=self._base) for spec in self.specs]


# A single reference, or many.


@overload
def compare(
    reference: str | Reference,
    *,
    base: str | Reference,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> ResolvedComparison: ...


@overload
def compare(
    reference: str | Reference,
    *,
    base: str | Reference | None = None,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Comparison: ...


def compare(
    reference: str | Reference,
    *,
    base: str | Reference | None = None,
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Comparison:
    """Compare specs on the same reference.

    >>> import hexapla
    >>> comparison = hexapla.compare("?y", base="http://a/b/c/d;p?q", specs=["rfc2396", "rfc3986"])
    >>> [group.uri for group in comparison.target.groups]
    ['http://a/b/c/d;p?y', 'http://a/b/c/?y']

    Args:
        reference: The reference; any string is legal.
        base: The base; any string is legal. Without a base, the target isn't compared.
        specs: Selectors or specs; if omitted, the default specs.
        readings: "default" for the default options only, or "all" to also try every combination of
            options.

    Raises:
        SelectorError: A spec is unknown.
        TypeError: An argument has the wrong type.
        ValueError: `readings` isn't "default" or "all", or `specs` is empty.
    """
    selected = _selected(specs, readings)
    text = _text_of(reference)
    if base is None:
        return Comparison(*selected, text)
    return ResolvedComparison(*selected, text, _text_of(base, "base"))


# The number of pairs that one spec handles before the next spec starts. This order makes better use
# of the processor's cache, and takes about a fifth less time than handling one pair after another
# with all specs.
_BATCH = 512


def compare_all(
    pairs: Iterable[tuple[str, str]],
    specs: Iterable[str | Spec] | None = None,
    readings: str = "default",
) -> Iterator[ResolvedComparison]:
    """Compare specs on many pairs of base and reference, faster than by repeated calls.

    >>> import hexapla
    >>> pairs = [("http://a/b/c/d;p?q", reference) for reference in ("g", "?y", ";x")]
    >>> [comparison.agrees for comparison in hexapla.compare_all(pairs, specs=["rfc3986"])]
    [True, True, True]

    The pairs are processed in batches of a few hundred. Within a batch, each spec handles all
    pairs before the next spec starts, and a repeated base is split only once.

    The other arguments and the exceptions are the same as for `compare`.
    """
    selected = _selected(specs, readings)
    left = iter(checked(pairs, "pairs", Iterable))
    return _compare_batches(*selected, left)


def _compare_batches(
    specs: tuple[Spec, ...], all_readings: bool, left: Iterator[tuple[str, str]]
) -> Iterator[ResolvedComparison]:
    while batch := list(itertools.islice(left, _BATCH)):
        yield from _compare_batch(specs, all_readings, batch)


def _compare_batch(
    specs: tuple[Spec, ...], all_readings: bool, pairs: Sequence[tuple[str, str]]
) -> Iterator[ResolvedComparison]:
    """Compare pairs, one spec after the other."""
    _check_pairs(pairs)
    bases, references = zip(*pairs, strict=True)
    splits, ends, base_splits, targets = [], [], [], []
    for spec in specs:
        standard = spec.standard
        of_bases = list(map(cache(standard.split), bases))
        of_references = list(map(standard.split, references, of_bases))
        base_splits.append(of_bases)
        splits.append(of_references)
        ends.append(list(map(standard.ends_of, of_references)))
        targets.append(list(map(standard.resolve_parts, of_bases, of_references)))
    comparison = partial(ResolvedComparison, specs, all_readings)
    by_pair = [zip(*of_specs, strict=True) for of_specs in (splits, ends, base_splits, targets)]
    return map(comparison, references, bases, map(_Columns, *by_pair))


def _check_pairs(pairs: Sequence[tuple[str, str]]) -> None:
    """Raise `TypeError` unless all pairs are tuples or lists that contain only strings."""
    texts = itertools.chain(*pairs)
    if set(map(type, pairs)) == {tuple} and set(map(type, texts)) == {str}:
        return  # the usual case
    for pair in pairs:
        base, reference = checked(pair, "each of pairs", tuple, list)
        checked(base, "base")
        checked(reference, "reference")


def _text_of(reference: str | Reference, parameter: str = "reference") -> str:
    """Return the text of a reference; `parameter` is the argument's name in error messages."""
    if type(reference) is str:
        return reference
    return str(getattr(checked(reference, parameter, str, Reference), "text", reference))


def _selected(specs: Iterable[str | Spec] | None, readings: str) -> tuple[tuple[Spec, ...], bool]:
    """Return the selected specs, and whether all readings are compared; lookups are cached."""
    if specs is None:
        specs = columns_of(None)
        if readings == "default":
            return specs, False  # without hashing the specs
    elif type(specs) is not tuple:
        specs = checked_items(specs, "specs", str, Spec)
    try:
        return _looked_up(specs, readings)
    except TypeError:  # an argument of the wrong type may not be hashable
        columns_of(specs)
        checked(readings, "readings")
        raise


@lru_cache(maxsize=64)
def _looked_up(
    specs: tuple[str | Spec, ...] | None, readings: str
) -> tuple[tuple[Spec, ...], bool]:
    if checked(readings, "readings") not in ("default", "all"):
        raise ValueError(f'readings must be "default" or "all", not {readings!r}')
    return columns_of(specs), readings == "all"
