"""Check that the rows of a corpus, which are computed quickly, agree with `hexapla.compare`.

Run with `python benchmarks/same_rows.py`. It uses pairs as in crawls (see `corpus.py`), and pairs
of delimiters and short words in any order, on which standards differ most; `--pairs FILE` takes
pairs from a JSON Lines file instead, such as the links of pages. For each pair, it compares the
verdict and target of every standard, the groups, the causes and the choices. It prints the number
of pairs and of differing pairs, with the first of these, and exits with 1 if any pair differs.
"""

import json
import random
import sys
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import attrs
import click
from corpus import pairs as crawled

import hexapla
from hexapla.corpus.behaviour_cache import behaviour_of
from hexapla.corpus.rows import ComparedSpecs, Row
from hexapla.corpus.source import Pair
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec

_WORDS = [
    "a",
    "b",
    "ab",
    "abc",
    "abd",
    "http",
    "w0",
    "w1",
    "x.y",
    "a..b",
    "%41",
    "%4",
    "é",
    "-_",
    "g=1&h",
    "1",
    "12",
    "~",
]
_MARKS = [
    "/",
    "/",
    "/",
    "//",
    "?",
    "#",
    ";",
    ":",
    ".",
    "..",
    "./",
    "../",
    "@",
    "/../",
    "/./",
    "///",
    "[",
    "]",
]
_BASES = (
    *("http://a/b/c/d;p?q", "http://www.a.b/x/y.html", "http://a//b/", "a:b/c", "http://a"),
    *("ftp://u:p@h:21/a;type=a", "http://a/b/..", "file:///a/b/../c", "mailto:x@y", "http:"),
    *("http://h/w0/http/ab/abc", "http://h/~é/x"),
)
_SHOWN = 5


def marks_and_words(count: int, seed: int) -> Iterator[tuple[str, str]]:
    """Yield pairs of delimiters and words in any order."""
    drawn = random.Random(seed)

    def text(most: int) -> str:
        pieces = (
            drawn.choice(drawn.choice((_WORDS, _MARKS))) for _ in range(drawn.randint(0, most))
        )
        return "".join(pieces)

    for _ in range(count):
        begins = drawn.choice(("http://", "http:/", "x:", ""))
        base = drawn.choice(_BASES) if drawn.random() < 0.5 else begins + text(8)
        yield base, text(7)


def of_file(path: Path) -> Iterator[tuple[str, str]]:
    """Yield the pairs in a JSON Lines file."""
    with path.open(encoding="utf-8") as lines:
        for line in lines:
            form = json.loads(line)
            yield form["base"], form["reference"]


def content(row: Row, specs: tuple[Spec, ...]) -> tuple[object, object]:
    """Return the content of a row, and the same content from comparing its pair separately."""
    comparison = hexapla.compare(row.pair.reference, base=row.pair.base, specs=specs)
    verdicts = tuple(validity.verdict for validity in comparison.validities)
    slow = (
        attrs.astuple(behaviour_of(comparison), recurse=False),
        verdicts,
        [*comparison.target.targets],
    )
    return (attrs.astuple(row.kind, recurse=False), row.verdicts, [*row.targets]), slow


@click.command()
@click.option("--count", default=1_000_000, show_default=True, help="Pairs as in crawls.")
@click.option("--marks", default=100_000, show_default=True, help="Pairs of delimiters and words.")
@click.option("--seed", default=1, show_default=True, help="Seed of the delimiters and words.")
@click.option("--spec", "specs", multiple=True, help="A standard.  [default: the default ones]")
@click.option(
    "--pairs", "file", type=click.Path(path_type=Path), help="Use the pairs in this file instead."
)
def main(count: int, marks: int, seed: int, specs: tuple[str, ...], file: Path | None) -> None:
    """Compare rows the quick way and the slow way."""
    named = ComparedSpecs(columns_of(specs or None))
    sources = (of_file(file),) if file else (crawled(count), marks_and_words(marks, seed))
    differing = 0
    for source in sources:
        items = (Pair("", number, *pair) for number, pair in enumerate(islice(source, count), 1))
        rows = 0
        for row in map(named.compare, items):
            rows += 1
            quick, slow = content(row, named.specs)
            if quick != slow:
                differing += 1
                if differing <= _SHOWN:
                    click.echo(f"{row.pair.base!r} {row.pair.reference!r}\n  {quick}\n  {slow}")
        click.echo(f"{rows:,} pairs in {', '.join(named.selectors)}: {differing:,} differ so far")
    sys.exit(1 if differing else 0)


if __name__ == "__main__":
    main()
