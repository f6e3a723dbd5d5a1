"""Check learned agreements against the readers, on URLs drawn independently of the learning.

For each set of readers, learn on which URLs they agree. Then ask the automaton and the readers
about many URLs: strings drawn from the automaton, mutations of these, strings from the fuzzer of
the differential search with another seed, and the inputs of web-platform-tests if the environment
variable `URL_TEST_DATA` contains the path of `urltestdata.json`. The automaton must accept exactly
those URLs on which the readers agree.

    python benchmarks/agreement.py --count 1000000 rfc3986,whatwg urllib.parse,yarl
"""

import argparse
import json
import os
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import urlsplit

from hexapla.agreements.agreed_host import SCHEMES
from hexapla.agreements.drawing import drawn, mutated
from hexapla.agreements.parts import Asking
from hexapla.agreements.question import AgreementQuestion
from hexapla.agreements.readers import named_reader, readers_of
from hexapla.agreements.search import Learning
from hexapla.differentials.inputs import Inputs
from hexapla.grammar.automaton import Automaton
from hexapla.implementations.programs import TIMEOUT, Asked

INSERTED = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~ \t\n\r\0\x7f0123456789afgxzAFX\u00e9\u3002"


def in_process() -> dict[str, Callable[[str], object]]:
    """Return parsers, keyed by name, that are called in this process so that calls are fast."""
    import ada_url
    import httpx
    import yarl
    from urllib3.util import parse_url

    return {
        "urllib.parse": urlsplit_host,
        "urllib3": parse_url,
        "httpx": httpx.URL,
        "yarl": yarl.URL,
        "ada": lambda url: {"host": ada_url.URL(url).hostname},
    }


def urlsplit_host(url: str) -> dict[str, str | None]:
    """Return the host that `urlsplit` reads; raise an error if it rejects the port."""
    parts = urlsplit(url)
    assert parts.port is None or parts.port >= 0
    return {"host": parts.hostname}


def urls(automaton: Automaton, count: int, seed: int) -> Iterator[str]:
    """Yield the inputs of web-platform-tests, if available, and then `count` random URLs."""
    path = os.environ.get("URL_TEST_DATA")
    if path is not None:
        cases = json.loads(Path(path).read_text("utf-8"))
        yield from (case["input"] for case in cases if isinstance(case, dict))
    random = Random(seed)
    fuzzer = Inputs((), max_length=0, seed=seed)
    for number in range(count):
        kind = number % 3
        if kind == 0:
            yield drawn(automaton, random)
        elif kind == 1:
            yield mutated(drawn(automaton, random), INSERTED, random)
        else:
            yield fuzzer.drawn(number)


def main() -> None:
    """Learn, compare and print a line for each set of readers."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("readers", nargs="+", help="a set of readers: names separated by commas")
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=20261129)
    parser.add_argument("--on", default="host")
    asked: Any = parser.parse_args()
    callables = in_process()
    for names in asked.readers:
        readers: list[Asked] = [
            callables.get(name) or named_reader(name) for name in names.split(",")
        ]
        with ExitStack() as stack:
            reading = stack.enter_context(
                readers_of(readers, names.split(","), (asked.on,), TIMEOUT)
            )
            start = time.perf_counter()
            agreement = Learning(reading, (asked.on,), SCHEMES).run()
            seconds = time.perf_counter() - start
            asking = Asking(AgreementQuestion(reading, (asked.on,), SCHEMES), 0)
            compared = agreed = by_chance = 0
            apart: list[str] = []
            for url in urls(agreement.automaton, asked.count, asked.seed):
                compared += 1
                agrees = asking.agrees_on(url)
                agreed += agrees
                by_chance += not agrees and asking.question.agrees_on(url)
                if agrees != agreement.matches(url):
                    apart.append(url)
            length = None if agreement.regex is None else len(agreement.regex)
            print(
                f"{names}: learned in {seconds:.1f} s, {agreement.states} states, "
                f"expression of {length} characters, {len(agreement.borders)} borders; "
                f"{compared:,} URLs, {agreed:,} agreed, {by_chance:,} more "
                f"by chance; the automaton is wrong on {len(apart)}",
                *map(ascii, apart[:20]),
                flush=True,
            )


if __name__ == "__main__":
    main()
