"""Change the code at random places, one at a time, and see whether the default tests notice.

`python benchmarks/mutants.py --count 200 --seed 7` takes hours. A change replaces a comparison or a
number, negates a condition, or exchanges `and` with `or`, `True` with `False`, or `+` with `-`. It
is made in one of the named folders (by default those that decide the answers), and tried in a clone
of the last commit. A change that no test notices is printed: either it has no visible effect, or a
test is missing. The changes are made by Cosmic Ray (`pip install cosmic-ray`).
"""

import os
import random
import re
import signal
import subprocess
import sys
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from difflib import unified_diff
from importlib.util import cache_from_source
from pathlib import Path
from queue import SimpleQueue

import attrs
import click
from cosmic_ray.ast import ast_nodes, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).parent.parent
DECIDING = (
    "specs/hexapla_specs",
    "core/hexapla/standard",
    "core/hexapla/comparison",
    "core/hexapla/operations",
)
# The quick tests that notice the most come first, then all others.
TESTS = (
    "tests/specs",
    "tests/core/standard",
    "tests/core/comparison",
    "tests/core/operations",
    "tests",
)
# Left out: `is` for `==`, which is the same for small values, and operators that str doesn't have.
KINDS = re.compile(
    r"core/(AddNot|NumberReplacer|Replace(TrueWithFalse|FalseWithTrue|AndWithOr|OrWithAnd)"
    r"|ReplaceComparisonOperator_(?!.*_Is(Not)?$).*|ReplaceComparisonOperator_Is(Not)?_Is(Not)?"
    r"|ReplaceBinaryOperator_(Add_Sub|Sub_Add)|ReplaceUnaryOperator_(USub_UAdd|Delete_Not))"
)


@attrs.frozen
class Mutant:
    """One change: an operator of Cosmic Ray, and one of the places in a file where it applies."""

    file: str
    line: int
    operator: str
    occurrence: int

    def changed(self, code: str) -> str:
        """Return the code of the file with the change."""
        return str(mutate_code(code, get_operator(self.operator)(), self.occurrence))

    def difference(self) -> str:
        """Return the changed lines, before and after."""
        code = (ROOT / self.file).read_text()
        lines = unified_diff(code.splitlines(), self.changed(code).splitlines(), n=0, lineterm="")
        return "\n".join(line for line in lines if re.match(r"[-+](?![-+]{2} )", line))


def mutants_of(file: str) -> Iterator[tuple[tuple[int, int], Mutant]]:
    """Yield each possible change of a file, with its line and column."""
    tree = get_ast((ROOT / file).read_text())
    for name in filter(KINDS.fullmatch, operator_names()):
        operator = get_operator(name)()
        places = (place for node in ast_nodes(tree) for place in operator.mutation_positions(node))
        for occurrence, (start, _) in enumerate(places):
            yield start, Mutant(file, start[0], name, occurrence)


def drawn(folders: Sequence[str], count: int, seed: int) -> list[Mutant]:
    """Return changes at random places, one at each; all places are equally likely."""
    places: defaultdict[tuple[str, tuple[int, int]], list[Mutant]] = defaultdict(list)
    files = sorted(file for folder in folders for file in (ROOT / folder).rglob("*.py"))
    for file in (str(path.relative_to(ROOT)) for path in files):
        for place, mutant in mutants_of(file):
            places[file, place].append(mutant)
    chance = random.Random(seed)
    return [chance.choice(places[place]) for place in chance.sample(sorted(places), count)]


def noticed(mutant: Mutant, clone: Path, tests: Sequence[str], timeout: float) -> str | None:
    """Return the first test that fails in a changed clone; None if all pass."""
    file = clone / mutant.file
    code = file.read_text()
    compiled = Path(cache_from_source(str(file)))
    file.write_text(mutant.changed(code))
    compiled.unlink(missing_ok=True)
    try:
        return first_failure(clone, tests, timeout)
    finally:
        file.write_text(code)
        # Python would use the cached file of a source with the same size and time in seconds.
        compiled.unlink(missing_ok=True)


def first_failure(clone: Path, tests: Sequence[str], timeout: float) -> str | None:
    """Return the first test that fails, or what else stopped the tests; None if all pass."""
    roots = os.pathsep.join(str(clone / root) for root in ("core", "specs", "site"))
    with subprocess.Popen(
        [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests],
        cwd=clone,
        env={**os.environ, "PYTHONPATH": roots},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        errors="backslashreplace",
        start_new_session=True,
    ) as running:
        try:
            printed, _ = running.communicate(timeout=timeout)
        except subprocess.TimeoutExpired:
            os.killpg(running.pid, signal.SIGKILL)
            return "the tests don't end"
    if not running.returncode:
        return None
    failed = re.search(r"^(?:FAILED|ERROR) (\S+)", printed, re.MULTILINE)
    return failed[1] if failed else (printed.splitlines() or ["nothing printed"])[-1]


@click.command()
@click.argument("folders", nargs=-1)
@click.option("--count", default=200, show_default=True, help="How many changes to try.")
@click.option("--seed", default=1, show_default=True, help="The same seed draws the same changes.")
@click.option("--tests", multiple=True, help="Folders of tests, in order. [default: all]")
@click.option("--timeout", default=300.0, help="Seconds after which a change counts as noticed.")
@click.option("--workers", default=2, show_default=True, help="How many changes to try at a time.")
def main(
    folders: Sequence[str],
    count: int,
    seed: int,
    tests: Sequence[str],
    timeout: float,
    workers: int,
) -> None:
    """Try random changes of the code in FOLDERS, and print those that no default test notices."""
    mutants = drawn(folders or DECIDING, count, seed)
    outcomes: Counter[bool] = Counter()
    with tempfile.TemporaryDirectory() as scratch, ThreadPoolExecutor(workers) as pool:
        clones: SimpleQueue[Path] = SimpleQueue()
        for number in range(workers):
            clone = Path(scratch) / str(number)
            subprocess.run(["git", "clone", "-q", str(ROOT), str(clone)], check=True)
            clones.put(clone)

        def tried(mutant: Mutant) -> tuple[Mutant, str | None]:
            clone = clones.get()
            try:
                return mutant, noticed(mutant, clone, tests or TESTS, timeout)
            finally:
                clones.put(clone)

        for mutant, failure in pool.map(tried, mutants):
            outcomes[failure is None] += 1
            click.echo(f"{mutant.file}:{mutant.line}: {failure or 'NOT NOTICED'}")
            if failure is None:
                click.echo(mutant.difference())
    click.echo(f"{outcomes[False]} of {count} changes noticed")


if __name__ == "__main__":
    main()
