"""Which host the standards read in a URL one after another, and by which rule."""

from collections.abc import Iterable

import attrs

from hexapla.differentials.agreement import Readings
from hexapla.differentials.aspects import HOST
from hexapla.documents.citation import Provision
from hexapla.operations.division import AUTHORITY
from hexapla.standard.spec import Spec
from hexapla_site.report.host_row import HostRow, row_of


@attrs.frozen
class Era:
    """A host that standards read one after another, from the first of them on."""

    host: str | None
    says: str
    specs: tuple[Spec, ...]


@attrs.frozen
class HistoryRow:
    """A URL, with what each standard reads in it as its host, as it is given."""

    row: HostRow
    eras: tuple[Era, ...]

    def era(self, spec: Spec) -> Era | None:
        """Return what a standard reads; None where it has no rule."""
        return next((era for era in self.eras if spec in era.specs), None)

    def is_first(self, spec: Spec) -> bool:
        """Return whether a standard reads another host than the one before it."""
        return any(era.specs[0] == spec for era in self.eras[1:])

    def provision(self, spec: Spec) -> Provision | None:
        """Return the rule by which a standard reads its host, or refuses the URL."""
        divided = self.row.divided[spec.selector]
        if divided.refusal is not None:
            return divided.refusal
        bounds = divided.bounds.get(HOST) or divided.bounds.get(AUTHORITY)
        if bounds is None:
            return None
        before = self._before(spec)
        if before is not None:
            readings = Readings([before, spec], self.row.url)
            mine, theirs = (self.row.of_specs[each.selector] for each in (spec, before))
            provision = readings.pair(HOST, mine, theirs)[0].provision
            if provision is not None:
                return provision
        return bounds.further[-1] if bounds.further else bounds.end or bounds.start

    def _before(self, spec: Spec) -> Spec | None:
        """Return the standard that was the last one before to read something else."""
        earlier = [era for era in self.eras if spec not in era.specs]
        return earlier[-1].specs[-1] if earlier else None


def rules_of(rows: Iterable[HistoryRow]) -> tuple[Provision, ...]:
    """Return the rules by which standards read what rows have, each once, by standard."""
    items = tuple(rows)
    cited = (row.provision(spec) for spec in (items[0].row.specs if items else ()) for row in items)
    return tuple(dict.fromkeys(provision for provision in cited if provision is not None))


def history_row(url: str, columns: tuple[Spec, ...]) -> HistoryRow:
    """Return what standards read in a URL.

    Args:
        url: The URL.
        columns: The standards, oldest first; each divides URLs.
    """
    row = row_of(url, {}, columns)
    eras: list[Era] = []
    for spec in columns:
        if not row.divided[spec.selector].has_rule:
            continue
        says = row.said_by(spec)
        host = row.divided[spec.selector].components.host or None
        if eras and (eras[-1].host, eras[-1].says) == (host, says):
            eras[-1] = attrs.evolve(eras[-1], specs=(*eras[-1].specs, spec))
        else:
            eras.append(Era(host, says, (spec,)))
    return HistoryRow(row, tuple(eras))
