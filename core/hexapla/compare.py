"""The diff engine: columns on the same input, the groups that agree, and why others do not."""

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from enum import StrEnum
from itertools import combinations
from typing import TypeVar

import attrs

from hexapla.cause import Cause, Column, cause_of_parts, cause_of_target
from hexapla.frozen import FrozenMapping
from hexapla.grammar.scheme_parts import SchemeParts
from hexapla.grammar.validity import Validity, Verdict
from hexapla.reference import Form, Reference
from hexapla.registry import spec as spec_of
from hexapla.registry import specs
from hexapla.resolution import Resolution
from hexapla.signs import EMPTY, visible
from hexapla.spec import AnySpec, Spec
from hexapla.variants import (
    Variant,
    target_value,
    variants_of_parts,
    variants_of_target,
    variants_of_validity,
)


class Agreement(StrEnum):
    """Under which readings the columns agree on a facet."""

    DEFAULTS = "under the defaults"
    SOME_READING = "under some reading"
    NO_READING = "under no reading"


@attrs.frozen
class Group:
    """Columns that agree: `specs` are their selectors, in the order of their dates.

    `value` is what they agree on as data, `text` the same on one line.
    """

    specs: tuple[str, ...]
    value: object
    text: str

    def to_dict(self) -> dict[str, object]:
        """Give the group's JSON form."""
        return {"specs": list(self.specs), "value": self.value, "text": self.text}


def _no_causes() -> tuple[Cause, ...]:
    return ()


@attrs.frozen(slots=False)
class Facet:
    """One thing that columns can agree on.

    `groups` come largest first. `silent` are the columns that have nothing to say. `agreement` and
    `variants` are None where only the defaults were asked for.
    """

    name: str
    groups: tuple[Group, ...]
    find_causes: Callable[[], tuple[Cause, ...]] = attrs.field(
        default=_no_causes, eq=False, repr=False
    )
    agreement: Agreement | None = None
    variants: tuple[tuple[str, tuple[Variant, ...]], ...] | None = None
    silent: tuple[str, ...] = ()

    @functools.cached_property
    def causes(self) -> tuple[Cause, ...]:
        """Why columns differ, one cause for every two; they are looked for when asked for.

        There are none for validity, where each column says for itself at which place a text leaves
        its grammar.
        """
        return self.find_causes()

    @property
    def agrees(self) -> bool:
        """Whether all columns that have something to say give the same."""
        return len(self.groups) < 2

    def to_dict(self) -> dict[str, object]:
        """Give the facet's JSON form."""
        form: dict[str, object] = {
            "agrees": self.agrees,
            "groups": [group.to_dict() for group in self.groups],
            "causes": [cause.to_dict() for cause in self.causes],
            "silent": list(self.silent),
        }
        if self.variants is not None and self.agreement is not None:
            form["agreement"] = self.agreement.value
            form["variants"] = {
                selector: [variant.to_dict() for variant in variants]
                for selector, variants in self.variants
            }
        return form


