"""Choose the cases by which `identify` asks a resolver, among those of the test vectors.

`python benchmarks/default_cases.py` changes each standard in each place, as `vector_cases` does,
and adds to the default cases those of the vectors that notice what no default case notices: a
change of a standard, or something that resolvers are known to do otherwise. It writes
`default-cases.json` of `hexapla.identification`.
"""

import json
from collections.abc import Iterator, Sequence

import click
from changed_standards import (
    NAME,
    ROOT,
    SPECS,
    example_cases_in_process,
    items_in_process,
    noticed,
)
from vector_cases import Choice, changes_of_code, changes_of_grammar

from hexapla.vectors.cases import ResolveCase, VectorCase

CASES = ROOT / "core" / "hexapla" / "identification" / "default-cases.json"
STANDARDS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")


def of_vectors(kind: str) -> list[list[str]]:
    """Return the cases of a kind that standards have, each once, the shortest first."""
    rows: dict[tuple[str, ...], None] = {}
    for name in STANDARDS:
        form = json.loads((SPECS / name / "cases.json").read_text("utf-8"))
        rows.update((tuple(row), None) for row in form[kind])
    return sorted(map(list, rows), key=lambda row: len("".join(row)))


def shown_by_all(cases: Sequence[VectorCase], kind: str) -> Iterator[tuple[object, list[int]]]:
    """Yield what any of the cases notice of each standard, with the numbers of those."""
    for name in STANDARDS:
        NAME[:] = [name]
        changes = [*changes_of_code(SPECS / name), *changes_of_grammar(SPECS / name)]
        for number, by_kind in noticed({kind: [cases]}, changes).items():
            yield (name, "change", number), by_kind[kind]
        for deed, numbers in items_in_process({kind: [cases]})[kind].get("deeds", {}).items():
            yield (name, deed), numbers


def added(given: Sequence[VectorCase], others: Sequence[VectorCase], kind: str) -> list[VectorCase]:
    """Return which of the others notice what the given ones do not."""
    cases = [*given, *(case for case in others if case not in given)]
    choice = Choice(cases, len(given))
    choice.cover(dict(shown_by_all(cases, kind)), 1, len(others))
    return choice.cases


@click.command()
@click.option("--write/--show", default=True, help="Write the file, or only count.")
def main(*, write: bool) -> None:
    """Add to the default cases of identify what notices more."""
    pairs: list[list[str]] = json.loads(CASES.read_text("utf-8"))
    given = [*example_cases_in_process(), *(ResolveCase(*pair) for pair in pairs)]
    new = added(given, [ResolveCase(*row) for row in of_vectors("resolve")], "resolve")
    click.echo(f"{len(given)} cases, {len(new)} more")
    if write:
        rows = ",\n ".join(json.dumps(row) for row in [*pairs, *map(list, new)])
        CASES.write_text(f"[\n {rows}\n]\n")


if __name__ == "__main__":
    main()
