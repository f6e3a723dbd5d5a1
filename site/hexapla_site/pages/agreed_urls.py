"""Regular expressions for URLs in which parsers or standards agree on the host."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

import attrs

from hexapla.agreements.stored import agreement_of
from hexapla.text.slug import slug
from hexapla_site.data.table import Cells, Table, table_of
from hexapla_site.folders import read_data
from hexapla_site.pages.kind import File, Page, PageKind, Site
from hexapla_site.report.agreement import ShownAgreement, agreement_context
from hexapla_site.search import SearchEntry

INDEX = "agreed-urls/index.html"
ALL, IN_FORCE = "all", "in force"


@attrs.frozen
class AgreedPair:
    """Two parsers and their agreement.

    Attributes:
        name: The names of both parsers.
        shown: The agreement, prepared for its page.
    """

    name: str
    shown: ShownAgreement

    @property
    def address(self) -> str:
        """The address of the page about the two parsers."""
        return f"agreed-urls/{slug(self.name)}.html"


@attrs.frozen
class AgreedUrlsContext:
    """The content of the page about all agreements.

    Attributes:
        all: The agreement of all parsers and standards.
        in_force: The agreement of the two current standards.
        pairs: The agreements of pairs of parsers.
        learned: The version of Hexapla with which the agreements were learned, and the date.
    """

    all: ShownAgreement
    in_force: ShownAgreement
    pairs: Sequence[AgreedPair]
    learned: Mapping[str, str]


@attrs.frozen
class AgreedPairContext:
    """The content of the page about two parsers."""

    pair: AgreedPair


def agreements(_: Site) -> Mapping[str, ShownAgreement]:
    """Return the learned agreements, keyed by name.

    The key `ALL` selects the agreement of all parsers and standards, and `IN_FORCE` that of the two
    current standards. The other agreements are those of two parsers.
    """
    stored = read_data("agreed-urls.json")["agreements"]
    shown = {}
    for name, form in stored.items():
        shown[name] = agreement_context(agreement_of(form), form["places"])
    return shown


def _pairs(site: Site) -> list[AgreedPair]:
    pairs = []
    for name, shown in site.once(agreements).items():
        if name not in (ALL, IN_FORCE):
            pairs.append(AgreedPair(name, shown))
    return pairs


def _pages(site: Site) -> Iterator[Page]:
    known = site.once(agreements)
    pairs = _pairs(site)
    learned = read_data("agreed-urls.json")["hexapla"]
    context = AgreedUrlsContext(known[ALL], known[IN_FORCE], pairs, learned)
    yield Page(INDEX, "agreed-urls.html", context)
    for pair in pairs:
        yield Page(pair.address, "agreed-pair.html", AgreedPairContext(pair), indexed=False)


def _files(site: Site) -> Iterator[File]:
    """Yield modules that match the URLs of the agreements `ALL` and `IN_FORCE`."""
    for name, shown in site.once(agreements).items():
        if name in (ALL, IN_FORCE):
            for suffix, text in shown.matchers(site.provenance.version).items():
                yield File(f"agreed-urls/{slug(name)}.{suffix}", text)


def _entries(site: Site) -> Iterator[SearchEntry]:
    for pair in _pairs(site):
        text = f"{len(pair.shown.ways)} ways to differ"
        yield SearchEntry("page", pair.address, f"Agreed URLs: {pair.name}", text)


def _tables(site: Site) -> Iterator[Table]:
    yield table_of("agreed-pairs", _rows(_pairs(site)))


def _rows(pairs: Iterable[AgreedPair]) -> Iterator[Cells]:
    for pair in pairs:
        for way in pair.shown.ways:
            hosts = [read for _, read in pair.shown.read_in(way)]
            yield pair.name, way.border.says, way.border.url, *hosts


KIND = PageKind(
    "agreed-urls", "agreed-urls/", _pages, files=_files, entries=_entries, tables=_tables
)