@attrs.frozen(slots=False)
class Comparison:
    """One reference, with or without a base, in the columns of several specs.

    `all_readings` says whether the facets also try every combination of the choices that the input
    touches.
    """

    reference: str
    base: str | None
    specs: tuple[AnySpec, ...]
    all_readings: bool = False

    @functools.cached_property
    def references(self) -> tuple[Reference, ...]:
        """The reference as each column takes it apart."""
        return tuple(spec.parse(self.reference) for spec in self.specs)

    @functools.cached_property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each column resolves the reference to; nothing where there is no base."""
        if self.base is None:
            return ()
        base = self.base
        return tuple(spec.resolve(base, self.reference) for spec in self.specs)

    @functools.cached_property
    def validities(self) -> tuple[Validity, ...]:
        """What each column's grammar says of the reference."""
        return tuple(spec.validate(self.reference) for spec in self.specs)

    @functools.cached_property
    def scheme_parts(self) -> tuple[SchemeParts, ...]:
        """What each column's production for its scheme makes of an absolute reference.

        There is nothing where no column takes the reference for absolute.
        """
        absolute = (Form.ABSOLUTE, Form.OPAQUE)
        if not any(reference.form in absolute for reference in self.references):
            return ()
        return tuple(spec.scheme_parts(self.reference) for spec in self.specs)

    @functools.cached_property
    def valid(self) -> Facet:
        """Whether the grammars derive the reference; those without a production are silent."""
        columns = list(zip(self.specs, self.validities, strict=True))
        silent = [spec for spec, found in columns if found.verdict is Verdict.NO_PRODUCTION]
        voices = [(spec, found) for spec, found in columns if spec not in silent]
        groups = _groups(
            [spec.selector for spec, _ in voices],
            [found.verdict for _, found in voices],
            [FrozenMapping({"verdict": found.verdict.value}) for _, found in voices],
            [found.verdict.value for _, found in voices],
        )
        variants = [
            (spec.selector, variants_of_validity(spec, self.reference))
            for spec, _ in (voices if self.all_readings else ())
        ]
        return self._facet(
            "valid", groups, _no_causes, variants, tuple(spec.selector for spec in silent)
        )

    @functools.cached_property
    def parts(self) -> Facet:
        """Where the characters of the reference land; columns that do not say are silent."""
        columns = list(zip(self.specs, self.references, strict=True))
        silent = tuple(spec.selector for spec, reference in columns if not reference.placed)
        voices = [spec for spec, reference in columns if reference.placed]
        references = [reference for reference in self.references if reference.placed]
        keys = [landing(reference) for reference in references]
        values = [_parts_value(reference) for reference in references]
        causes = functools.partial(_causes, cause_of_parts, references, keys)
        variants = [
            (
                spec.selector,
                variants_of_parts(spec, self.reference, landing, _parts_value, parts_text),
            )
            for spec in (voices if self.all_readings else ())
        ]
        selectors = [spec.selector for spec in voices]
        groups = _groups(selectors, keys, values, [parts_text(item) for item in references])
        return self._facet("parts", groups, causes, variants, silent)

    @functools.cached_property
    def target(self) -> Facet | None:
        """What resolving gives; None where there is no base."""
        if self.base is None:
            return None
        base = self.base
        keys = [resolution.target for resolution in self.resolutions]
        values = [target_value(resolution.target) for resolution in self.resolutions]
        columns = [
            Column(spec, resolution)
            for spec, resolution in zip(self.specs, self.resolutions, strict=True)
        ]
        causes = functools.partial(_causes, cause_of_target, columns, keys)
        variants = [
            (spec.selector, variants_of_target(spec, base, self.reference))
            for spec in (self.specs if self.all_readings else ())
        ]
        texts = [str(resolution) for resolution in self.resolutions]
        groups = _groups([spec.selector for spec in self.specs], keys, values, texts)
        return self._facet("target", groups, causes, variants)

    @property
    def facets(self) -> tuple[Facet, ...]:
        """The facets that the input has."""
        facets = (self.valid, self.parts, self.target)
        return tuple(facet for facet in facets if facet is not None)

    @property
    def agrees(self) -> bool:
        """Whether all columns agree on every facet."""
        return all(facet.agrees for facet in self.facets)

    def _facet(
        self,
        name: str,
        groups: tuple[Group, ...],
        causes: Callable[[], tuple[Cause, ...]],
        variants: list[tuple[str, tuple[Variant, ...]]],
        silent: tuple[str, ...] = (),
    ) -> Facet:
        facet = Facet(name, groups, causes, silent=silent)
        if not self.all_readings:
            return facet
        agreement = _agreement(groups, variants)
        return attrs.evolve(facet, agreement=agreement, variants=tuple(variants))

    def to_dict(self) -> dict[str, object]:
        """Give the comparison's JSON form."""
        form: dict[str, object] = {
            "reference": self.reference,
            "base": self.base,
            "specs": [spec.selector for spec in self.specs],
            "agrees": self.agrees,
            "facets": {facet.name: facet.to_dict() for facet in self.facets},
            "validated": [
                {"spec": spec.selector, **validity.to_dict()}
                for spec, validity in zip(self.specs, self.validities, strict=True)
            ],
            "scheme_parts": [
                {"spec": spec.selector, **parts.to_dict()}
                for spec, parts in zip(self.specs, self.scheme_parts, strict=False)
            ],
            "parsed": [reference.to_dict() for reference in self.references],
        }
        if self.base is not None:
            form["resolved"] = [resolution.to_dict() for resolution in self.resolutions]
        return form


