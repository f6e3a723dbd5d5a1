"""The URL Standard, change by change: each change of a result, before and after."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any

from hexapla.documents.reading import Choice
from hexapla.standard.spec import Spec
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import Page, PageKind, Site

ADDRESS = "url-standard-changes.html"
AS_OF = "as-of"


ChangeExample = tuple[str | None, str, tuple[str | None, ...]]
"""A base, a reference, and their results before a change and behind it.

A text without a base is parsed by itself; a result that is None is failure.
"""


def dates_around(spec: Spec, day: str) -> tuple[str, str]:
    """Return the last date that is offered before a day, and the first one behind it."""
    (dates,) = (sorted(item.options) for item in spec.readings if item.name == AS_OF)
    return max(date for date in dates if date < day), min(date for date in dates if date > day)


def result(spec: Spec, base: str | None, reference: str) -> str | None:
    """Return what a text resolves to, or is serialised as by itself; None is failure."""
    if base is not None:
        target = spec.resolve(reference, base=base).target
        return target if isinstance(target, str) else None
    equivalence = spec.standard.equivalence
    return None if equivalence is None else equivalence.normalize(reference).normal


def examples_of(spec: Spec, change: Mapping[str, Any]) -> Iterator[ChangeExample]:
    """Yield the examples of a change that dates tell apart, run anew."""
    for item in change.get("examples", ()):
        base, reference = item["base"], item["reference"]
        dates = dates_around(spec, change["date"])
        states = (spec.choosing(Choice(AS_OF, date)) for date in dates)
        yield base, reference, tuple(result(state, base, reference) for state in states)


def _pages(site: Site) -> Iterator[Page]:
    changes = read_data("url-standard-changes.json")
    spec = next((spec for spec in site.columns if spec.id == "whatwg"), None)
    rows = [
        (change, () if spec is None else tuple(examples_of(spec, change))) for change in changes
    ]
    components = dict.fromkeys(name for change in changes for name in change["components"])
    directions = Counter(change.get("rfc3986", {}).get("direction") for change in changes)
    (reading,) = (item for item in spec.readings if item.name == AS_OF) if spec else (None,)
    context = {
        "changes": rows,
        "components": [(name, name) for name in components],
        "directions": directions,
        "reading": reading,
    }
    yield Page(ADDRESS, "url-standard-changes.html", context)


KIND = PageKind("url-standard-changes", ADDRESS, _pages)
