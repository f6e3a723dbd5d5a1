"""The URL Standard, change by change, with results before and after each change."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from hexapla.documents.reading import Choice, Reading
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec
from hexapla_site.folders import read_data
from hexapla_site.pages.filtering import FilterChoice
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "url-standard-changes.html"
AS_OF = "as-of"
_DIRECTIONS = (
    FilterChoice("nearer", "nearer to it"),
    FilterChoice("further", "further away"),
)


class ChangeExample(NamedTuple):
    """A string whose result a change altered; None as a result means failure.

    Attributes:
        base: The base; None if the string is parsed without a base.
        reference: The string.
        before: The result before the change.
        after: The result after the change.
    """

    base: str | None
    reference: str
    before: str | None
    after: str | None


@attrs.frozen
class ShownChange:
    """A change, as in the file, with the examples that can be run as of different dates."""

    change: Mapping[str, Any]
    examples: Sequence[ChangeExample]


@attrs.frozen
class ChangesContext:
    """The content of the page.

    Attributes:
        changes: The changes.
        components: The choices in the filter for components.
        directions: The choices in the filter for relations to RFC 3986.
        counts: The number of changes in each direction.
        reading: The reading that chooses a date; None if the site doesn't have the URL Standard.
    """

    changes: Sequence[ShownChange]
    components: Sequence[FilterChoice]
    directions: Sequence[FilterChoice]
    counts: Mapping[str, int]
    reading: Reading | None


def dates_around(spec: Spec, day: str) -> tuple[str, str]:
    """Return the last available date before a day, and the first available date after it."""
    (dates,) = (sorted(item.options) for item in spec.readings if item.name == AS_OF)
    return max(date for date in dates if date < day), min(date for date in dates if date > day)


def result(spec: Spec, base: str | None, reference: str) -> str | None:
    """Return the target of a string or, without a base, its serialization; None for failure."""
    if base is not None:
        target = spec.resolve(reference, base=base).target
        return target if isinstance(target, str) else None
    equivalence = spec.standard.equivalence
    return None if equivalence is None else equivalence.normalize(reference).normal


def examples_of(spec: Spec, change: Mapping[str, Any]) -> Iterator[ChangeExample]:
    """Run the examples of a change as of the dates before and after it."""
    for item in change.get("examples", ()):
        base, reference = item["base"], item["reference"]
        dates = dates_around(spec, change["date"])
        states = (spec.choosing(Choice(AS_OF, date)) for date in dates)
        before, after = (result(state, base, reference) for state in states)
        yield ChangeExample(base, reference, before, after)


def _shown(spec: Spec | None, change: Mapping[str, Any]) -> ShownChange:
    return ShownChange(change, [] if spec is None else list(examples_of(spec, change)))


def _pages(site: Site) -> Iterator[Page]:
    changes = read_data("url-standard-changes.json")
    spec = next((spec for spec in default_columns() if spec.id == "whatwg"), None)
    readings = [] if spec is None else [item for item in spec.readings if item.name == AS_OF]
    components = dict.fromkeys(name for change in changes for name in change["components"])
    context = ChangesContext(
        changes=[_shown(spec, change) for change in changes],
        components=[FilterChoice(name, name) for name in components],
        directions=_DIRECTIONS,
        counts=Counter(change.get("rfc3986", {}).get("direction") for change in changes),
        reading=readings[0] if readings else None,
    )
    yield Page(ADDRESS, "url-standard-changes.html", context)


KIND = PageKind("url-standard-changes", ADDRESS, _pages)