def compare(
    reference: str | Reference,
    base: str | Reference | None = None,
    specs: Iterable[str | AnySpec] | None = None,
    readings: str = "default",
) -> Comparison:
    """Set specs side by side on the same reference.

    `specs` are selectors or specs, by default all that are default columns; `readings` is "default"
    or "all". Any text is legal. Raises `SelectorError` for a spec that does not exist,
    and `ValueError` for other `readings` or no specs.
    """
    if readings not in ("default", "all"):
        raise ValueError(f'readings is "default" or "all", not {readings!r}')
    reference = reference.text if isinstance(reference, Reference) else reference
    base = base.text if isinstance(base, Reference) else base
    for text in (reference, reference if base is None else base):
        if not isinstance(text, str):
            raise TypeError(f"a reference is a str, not {type(text).__name__}")
    columns = columns_of(specs)
    return Comparison(reference, base, columns, readings == "all")


def columns_of(selected: Iterable[str | AnySpec] | None) -> tuple[AnySpec, ...]:
    """Give the specs to compare, oldest first: the selected ones, or the default columns."""
    if selected is None:
        return tuple(spec for spec in specs() if spec.default_column)
    if isinstance(selected, str | Spec):
        raise TypeError("specs is a list of selectors, such as ['rfc1808', 'rfc2396']")
    found = [spec_of(item) if isinstance(item, str) else item for item in selected]
    for item in found:
        if not isinstance(item, Spec):
            raise TypeError(f"a column is a selector or a Spec, not {item!r}")
    columns = {spec.selector: spec for spec in found}
    if not columns:
        raise ValueError("there is no spec to compare; name one or more")
    return tuple(sorted(columns.values(), key=lambda spec: (spec.document.date, spec.selector)))


def landing(reference: Reference) -> tuple[tuple[str, int], ...]:
    """Say where the characters of a reference land: shared names, each with where it ends."""
    ends: list[tuple[str, int]] = []
    for stretch in reference.owners():
        if ends and ends[-1][0] == stretch.component.shared:
            ends.pop()
        ends.append((stretch.component.shared, stretch.stop))
    return tuple(ends)


def parts_text(reference: Reference) -> str:
    """Put the parts that are in a reference on one line, in the memo's own names, made visible."""
    return " ".join(
        f"{component.name}={visible(part) or EMPTY}" for component, part, _ in reference.places()
    )


def _parts_value(reference: Reference) -> Mapping[str, object]:
    return FrozenMapping((component.shared, part) for component, part, _ in reference.places())


Compared = TypeVar("Compared")


def _causes(
    find: Callable[[Compared, Compared], Cause], columns: Sequence[Compared], keys: Sequence[object]
) -> tuple[Cause, ...]:
    """Find the cause for every two columns that differ."""
    return tuple(find(columns[left], columns[right]) for left, right in _differing(keys))


def _differing(keys: Sequence[object]) -> Iterable[tuple[int, int]]:
    return (
        (left, right)
        for left, right in combinations(range(len(keys)), 2)
        if keys[left] != keys[right]
    )


def _groups(
    selectors: Sequence[str],
    keys: Sequence[object],
    values: Sequence[object],
    texts: Sequence[str],
) -> tuple[Group, ...]:
    members: dict[object, list[int]] = {}
    for index, key in enumerate(keys):
        members.setdefault(key, []).append(index)
    ordered = sorted(members.values(), key=len, reverse=True)
    return tuple(
        Group(tuple(selectors[index] for index in group), values[group[0]], texts[group[0]])
        for group in ordered
    )


def largest_of(values: Sequence[object]) -> object:
    """Give the value that most have; where two or more have as many, one that is equal to none."""
    counts: dict[object, int] = {}
    for value in values:
        counts[value] = counts.get(value, 0) + 1
    most = max(counts.values())
    found = [value for value, count in counts.items() if count == most]
    return found[0] if len(found) == 1 else _NO_LARGEST


_NO_LARGEST = object()


def _agreement(
    groups: tuple[Group, ...], variants: list[tuple[str, tuple[Variant, ...]]]
) -> Agreement:
    if len(groups) < 2:
        return Agreement.DEFAULTS
    reachable = [{variant.key for variant in found} for _, found in variants]
    return Agreement.SOME_READING if set.intersection(*reachable) else Agreement.NO_READING
