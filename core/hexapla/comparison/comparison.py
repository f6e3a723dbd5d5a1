"""One reference in several columns: what they agree on, and what each makes of it."""

import itertools
from collections.abc import Callable, Iterator, Mapping, Sequence
from operator import call
from typing import Any, Self

import attrs

from hexapla.comparison.display import show
from hexapla.comparison.facet import Facet
from hexapla.comparison.facets import PartsFacet, TargetFacet, ValidFacet, target_keys
from hexapla.comparison.hosts import HostFacet, host_facet
from hexapla.comparison.shown import html_facets, shown_facets, shown_hosts
from hexapla.documents.reading import Choice
from hexapla.grammar.scheme_parts import SchemeParts
from hexapla.grammar.validity import NOT_COVERED, Validity, Verdict
from hexapla.standard.component import Ends, Form
from hexapla.standard.driver import Parts
from hexapla.standard.phases import Target
from hexapla.standard.reference import Reference
from hexapla.standard.resolution import Resolution
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax, ValidationError
from hexapla.values.frozen import late

_ABSOLUTE = frozenset({Form.ABSOLUTE, Form.OPAQUE})


def _looked_up(name: str) -> Any:
    """Return a field for what each spec has by a name."""

    def look_up(columns: "SideBySide") -> tuple[object, ...]:
        return tuple(getattr(spec, name) for spec in columns.specs)

    default = attrs.Factory(look_up, takes_self=True)
    return attrs.field(default=default, init=False, eq=False, repr=False)


@attrs.frozen(repr=False)
class SideBySide:
    """Specs side by side, oldest first; and what each does with a text."""

    specs: tuple[Spec, ...]
    all_readings: bool = False
    splitters: tuple[Callable[..., Parts], ...] = _looked_up("split")
    ends_of: tuple[Ends, ...] = _looked_up("ends_of")
    resolve_parts: tuple[Callable[[Parts, Parts], Target], ...] = _looked_up("resolve_parts")

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {', '.join(spec.selector for spec in self.specs)}>"

    def __reduce__(self) -> tuple[type[Self], tuple[object, ...]]:
        # What was looked up stays behind.
        return type(self), (self.specs, self.all_readings)

    def split(self, text: str, bases: Sequence[Parts] | None = None) -> list[Parts]:
        """Return a text as each column splits it, under a base as each splits that."""
        if bases is None:
            return [split(text) for split in self.splitters]
        return list(map(call, self.splitters, itertools.repeat(text), bases))


# Not frozen, as a Reference is not: its fields are private.


