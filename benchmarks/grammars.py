"""Measure the cost of comparing the URI-reference rules of RFC 3986 and RFC 2396 exactly.

Run with `python benchmarks/grammars.py`. It reads the ABNF, finds the shortest strings that only
one rule matches, and prints the CPU seconds and the peak memory of the process.
"""

import resource
import time
from pathlib import Path

import hexapla_specs
from hexapla.grammar import Grammar

BUDGET_SECONDS = 1.0
BUDGET_MEGABYTES = 100.0


def main() -> None:
    """Measure, and print the figures and the budget."""
    here = Path(hexapla_specs.__file__).parent
    start = time.process_time()
    first, second = (
        Grammar(here / "rfc3986" / "grammar.abnf"),
        Grammar(here / "rfc2396" / "grammar.abnf"),
    )
    made = time.process_time() - start
    relation = first.relation(second, "URI-reference")
    seconds = time.process_time() - start
    megabytes = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    print(f"RFC 3986 and RFC 2396, URI-reference: {relation.kind.value}")
    print(f"only RFC 3986: {relation.only_first!r}; only RFC 2396: {relation.only_second!r}")
    print(f"loading: {made * 1e6:.0f} µs; grammars are read only when they are used")
    print(f"CPU: {seconds:.2f} s of {BUDGET_SECONDS} s")
    print(f"peak memory: {megabytes:.0f} MB of {BUDGET_MEGABYTES:.0f} MB")


if __name__ == "__main__":
    main()
