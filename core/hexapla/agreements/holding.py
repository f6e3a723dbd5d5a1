"""Check that parsers still agree on the URLs of an agreement.

The parsers are asked about random URLs, and about URLs that together cover every transition of the
automaton. Nothing is learned, so the check is quick enough for a service's test suite.
"""

from collections.abc import Callable, Iterator, Mapping
from random import Random

from hexapla.agreements.agreement import UrlAgreement
from hexapla.agreements.drawing import drawn
from hexapla.agreements.shape import shape_of
from hexapla.grammar.automaton import DEAD, Automaton
from hexapla.operations.authority import connected_to
from hexapla.standard.display import show_cut

ReadHost = Callable[[str], str | None]
"""A function that takes a URL and returns the host that a client connects to.

It returns None if the URL has no host.
"""


def failure_of_readers(
    agreement: UrlAgreement,
    readers: Mapping[str, ReadHost],
    count: int,
    seed: int,
    is_allowed: Callable[[str], bool] = lambda _: True,
) -> str | None:
    """Describe the first disagreement between readers; return None if they agree on all URLs.

    Args:
        agreement: The agreement whose URLs are tried.
        readers: Functions that return hosts, keyed by name. If there is only one function, its
            result is compared with the host as written in the URL.
        count: The number of random URLs, in addition to the URL for each transition.
        seed: The seed of the random URLs.
        is_allowed: A function that returns whether to try a URL of the agreement.
    """
    for url in filter(is_allowed, urls_of(agreement.automaton, count, seed)):
        read = {name: host(url) for name, host in readers.items()}
        if len(read) == 1:
            shape = shape_of(url)
            assert shape is not None
            read["the URL"] = connected_to(shape.host)
        if len(set(read.values())) > 1:
            told = [_reading(name, host) for name, host in read.items()]
            return f"an agreement allows {show_cut(url)}, but {', '.join(told)}"
    return None


def _reading(name: str, host: str | None) -> str:
    if host is None:
        return f"{name} reads no host"
    return f"{name} reads {show_cut(host)}"


def urls_of(automaton: Automaton, count: int, seed: int) -> Iterator[str]:
    """Yield strings that an automaton accepts: a string for each transition, and random strings."""
    for state, row in enumerate(automaton.rows):
        for members, following in zip(automaton.alphabet, row, strict=True):
            if following != DEAD:
                before = automaton.access[state]
                yield before + members.first + automaton.completions[following]
    random = Random(seed)
    for _ in range(count):
        yield drawn(automaton, random)
