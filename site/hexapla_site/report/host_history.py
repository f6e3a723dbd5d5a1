"""Which host the standards read in a URL one after another, and by which rule."""

import functools
from collections.abc import Iterable, Mapping
from itertools import groupby

import attrs

from hexapla.differentials.agreement import Readings
from hexapla.differentials.aspects import HOST
from hexapla.documents.citation import Provision
from hexapla.operations.division import AUTHORITY, DividedUrl
from hexapla.standard.spec import Spec
from hexapla_site.addresses import spelled
from hexapla_site.report.host_row import reading_by

Era = tuple[Spec, ...]
"""Standards that read the same host one after another."""


@attrs.frozen(slots=False)
class HistoryRow:
    """A URL, as each standard divides it."""

    url: str
    divided: Mapping[Spec, DividedUrl]

    @property
    def id(self) -> str:
        """A name that depends on the URL alone."""
        return f"history-url-{spelled(self.url)}"

    def told(self, spec: Spec) -> tuple[str | None, str]:
        """Return the host that a standard reads, as it is given, and what it reads in words."""
        divided = self.divided[spec]
        return divided.components.host or None, str(reading_by(divided))

    @functools.cached_property
    def eras(self) -> tuple[Era, ...]:
        """The standards that have a rule, put together where they read the same."""
        with_rule = (spec for spec, divided in self.divided.items() if divided.has_rule)
        return tuple(tuple(era) for _, era in groupby(with_rule, key=self.told))

    def is_first(self, spec: Spec) -> bool:
        """Return whether a standard reads another host than the one before it."""
        return any(era[0] == spec for era in self.eras[1:])

    def provision(self, spec: Spec) -> Provision | None:
        """Return the rule by which a standard reads its host, or refuses the URL."""
        divided = self.divided[spec]
        if divided.refusal is not None:
            return divided.refusal
        bounds = divided.bounds.get(HOST) or divided.bounds.get(AUTHORITY)
        if bounds is None:
            return None
        earlier = [era for era in self.eras if spec not in era]
        if earlier:
            before = earlier[-1][-1]
            mine, theirs = (reading_by(self.divided[each]).value for each in (spec, before))
            agreed, _ = Readings([before, spec], self.url).pair(HOST, mine, theirs)
            if agreed.provision is not None:
                return agreed.provision
        return bounds.further[-1] if bounds.further else bounds.end or bounds.start


def rules_of(rows: Iterable[HistoryRow]) -> tuple[Provision, ...]:
    """Return the rules by which standards read what rows have, each once, by standard."""
    items = tuple(rows)
    cited = (row.provision(spec) for spec in (items[0].divided if items else ()) for row in items)
    return tuple(dict.fromkeys(provision for provision in cited if provision is not None))
