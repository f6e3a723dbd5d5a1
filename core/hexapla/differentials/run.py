"""`hexapla.differential`: where callables, specs or programs read one URL differently."""

from collections.abc import Iterable
from typing import TypedDict, Unpack

from hexapla.comparison.columns import columns_of
from hexapla.differentials.aspects import HOST, aspects_of
from hexapla.differentials.differential import Differential
from hexapla.differentials.inputs import Inputs
from hexapla.differentials.programs import TIMEOUT, Asked, names_of, started
from hexapla.differentials.search import Search
from hexapla.differentials.wording import incomparable
from hexapla.implementations.question import candidates
from hexapla.jobs.pool import Progress, no_progress
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked_items


class Tried(TypedDict, total=False):
    """What is tried; all of it can be left out.

    Attributes:
        alphabet: Every string over these characters is tried behind the prefix; the smallest
            examples prefer the first ones.
        max_length: How many characters such a string has at most.
        prefix: What such a URL begins with.
        count: How many URLs are put together or drawn from the specs' grammars, and mutated.
        seed: Draws others; the same ones for a seed.
        against: URLs to try as well.
    """

    alphabet: str
    max_length: int
    prefix: str
    count: int
    seed: int
    against: Iterable[str]


def differential(
    *programs: Asked,
    names: Iterable[str] | None = None,
    on: str | Iterable[str] = HOST,
    specs: Iterable[str | Spec] | None = None,
    timeout: float = TIMEOUT,
    progress: Progress = no_progress,
    **tried: Unpack[Tried],
) -> Differential:
    """Find URLs that programs read differently, every class of them with its smallest example.

    Args:
        programs: Two or more: callables that take a URL and return its components, or raise; specs;
            or words, `adapter:NAME`, `python:module:function`, `spec:SELECTOR` or a command.
        names: What to call them. By default callables and words have their own names.
        on: What to compare: a component, `accepts`, several of these, or `all`.
        specs: The specs that explain the differences. By default they are those of `identify`.
        timeout: How many seconds an answer of a program may take; callables are not limited.
        progress: Is told how many URLs were asked.
        **tried: What is tried: `alphabet`, `max_length`, `prefix`, `count`, `seed`, `against`.

    Raises:
        SelectorError: A selector names nothing; it is a `LookupError`.
        LookupError: There is no such adapter.
        ValueError: There are fewer than two programs or as many names, there is nothing such to
            compare, or two programs tell nothing that could be compared; `DiscoveryError` where a
            character is given twice.
        OSError: A program can't be started.
    """
    called = names_of(programs) if names is None else checked_items(names, "names")
    if len(programs) < 2 or len(set(called)) != len(programs):
        raise ValueError("give two programs or more, each with a name of its own")
    columns = candidates() if specs is None else columns_of(specs)
    inputs, aspects = Inputs(columns, **tried), aspects_of(on)
    with started(programs, timeout) as parsing:
        result = Search(dict(zip(called, parsing, strict=True)), aspects, inputs).run(progress)
    silence = incomparable(result)
    if silence:
        raise ValueError(silence)
    return result
