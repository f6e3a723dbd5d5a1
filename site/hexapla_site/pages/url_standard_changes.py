"""The URL Standard, change by change, with results before and after each change."""

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

import attrs

from hexapla.documents.reading import Choice, Reading
from hexapla.standard.registry import default_columns
from hexapla.standard.spec import Spec
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.filtering import FilterChoice
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "url-standard-changes.html"
AS_OF = "as-of"
_DIRECTIONS = (
    FilterChoice("nearer", "nearer to RFC 3986"),
    FilterChoice("further", "further away"),
)


class ChangeExample(NamedTuple):
    """A string for which a change altered the result; a result of None means failure.

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
    """A change as recorded in the data file, with the results of its examples before and after."""

    change: Mapping[str, Any]
    examples: Sequence[ChangeExample]

    @property
    def direction(self) -> str | None:
        """The direction relative to RFC 3986: `nearer`, `further`, or None for neither."""
        compared: Mapping[str, str] = self.change.get("rfc3986", {})
        return compared.get("direction")


@attrs.frozen
class ChangesContext:
    """The content of the page.

    Attributes:
        changes: The changes.
        components: The choices in the filter for components.
        directions: The choices in the filter for the direction relative to RFC 3986.
        counts: The number of changes in each direction.
        reading: The reading whose options are dates; None if the URL Standard isn't available.
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
    """Yield the examples of a change, with their results before and after the change."""
    for item in change.get("examples", ()):
        base, reference = item["base"], item["reference"]
        dates = dates_around(spec, change["date"])
        states = (spec.choosing(Choice(AS_OF, date)) for date in dates)
        before, after = (result(state, base, reference) for state in states)
        yield ChangeExample(base, reference, before, after)


def _url_standard() -> Spec | None:
    for spec in default_columns():
        if spec.id == "whatwg":
            return spec
    return None


def changes_of(_: Site) -> Sequence[ShownChange]:
    """Return all changes, oldest first."""
    spec = _url_standard()
    shown = []
    for change in read_data("url-standard-changes.json"):
        examples = [] if spec is None else list(examples_of(spec, change))
        shown.append(ShownChange(change, examples))
    return shown


def _pages(site: Site) -> Iterator[Page]:
    changes = site.once(changes_of)
    spec = _url_standard()
    readings = [] if spec is None else [item for item in spec.readings if item.name == AS_OF]
    components: dict[str, FilterChoice] = {}
    counts = Counter[str]()
    for item in changes:
        for name in item.change["components"]:
            components[name] = FilterChoice(name, name)
        if item.direction is not None:
            counts[item.direction] += 1
    context = ChangesContext(
        changes=changes,
        components=list(components.values()),
        directions=_DIRECTIONS,
        counts=counts,
        reading=readings[0] if readings else None,
    )
    yield Page(ADDRESS, "url-standard-changes.html", context)


def _tables(site: Site) -> Iterator[Table]:
    changes = site.once(changes_of)
    yield table_of("url-standard-changes", map(_change_row, changes))
    yield table_of("url-standard-change-examples", _example_rows(changes))


def _change_row(item: ShownChange) -> Cells:
    change = item.change
    components = " ".join(change["components"])
    section = change.get("rfc3986", {}).get("section")
    given = change.get("given", {})
    return (
        change["date"],
        change["commit"],
        components,
        change["what"],
        item.direction,
        section,
        change.get("reference"),
        given.get("example"),
        given.get("before"),
        given.get("after"),
    )


def _example_rows(changes: Iterable[ShownChange]) -> Iterator[Cells]:
    for item in changes:
        of_change = (item.change["date"], item.change["commit"])
        for example in item.examples:
            results = (json.dumps(example.before), json.dumps(example.after))
            yield *of_change, example.base, example.reference, *results


KIND = PageKind("url-standard-changes", ADDRESS, _pages, tables=_tables)
