"""Compare the current answers with those of an earlier wheel, on made-up inputs.

    python -m venv earlier
    git worktree add d297ed83 d297ed83
    earlier/bin/pip install ./d297ed83
    python benchmarks/oracle/check.py --python earlier/bin/python --count 1000000

It prints each difference (an aspect and the pair on which it differs), and the number of
differences. If there are any, it exits with 1.

With `--write`, the wheel's answers become the golden rows of the tests. With `--reason`, each
difference between the current answers and the golden rows is added to the tests' list of intended
changes, with this reason.
"""

import itertools
import json
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from pathlib import Path

import click
from corpus import pairs as crawl_pairs
from golden import (
    CHANGES,
    GOLDEN,
    Answers,
    Change,
    answers,
    differences,
    golden_rows,
    read_lines,
    write_lines,
)
from guarded_clients import made_urls
from random_urls import random_pairs

BEFORE = Path(__file__).with_name("before.py")
_ALPHABET = "/.:;?#@a"
_SHORT = 4
_BASES = (
    *("http://a/b/c/d;p?q", "http://a", "http://a/b;x/../c?d#e", "http://h?q/r", "file:///x/y"),
    *("mailto:u@h", "x:/a/./b/../c", "x:a", "http://u:p@h:80/p", "file:///C:/x", "g;x=1/../y", ""),
)
_AT_ONCE = 200


def inputs(seed: int) -> Iterator[tuple[str, str]]:
    """Yield an endless sequence of pairs of a base and a reference, of five alternating kinds."""
    drawn = random.Random(seed)
    short = [
        "".join(text) for n in range(_SHORT + 1) for text in itertools.product(_ALPHABET, repeat=n)
    ]
    urls = made_urls(4_000, seed)
    crawled = list(crawl_pairs(4_000))
    pieces = random_pairs(1 << 40, seed)
    while True:
        yield next(pieces)
        yield next(pieces)
        yield drawn.choice(_BASES), drawn.choice(short)
        yield drawn.choice(_BASES), drawn.choice(urls)
        yield drawn.choice(urls), drawn.choice(short)
        base, reference = drawn.choice(crawled)
        yield base, reference


def distinct_inputs(count: int, seed: int) -> list[tuple[str, str]]:
    """Return distinct pairs, each shorter than 500 characters, since long ones take minutes."""
    found: dict[tuple[str, str], None] = {}
    for drawn in inputs(seed):
        # JSON merges two surrogates into one character, so the wheel would get another string.
        base, reference = json.loads(json.dumps(drawn))
        pair = base, reference
        if sum(map(len, pair)) < 500:
            found[pair] = None
        if len(found) == count:
            return list(found)
    raise AssertionError("inputs have no end")


def before(python: Path, pairs: list[tuple[str, str]]) -> list[Answers]:
    """Return the answers of the wheel; `python` is an interpreter for which it is installed."""
    questions = "".join(f"{json.dumps(pair)}\n" for pair in pairs)
    done = subprocess.run(
        [str(python), str(BEFORE)], input=questions, stdout=subprocess.PIPE, text=True, check=True
    )
    return [json.loads(line) for line in done.stdout.splitlines()]


def both(python: Path, pairs: list[tuple[str, str]]) -> list[tuple[Answers, Answers]]:
    """Return the answers of the wheel, and the current ones."""
    today = [json.loads(json.dumps(answers(*pair))) for pair in pairs]
    return list(zip(before(python, pairs), today, strict=True))


def in_batches(pairs: list[tuple[str, str]]) -> Iterator[list[tuple[str, str]]]:
    """Yield the pairs in batches."""
    left = iter(pairs)
    while batch := list(islice(left, _AT_ONCE)):
        yield batch


@click.command(help=__doc__)
@click.option(
    "--python", type=click.Path(exists=True, path_type=Path), help="The Python that has the wheel."
)
@click.option("--count", default=20_000)
@click.option("--seed", default=1)
@click.option("--write", is_flag=True, help="Write the golden rows.")
@click.option(
    "--reason", help="List the differences from the golden rows as changes with this reason."
)
def main(python: Path | None, count: int, seed: int, write: bool, reason: str | None) -> None:
    """Run the comparison."""
    if reason is not None:
        click.echo(f"{list_changes(reason)} changes")
        return
    if python is None:
        raise click.UsageError("name the Python that has the wheel with --python")
    pairs = distinct_inputs(count, seed)
    with ProcessPoolExecutor(2) as executor:
        if write:
            batches = executor.map(before, itertools.repeat(python), in_batches(pairs))
            write_lines(GOLDEN, itertools.chain.from_iterable(batches))
            write_lines(CHANGES, [])
            return
        counts: Counter[str] = Counter()
        for batch in executor.map(both, itertools.repeat(python), in_batches(pairs)):
            for wanted, found in batch:
                for aspect in differences(wanted, found):
                    counts[aspect] += 1
                    click.echo(f"{aspect}: {found['pair']}")
    click.echo(f"{len(pairs):,} pairs, {counts.total():,} differences: {dict(counts)}")
    sys.exit(1 if counts else 0)


def list_changes(reason: str) -> int:
    """Add each difference between current answers and golden rows to the list of changes.

    Return the number of these differences.
    """
    listed = list(map(Change._make, read_lines(CHANGES)))
    new = []
    for wanted in golden_rows():
        found = json.loads(json.dumps(answers(*wanted["pair"])))
        for aspect in differences(wanted, found):
            base, reference = wanted["pair"]
            new.append(Change(base, reference, aspect, found[aspect], reason))
    again = {change[:3] for change in new}
    write_lines(CHANGES, [*(change for change in listed if change[:3] not in again), *new])
    return len(new)


if __name__ == "__main__":
    main()
