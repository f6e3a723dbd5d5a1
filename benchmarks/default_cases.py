"""Choose the cases by which `identify` asks, among those of the test vectors.

`python benchmarks/default_cases.py` changes each standard in each place, as `vector_cases` does,
and adds to the default cases those of the vectors that notice what no default case notices: a
change of a standard, or something that resolvers are known to do otherwise. It writes
`default-cases.json` and `default-urls.json` of `hexapla.identification`.
"""

import json
import re
from collections.abc import Iterator, Mapping, Sequence

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

from hexapla.vectors.cases import ParseCase, ResolveCase, VectorCase

FOLDER = ROOT / "core" / "hexapla" / "identification"
STANDARDS = ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986", "whatwg")
REASON = "what notices a mistake in the parser of a standard"


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
@click.option("--write/--show", default=True, help="Write the files, or only count.")
def main(*, write: bool) -> None:
    """Add to the default cases of identify what notices more."""
    cases_file, urls_file = FOLDER / "default-cases.json", FOLDER / "default-urls.json"
    pairs: list[list[str]] = json.loads(cases_file.read_text("utf-8"))
    given = [*example_cases_in_process(), *(ResolveCase(*pair) for pair in pairs)]
    new = added(given, [ResolveCase(*row) for row in of_vectors("resolve")], "resolve")
    click.echo(f"{len(given)} cases to resolve, {len(new)} more")
    urls: Mapping[str, list[str]] = json.loads(urls_file.read_text("utf-8"))
    asked = [ParseCase(url) for of_reason in urls.values() for url in of_reason]
    with_scheme = [
        ParseCase(text) for (text,) in of_vectors("parse") if re.match("[^:/?#]+:", text)
    ]
    more = added(asked, with_scheme, "parse")
    click.echo(f"{len(asked)} URLs to parse, {len(more)} more")
    if write:
        rows = ",\n ".join(json.dumps(row) for row in [*pairs, *map(list, new)])
        cases_file.write_text(f"[\n {rows}\n]\n")
        by_reason = {**urls, REASON: [case.text for case in more if isinstance(case, ParseCase)]}
        urls_file.write_text(json.dumps(by_reason, indent=1) + "\n")


if __name__ == "__main__":
    main()