@attrs.define(unsafe_hash=True, repr=False)
class Comparison:
    """One reference, alone, in the columns of several specs.

    What each column makes of it is worked out when asked for, where it is not known already.
    """

    _columns: SideBySide
    _reference: str
    _splits: Sequence[Parts] | None = attrs.field(default=None, eq=False)
    _ends: Sequence[Mapping[str, int] | None] | None = attrs.field(default=None, eq=False)
    _parts: PartsFacet | None = attrs.field(default=None, init=False, eq=False)
    _kept: dict[str, Any] | None = attrs.field(default=None, init=False, eq=False)

    def __repr__(self) -> str:
        selectors = ", ".join(spec.selector for spec in self.specs)
        return f"<{type(self).__name__} of {self.reference!r} by {selectors}>"

    def _repr_html_(self) -> str:
        """Return the comparison as a notebook shows it."""
        base = "" if self.base is None else f" on {show(self.base)}"
        facets = shown_facets(self.parts, self.target)
        hosts = shown_hosts(self.host, self.target, self.reference)
        return html_facets(f"{show(self.reference)}{base}", facets, hosts)

    @property
    def reference(self) -> str:
        """The reference, as it was given."""
        return self._reference

    @property
    def base(self) -> str | None:
        """The base, as it was given; None where there is none."""
        return None

    @property
    def specs(self) -> tuple[Spec, ...]:
        """The columns, oldest first."""
        return self._columns.specs

    @property
    def all_readings(self) -> bool:
        """Whether the facets also try every combination of the choices that the input touches."""
        return self._columns.all_readings

    @property
    def splits(self) -> Sequence[Parts]:
        """The reference as each column splits it."""
        if self._splits is None:
            self._splits = self._columns.split(self._reference, self._bases)
        return self._splits

    @property
    def _bases(self) -> Sequence[Parts] | None:
        """The base as each column splits it; None where there is none."""
        return None

    @late
    def references(self) -> tuple[Reference, ...]:
        """The reference as each column takes it apart."""
        return tuple(map(Reference, self.specs, self.splits))

    @late
    def validities(self) -> tuple[Validity, ...]:
        """What each column's grammar says of the reference."""
        return tuple(
            [
                NOT_COVERED if syntax is None else syntax.validate(self.reference)
                for syntax in self.syntaxes
            ]
        )

    @property
    def syntaxes(self) -> tuple[Syntax | None, ...]:
        """By which syntax each column tells whether the reference is valid; None by none."""
        return tuple([spec.syntax_of(*parts) for spec, *parts in self._taken_apart()])

    def _taken_apart(self) -> Iterator[tuple[Any, ...]]:
        """Return each column with reference and base as it splits them."""
        return zip(self.specs, self.splits, self._bases or itertools.repeat(None), strict=False)

    @late
    def validation_errors(self) -> tuple[tuple[ValidationError, ...], ...]:
        """What each column's parser reports of the reference."""
        return tuple([spec.errors_of(*parts) for spec, *parts in self._taken_apart()])

    @property
    def validated(self) -> list[dict[str, object]]:
        """The JSON form of what each column says of the validity of the reference."""
        columns = zip(self.specs, self.validities, self.validation_errors, strict=True)
        return [
            {
                "spec": spec.selector,
                **validity.to_dict(),
                "validation_errors": [error.to_dict() for error in errors],
            }
            for spec, validity, errors in columns
        ]

    @late
    def scheme_parts(self) -> tuple[SchemeParts, ...]:
        """What each column's production for its scheme makes of an absolute reference.

        A column that finds no scheme in it has none; there is nothing where no column finds one.
        """
        forms = [reference.form for reference in self.references]
        if not any(form in _ABSOLUTE for form in forms):
            return ()
        return tuple(
            spec.schemes.parts(self.reference)
            if spec.schemes is not None and form in _ABSOLUTE
            else SchemeParts()
            for spec, form in zip(self.specs, forms, strict=True)
        )

    @late
    def valid(self) -> ValidFacet:
        """Whether the grammars derive the reference; those without a production are silent."""
        verdicts = [validity.verdict for validity in self.validities]
        keys = [None if item is Verdict.NO_PRODUCTION else item for item in verdicts]
        text, tries = self.reference, self.all_readings
        return ValidFacet(self.specs, keys, tries, text=text, verdicts=verdicts)

    @property
    def parts(self) -> PartsFacet:
        """To which components the characters belong; columns that do not say are silent."""
        if self._parts is None:
            columns, splits = self._columns, self._splits or self.splits
            keys = self._ends or list(map(call, columns.ends_of, splits))
            self._parts = PartsFacet(columns.specs, keys, columns.all_readings, splits=splits)
        return self._parts

    @late
    def host(self) -> HostFacet:
        """Userinfo, host and port of the reference, or of the targets where there is a base."""
        return host_facet(self.specs, [self.reference] * len(self.specs))

    @property
    def target(self) -> TargetFacet | None:
        """What resolving gives; None, as there is no base."""
        return None

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each column resolves the reference to; nothing where there is no base."""
        return ()

    @property
    def facets(self) -> tuple[Facet, ...]:
        """The facets that the input has."""
        return (self.valid, self.parts, self.host)

    @property
    def agrees(self) -> bool:
        """Whether all columns agree on every facet."""
        return all(facet.agrees for facet in self.facets)

    def to_dict(self) -> dict[str, object]:
        """Return the comparison's JSON form."""
        return {
            "reference": self.reference,
            "base": self.base,
            "specs": [spec.selector for spec in self.specs],
            "agrees": self.agrees,
            "facets": {facet.name: facet.to_dict() for facet in self.facets},
            "validated": self.validated,
            "scheme_parts": [
                {"spec": spec.selector, **parts.to_dict()}
                for spec, parts in zip(self.specs, self.scheme_parts, strict=False)
            ],
            "parsed": [reference.to_dict() for reference in self.references],
        }


@attrs.define(unsafe_hash=True, repr=False)
class ResolvedComparison(Comparison):
    """One reference against a base, in the columns of several specs."""

    _base: str = ""
    _base_splits: Sequence[Parts] | None = attrs.field(default=None, eq=False)
    _targets: Sequence[Target] | None = attrs.field(default=None, eq=False)
    _target: TargetFacet | None = attrs.field(default=None, init=False, eq=False)

    @property
    def base(self) -> str:
        """The base, as it was given."""
        return self._base

    @property
    def _bases(self) -> Sequence[Parts]:
        """The base as each column splits it."""
        if self._base_splits is None:
            self._base_splits = self._columns.split(self._base)
        return self._base_splits

    @property
    def target(self) -> TargetFacet:
        """What resolving gives; columns without a rule for the input are silent."""
        if self._target is None:
            columns, splits, bases = self._columns, self._splits or self.splits, self._bases
            targets = self._targets or list(map(call, columns.resolve_parts, bases, splits))
            self._target = TargetFacet(
                columns.specs,
                target_keys(targets),
                columns.all_readings,
                targets=targets,
                bases=bases,
                splits=splits,
            )
        return self._target

    @late
    def host(self) -> HostFacet:
        """Userinfo, host and port of the targets."""
        return host_facet(self.specs, self.target.targets)

    @property
    def resolutions(self) -> tuple[Resolution, ...]:
        """What each column resolves the reference to."""
        return self.target.resolutions

    @late
    def touched(self) -> Sequence[tuple[Choice, ...]]:
        """The readings that each column touches, with the options in force."""
        return [spec.touched(self._base, self._reference) for spec in self.specs]

    @property
    def facets(self) -> tuple[Facet, ...]:
        """The facets that the input has."""
        return (self.valid, self.parts, self.host, self.target)

    def to_dict(self) -> dict[str, object]:
        """Return the comparison's JSON form."""
        # `super()` would not find its class: attrs makes another one, with slots.
        form = Comparison.to_dict(self)
        return form | {"resolved": [resolution.to_dict() for resolution in self.resolutions]}
