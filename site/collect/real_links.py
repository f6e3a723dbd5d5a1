"""Compare the links in Debian's documentation packages under all six standards.

Run this program with `python site/collect/real_links.py --cache FOLDER`. It downloads about 370 MB
of packages into the folder, and compares the links of a sample of their pages. This takes about
four minutes on one core. The packages are listed in `real_links_packages.json`, with their versions
and SHA-256 hashes. A Debian mirror keeps only the current versions. To get the listed versions, use
`--mirror 'https://snapshot.debian.org/archive/{archive}/20261122T000000Z/{path}'`, or put the files
that `apt-get download NAME=VERSION` writes into the folder.

The result is the data for the site's page on links in the wild: numbers, and short examples. The
data depend only on the packages and on Hexapla, and are the same in every run.

The base of a page is the URL in its BASE element. If there is none, the base is a URL made from the
package and the path of the page. This URL begins with https, since such pages are usually read over
https; `--root` changes its beginning.
"""

import json
from collections import Counter
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import quote

import attrs
import click
from debian_packages import MIRROR, Collection, Package, PackagePage, fetch, pages, read_collection
from link_counts import LinkCounts, form_of_pattern, forms_of_today, rows_of
from page_generators import generator_of

import hexapla
from hexapla.corpus.source import LONGEST_ROW, BadRow, Pair, links
from hexapla.corpus.summary import Summary
from hexapla.jobs.pool import run_units
from hexapla.values.errors import DocumentError
from hexapla_site.folders import DATA

PACKAGES = Path(__file__).with_name("real_links_packages.json")
OUTPUT = DATA / "real-links.json"
ROOT = "https://docs.example/"
_HOSTS = 40  # the number of hosts that are listed by name
# The characters of a path segment (RFC 3986, 3.3), and the slash.
_IN_PATH = "/-._~!$&'()*+,;=:@"


@attrs.define
class PackageResult:
    """The counts for the pages of a package.

    Attributes:
        package: The package.
        pages: The number of pages in the package.
        read: The number of pages that were read, keyed by generator.
        unreadable: The number of pages that couldn't be read.
        with_base: The number of pages that were read and whose BASE element changes the base.
        too_long: The number of links that are too long to be compared.
        distinct: The number of links, counting equal links on a page only once.
        counts: The counts for the links of the pages that were read.
    """

    package: Package
    pages: int = 0
    read: Counter[str] = attrs.field(factory=Counter)
    unreadable: int = 0
    with_base: int = 0
    too_long: int = 0
    distinct: int = 0
    counts: LinkCounts = attrs.field(factory=LinkCounts.empty)

    @property
    def links(self) -> int:
        """The number of links that were compared."""
        return self.counts.links


def study(package: Package, cache: Path, mirror: str, most: int, root: str) -> PackageResult:
    """Compare the links of a package's pages.

    Args:
        package: The package.
        cache: The folder with the packages.
        mirror: The address of a file on a Debian mirror, for packages that are not in the folder.
        most: The maximum number of pages to read.
        root: The beginning of the base of a page without a BASE element.
    """
    result = PackageResult(package)
    result.pages, sample = pages(package, fetch(package, cache, mirror), most)
    for page in sample:
        try:
            _study_page(page, result, root)
        except DocumentError:
            result.unreadable += 1
    return result


def _study_page(page: PackagePage, result: PackageResult, root: str) -> None:
    package = result.package
    generator = generator_of(page.content) or package.unmarked
    retrieval = root + quote(package.name + page.path, _IN_PATH, errors="surrogateescape")
    read = links(page.content, retrieval)
    items = [item for item in read if not isinstance(item, BadRow)]
    short = [item for item in items if sum(map(len, item)) <= LONGEST_ROW]
    pairs = [Pair(page.path, row, *item) for row, item in enumerate(short, 1)]
    times = Counter(pair.reference for pair in pairs)
    first = {pair.reference: pair for pair in reversed(pairs)}
    rows = map(result.counts.specs.compare, [first[reference] for reference in times])
    result.counts.add_page(rows, times, generator)
    result.read[generator] += 1
    result.distinct += len(times)
    result.too_long += len(items) - len(pairs)
    result.with_base += any(pair.base != retrieval for pair in pairs)


def form_of(collection: Collection, results: list[PackageResult], root: str) -> dict[str, Any]:
    """Return all counts as the content of the site's data file."""
    counts = LinkCounts.empty()
    for result in results:
        counts.merge(result.counts)
    whole = counts.summary([*counts.fragments, *counts.others])
    made = whole.to_dict()
    return {
        "hexapla": hexapla.__version__,
        "release": collection.release,
        "date": collection.date,
        "most_pages": collection.most_pages,
        "root": root,
        "specs": made["specs"],
        "packages": [_of_package(result) for result in results],
        "pages": sum(result.read.total() for result in results),
        "links": whole.rows,
        "distinct": sum(result.distinct for result in results),
        "fragments": rows_of(counts.fragments),
        "unreadable": sum(result.unreadable for result in results),
        "with_base": sum(result.with_base for result in results),
        "too_long": sum(result.too_long for result in results),
        "facets": made["facets"],
        "facets_of_others": counts.summary(counts.others).to_dict()["facets"],
        "verdicts": made["verdicts"],
        "outcomes": made["outcomes"],
        **_dimensions(counts, results),
        "causes": list(_causes(whole)),
        "patterns": _patterns(counts, whole),
        "today": list(forms_of_today(counts)),
        "readings": [_of_effect(key, counts) for key in sorted(counts.effects)],
    }


