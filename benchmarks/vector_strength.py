"""Judge test vectors by whether they notice changes that were not used to choose their cases.

`python benchmarks/vector_strength.py --count 75` draws changes of the algorithms of four standards,
and prints how many of them the vectors notice. It uses kinds of change that
`benchmarks/vector_cases.py` doesn't make: a statement is left out, a branch is always or never
taken, a string is changed, a slice loses its start or end, a method is replaced by its mirror
image, arguments are swapped, an element or an operand is left out, or a loop runs only once. A
change that no input notices is not counted.
"""

import ast
import random
from collections.abc import Iterator, Sequence
from pathlib import Path

import click
from changed_standards import NAME, SPECS, Change, noticed, vectors_in_process
from vector_inputs import inputs

# The changed files, and the kinds of inputs that may notice a change.
JUDGED = {
    "rfc1808": (("resolving.py", "syntax.py"), ("resolve",)),
    "rfc2396": (("resolving.py", "syntax.py"), ("resolve",)),
    "rfc3986": (("resolving.py", "dot_segments.py", "syntax.py"), ("resolve",)),
    "whatwg": (
        (
            *("states.py", "hosts.py", "ipv4.py", "ipv6.py", "percent.py", "serializing.py"),
            *("cleaning.py", "parsing.py", "phases.py", "url_units.py"),
        ),
        ("resolve", "parse", "validate"),
    ),
}
MIRRORS = {
    "partition": "rpartition",
    "find": "rfind",
    "index": "rindex",
    "startswith": "endswith",
    "removeprefix": "removesuffix",
    "lstrip": "rstrip",
    "lower": "upper",
    "append": "extend",
}
MIRRORS |= {mirror: method for method, mirror in MIRRORS.items()}
SIMPLE = ast.Assign | ast.AugAssign | ast.Expr | ast.Continue | ast.Break | ast.Return
Edit = tuple[ast.AST, str, object]
"""A node, the name of one of its fields, and the content of the field after the change."""


def edits(node: ast.AST) -> Iterator[Edit]:
    """Yield each edit of a node, but not of the nodes within it."""
    for name in ("body", "orelse"):
        body = getattr(node, name, None)
        if isinstance(body, list):
            for index, statement in enumerate(body):
                if isinstance(statement, SIMPLE) and not _is_docstring(statement):
                    yield node, name, [*body[:index], ast.Pass(), *body[index + 1 :]]
    match node:
        case ast.If() | ast.IfExp():
            yield node, "test", ast.Constant(value=True)
            yield node, "test", ast.Constant(value=False)
        case ast.While() | ast.For():
            yield node, "body", [*node.body, ast.Break()]
        case ast.BoolOp():
            for index in range(len(node.values)):
                yield node, "values", node.values[:index] + node.values[index + 1 :]
        case ast.Constant(value=str() as text):
            yield node, "value", text[1:] if text else "x"
            yield node, "value", text + "x"
        case ast.Slice():
            if node.lower is not None:
                yield node, "lower", None
            if node.upper is not None:
                yield node, "upper", None
        case ast.Attribute() if node.attr in MIRRORS:
            yield node, "attr", MIRRORS[node.attr]
        case ast.Call() if len(node.args) > 1:
            first, second, *others = node.args
            yield node, "args", [second, first, *others]
        case ast.Tuple() | ast.List() | ast.Set() if len(node.elts) > 1:
            for index in range(len(node.elts)):
                yield node, "elts", node.elts[:index] + node.elts[index + 1 :]


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def changes(file: Path) -> Iterator[Change]:
    """Yield each possible change of a module's functions."""
    tree = ast.parse(file.read_text())
    functions = [node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    for function in functions:
        for statement in function.body:
            if _is_docstring(statement):
                continue
            for node in ast.walk(statement):
                for holder, name, new in edits(node):
                    old = getattr(holder, name)
                    setattr(holder, name, new)
                    text = ast.unparse(ast.fix_missing_locations(tree))
                    setattr(holder, name, old)
                    yield Change(file, getattr(node, "lineno", statement.lineno), text)


def judge(name: str, count: int, seed: int, many: int) -> tuple[int, int, list[Change]]:
    """Return the number of changes with an effect, the number noticed, and the unnoticed ones."""
    files, kinds = JUDGED[name]
    NAME[:] = [name]
    all_changes = [change for file in files for change in changes(SPECS / name / file)]
    chance = random.Random(seed)
    chance.shuffle(all_changes)
    vectors = vectors_in_process()
    others = [case for kind in kinds for case in inputs(name, kind, many, seed + 1000)]
    shown = found = 0
    missed: list[Change] = []
    for start in range(0, len(all_changes), count):
        batch = all_changes[start : start + count]
        for number, by_kind in sorted(noticed({"any": [vectors, others]}, batch).items()):
            noticing = by_kind["any"]
            if shown == count or not noticing:
                continue
            shown += 1
            if noticing[0] < len(vectors):
                found += 1
            else:
                missed.append(batch[number])
        if shown == count:
            break
    return shown, found, missed


def difference(change: Change) -> str:
    """Return the lines that differ."""
    before = ast.unparse(ast.parse(change.file.read_text())).splitlines()
    after = change.text.splitlines()
    lines = [f"- {line.strip()}" for line in before if line not in after]
    return "\n    ".join([*lines, *(f"+ {line.strip()}" for line in after if line not in before)])


@click.command()
@click.argument("names", nargs=-1)
@click.option("--count", default=75, show_default=True, help="Changes of each standard.")
@click.option("--seed", default=1, show_default=True, help="The same seed draws the same changes.")
@click.option("--many", default=20_000, show_default=True, help="Inputs that may notice a change.")
def main(names: Sequence[str], count: int, seed: int, many: int) -> None:
    """Judge the vectors of the standards NAMES, or of all four."""
    for name in names or JUDGED:
        shown, found, missed = judge(name, count, seed, many)
        click.echo(f"{name}: {found} of {shown} changes noticed")
        for change in missed:
            click.echo(f"  {change.file.name}:{change.line}\n    {difference(change)}")


if __name__ == "__main__":
    main()
