"""Changes that programs make to a query when they resolve or parse."""

from collections.abc import Callable, Iterable, Iterator, Mapping

from hexapla.divergence.model import Variation
from hexapla.divergence.text_variations import TextChange, substitutions
from hexapla.values.frozen import FrozenMapping


def changed_queries(query: str, changes: Callable[[str], Iterable[str]]) -> Iterator[str | None]:
    """Yield the results of changes to a query.

    A program may drop a query that becomes empty. So an empty result is followed by None, which
    stands for a missing query.
    """
    for changed in changes(query):
        yield changed
        if query and not changed:
            yield None


def _joined(change: Callable[[list[str]], list[str]]) -> Callable[[str], Iterator[str]]:
    """Return a function that changes a query's parameters, which are separated by ampersands."""

    def changed(query: str) -> Iterator[str]:
        yield "&".join(change(query.split("&")))

    return changed


def _substituted(change: TextChange) -> Callable[[str], Iterator[str]]:
    def changed(query: str) -> Iterator[str]:
        yield change(query)

    return changed


def _with_equals_signs(parameters: list[str]) -> list[str]:
    return [each if "=" in each or not each else f"{each}=" for each in parameters]


def _name_of(parameter: str) -> str:
    return parameter.partition("=")[0]


def _one_of_each_name(query: str) -> Iterator[str]:
    """Yield the query with only the first, or only the last, of the parameters that share a name.

    The last parameter either stays in its own place or takes the place of the first parameter.
    """
    parameters = query.split("&")
    last = {_name_of(each): each for each in parameters}
    first = {_name_of(each): each for each in reversed(parameters)}
    yield "&".join(first[name] for name in last)
    yield "&".join(last.values())
    yield "&".join(reversed([last[name] for name in first]))


def _without_blank(query: str) -> Iterator[str]:
    """Yield the query without parameters that end with "=", then with only those that have a value.

    Nothing is yielded if the query contains no "=".
    """
    if "=" in query:
        parameters = query.split("&")
        yield "&".join(each for each in parameters if not each.endswith("="))
        yield "&".join(each for each in parameters if each.partition("=")[2])


QUERY_VARIATIONS: Mapping[Variation, Callable[[str], Iterator[str]]] = FrozenMapping(
    {
        Variation.ADD_EQUALS_SIGNS: _joined(_with_equals_signs),
        Variation.DROP_BLANK_PARAMETERS: _without_blank,
        Variation.KEEP_ONE_PARAMETER: _one_of_each_name,
        **{name: _substituted(change) for name, change in substitutions("query").items()},
        Variation.SORT_QUERY: _joined(sorted),
    }
)
"""Functions that yield the queries that can result from a variation, keyed by variation."""