def _of_package(result: PackageResult) -> dict[str, Any]:
    return {
        **attrs.asdict(result.package),
        "pages": result.pages,
        "read": dict(sorted(result.read.items())),
        "links": result.links,
    }


def _dimensions(counts: LinkCounts, results: list[PackageResult]) -> dict[str, Any]:
    """Return the numbers by generator, form, scheme and host."""
    by = dict(counts.dimensions())
    generators = []
    for name, numbers in by["generator"]:
        row = {
            "generator": name,
            "packages": sum(name in result.read for result in results),
            "pages": sum(result.read[name] for result in results),
            **attrs.asdict(numbers),
        }
        generators.append(row)
    hosts = by.get("host", [])
    return {
        "generators": generators,
        "forms": [{"form": name, **attrs.asdict(numbers)} for name, numbers in by["form"]],
        "schemes": [{"scheme": name, **attrs.asdict(numbers)} for name, numbers in by["scheme"]],
        "hosts": [{"host": name, **attrs.asdict(numbers)} for name, numbers in hosts[:_HOSTS]],
        "all_hosts": len(hosts),
    }


def _causes(summary: Summary) -> Iterator[dict[str, Any]]:
    """Yield each cause with its smallest and its commonest example, most frequent causes first."""
    for key, examples in summary.by_frequency():
        commonest = examples.commonest
        yield {
            **key.to_dict(),
            "links": examples.rows,
            "smallest": (examples.smallest.base, examples.smallest.reference),
            "commonest": (commonest.base, commonest.reference),
        }


def _patterns(counts: LinkCounts, summary: Summary) -> list[dict[str, Any]]:
    numbers = {key: number for number, (key, _) in enumerate(summary.by_frequency())}
    ordered = sorted(counts.patterns.items(), key=lambda item: (-item[1].links, item[0]))
    return [form_of_pattern(causes, pattern, numbers) for causes, pattern in ordered]


def _of_effect(key: tuple[str, str, str, str], counts: LinkCounts) -> dict[str, Any]:
    names = ("spec", "reading", "default", "option")
    return {**dict(zip(names, key, strict=True)), **attrs.asdict(counts.effects[key])}


def text_of(form: dict[str, Any]) -> str:
    """Return JSON with each list item on its own line, so that diffs are readable."""
    members = (f"{json.dumps(name)}: {_lines(value)}" for name, value in form.items())
    return "{\n" + ",\n".join(members) + "\n}\n"


def _lines(value: object) -> str:
    if not isinstance(value, list) or not value:
        return json.dumps(value)
    return "[\n " + ",\n ".join(map(json.dumps, value)) + "\n]"


@click.command()
@click.option(
    "--packages",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    default=PACKAGES,
    help="JSON file that lists the packages.  [default: the packages on the site's page]",
)
@click.option(
    "--cache",
    type=click.Path(file_okay=False, path_type=Path),
    required=True,
    help="Folder for the packages' files.",
)
@click.option("--mirror", default=MIRROR, show_default=True, help="Address of a package's file.")
@click.option("--root", default=ROOT, show_default=True, help="Beginning of a page's address.")
@click.option("--workers", type=click.IntRange(1), default=1, show_default=True)
@click.option(
    "-o",
    "--output",
    type=click.Path(dir_okay=False, path_type=Path),
    default=OUTPUT,
    help="File for the numbers.  [default: the site's data]",
)
def main(packages: Path, cache: Path, mirror: str, root: str, workers: int, output: Path) -> None:
    """Compare the links in packages, and write the numbers to a file."""
    collection = read_collection(packages)
    results: list[PackageResult] = []
    work = partial(study, cache=cache, mirror=mirror, most=collection.most_pages, root=root)
    try:
        studied = run_units(work, collection.packages, workers)
        for package, result in zip(collection.packages, studied, strict=True):
            results.append(result)
            of = f"{result.links:,} links of {result.read.total()} pages"
            click.echo(f"{package.name}: {of}", err=True)
    except KeyboardInterrupt:
        done = f"stopped after {len(results)} of {len(collection.packages)} packages"
        kept = f"{output} is unchanged, and {cache} contains the downloaded packages"
        raise click.ClickException(f"{done}; {kept}") from None
    output.write_text(text_of(form_of(collection, results, root)), "utf-8")
    click.echo(f"{sum(result.links for result in results):,} links", err=True)


if __name__ == "__main__":
    main()
