"""The URLs that implementations parse for the site, in addition to the default URLs.

The URLs come from two sources: known differentials (see `urls_for_all`), and a search for the
smallest example of each kind of difference between any two adapters. If this file is run as a
program, it repeats the search, which takes a quarter of an hour, and writes the URLs to
`asked-urls.jsonl`. Afterwards, run `hexapla implementations --parse` to record the answers.
"""

import json
from collections.abc import Iterable
from pathlib import Path

from known_differentials import urls_for_all

import hexapla
import hexapla_site
from hexapla.divergence.divergence import DivergenceClass
from hexapla.identification.parsing import default_urls
from hexapla.implementations.adapters import PARSERS, AbsentError, Adapter

ASKED = Path(hexapla_site.__file__).parent / "data" / "asked-urls.jsonl"
LONGEST = 12  # in code points
_SECONDS = 60.0


def smallest_of_kinds(
    examples: Iterable[tuple[DivergenceClass, str]], known: frozenset[str]
) -> tuple[str, ...]:
    """Return the URLs to add so that there is an example of each kind of difference.

    Two classes are of the same kind if the programs behave in the same two ways, whichever programs
    they are. The shortest example of a kind is added, unless a known URL is an example. Examples
    longer than `LONGEST` are ignored.

    Args:
        examples: Classes of differences, each with a URL.
        known: URLs that implementations parse anyway.
    """
    by_kind: dict[object, set[str]] = {}
    for item, url in examples:
        if len(url) <= LONGEST:
            by_kind.setdefault(frozenset(item.behaviours.sides), set()).add(url)
    chosen = (
        min(urls, key=lambda url: (url not in known, len(url), url)) for urls in by_kind.values()
    )
    return tuple(sorted(set(chosen) - known, key=lambda url: (len(url), url)))


def is_present(item: Adapter) -> bool:
    """Return whether the parser of an adapter is installed."""
    try:
        item.version()
    except AbsentError:
        return False
    return True


def text_of(known: Iterable[str], smallest: Iterable[str]) -> str:
    """Return the lines of the file: a JSON object for each URL."""
    given = [{"url": url, "why": "known"} for url in known]
    given += [{"url": url, "why": "smallest"} for url in smallest]
    return "".join(json.dumps(item) + "\n" for item in given)


if __name__ == "__main__":
    words = [f"adapter:{item.name}" for item in PARSERS if is_present(item)]
    of_sources = urls_for_all()
    against = tuple(dict.fromkeys((*default_urls(), *of_sources)))
    differential = hexapla.differential(
        *words, timeout=_SECONDS, max_length=3, count=2000, against=against
    )
    examples = [(item, found.smallest.url) for item, found in differential.findings.items()]
    smallest = smallest_of_kinds(examples, frozenset(against))
    ASKED.write_text(text_of(of_sources, smallest), "utf-8")
