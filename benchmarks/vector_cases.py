"""Choose the cases of a standard's test vectors: those that notice changes in its algorithm.

`python benchmarks/vector_cases.py rfc3986` changes the standard's package in each place, one place
at a time, and runs each changed standard on many inputs. From these inputs, it chooses cases
greedily, up to a maximum number. The first goal is that a case notices each change that any input
notices; the other goals are listed in `GOALS`. The cases for resolving and parsing also show other
features (see `vector_features`). The program writes `cases.json` in the package, and takes minutes.
For the URL Standard, with `--count 1200 --more 3000 --plain 40 --most 552`, it takes half an hour.

Changes to code are made by Cosmic Ray (`pip install cosmic-ray`). In a grammar, an alternative is
dropped, an optional element becomes required, or a count is changed.
"""

import json
import re
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

import click
from changed_standards import (
    NAME,
    ROOT,
    SPECS,
    Change,
    example_cases_in_process,
    items_in_process,
    noticed,
    valid_in_process,
)
from mutants import mutants_of
from vector_inputs import inputs, with_each_part

from hexapla.vectors.cases import KINDS, VectorCase

SCHEME = re.compile(r"[\0-\x20]*[A-Za-z][A-Za-z0-9+.-]*:")
# Files that aren't part of the algorithm: tables of history, and strings that are no longer
# current.
LEFT_OUT = ("former.py", "history.py", "rules.py")
MOST = 400
# The standard whose parser must handle any string. A parser that follows an RFC may reject strings
# that the RFC's grammar excludes.
PARSES_ANY_TEXT = "whatwg"


def changes_of_code(folder: Path) -> Iterator[Change]:
    """Yield each possible change of a package's modules, except for those that are left out."""
    for file in sorted(folder.glob("*.py")):
        if file.name not in LEFT_OUT:
            code = file.read_text()
            for _, mutant in mutants_of(str(file.relative_to(ROOT))):
                yield Change(file, mutant.line, mutant.changed(code))


TOKEN = re.compile(r';[^\n]*|"[^"\n]*"|%[a-z][^\s/)\]]*|\d*\*\d*|\d+(?=[A-Z(])|[][()/=]|[\w-]+')


def changes_of_grammar(folder: Path) -> Iterator[Change]:
    """Yield each possible change of a package's grammar."""
    for file in sorted(folder.glob("*.abnf")):
        text = file.read_text()
        for start, stop, new in edits(text):
            yield Change(file, text.count("\n", 0, start) + 1, text[:start] + new + text[stop:])


def edits(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield edits of an ABNF text: the start, the end, and the replacement of each."""
    groups: list[list[int]] = []  # for each open group, where its alternatives start
    for token in TOKEN.finditer(text):
        here, there, sign = token.start(), token.end(), token[0]
        if sign == "=":
            groups = [[there]]
        elif sign in ("(", "["):
            groups.append([there])
        elif sign == "/" and groups:
            yield groups[-1][-1], there, " "
            groups[-1].append(there)
        elif sign in (")", "]") and len(groups) > 1:
            starts = groups.pop()
            if len(starts) > 1:
                yield starts[-1] - 1, here, " "
            if sign == "]":
                opened = starts[0] - 1
                yield opened, there, f"({text[opened + 1 : here]})"
        elif re.fullmatch(r"\d*\*\d*|\d+", sign):
            least, star, most = sign.partition("*")
            if not star:
                yield here, there, str(int(least) + 1)
            else:
                yield here, there, f"{int(least or 0) + 1}*{most}"
                if least:
                    yield here, there, f"{int(least) - 1}*{most}"


def length(case: VectorCase) -> int:
    """Return the length of the strings of a case, in code points."""
    return sum(len(text or "") for text in case)


class Choice:
    """Chooses cases of a kind, each time the case that shows the most missing items per length."""

    def __init__(self, inputs: Sequence[VectorCase], given: int, plain_length: int = 10) -> None:
        """Take the inputs to choose from; the first `given` inputs are always cases.

        `plain_length` is the length of a plain case in code points; a shorter one is hardly better.
        """
        self._inputs = inputs
        self._given = given
        self._plain_length = plain_length
        self._chosen: list[int] = []

    @property
    def chosen(self) -> frozenset[int]:
        """The numbers of the inputs that are cases, including the given ones."""
        return frozenset((*range(self._given), *self._chosen))

    @property
    def cases(self) -> list[VectorCase]:
        """The chosen cases, the shortest first, without the given ones."""
        return sorted((self._inputs[number] for number in self._chosen), key=length)

    def cover(self, items: Mapping[object, Sequence[int]], times: int, room: int) -> int:
        """Choose cases so that each item is shown several times, if enough inputs show it.

        Args:
            items: The numbers of the inputs that show each item.
            times: How many cases should show each item.
            room: The maximum number of cases to choose.

        Returns:
            The number of chosen cases.
        """
        shown: dict[int, set[object]] = {}
        for item, numbers in items.items():
            for number in numbers:
                shown.setdefault(number, set()).add(item)
        counts: Counter[object] = Counter()
        for number in self.chosen:
            counts.update(shown.pop(number, ()))
        left = {item for item, numbers in items.items() if counts[item] < min(times, len(numbers))}
        before = len(self._chosen)
        while left and shown and len(self._chosen) - before < room:
            best = max(shown, key=lambda number: self._worth(number, shown[number] & left))
            if not shown[best] & left:
                break
            self._chosen.append(best)
            for item in shown.pop(best):
                counts[item] += 1
                if counts[item] >= min(times, len(items[item])):
                    left.discard(item)
        return len(self._chosen) - before

    def _worth(self, number: int, new_items: set[object]) -> tuple[float, int]:
        """Return a key by which inputs are compared: the greatest key belongs to the best input.

        The best input shows the most new items for its length. Of equally good inputs, the first is
        the best.
        """
        return len(new_items) / (length(self._inputs[number]) + self._plain_length), -number


def noticed_by(choice: Choice, shown: Mapping[str, Mapping[object, Sequence[int]]]) -> set[object]:
    """Return the changes that the cases of a kind notice so far."""
    return {
        change for change, cases in shown["changes"].items() if choice.chosen.intersection(cases)
    }


class Goal(NamedTuple):
    """The items that cases of a kind should show.

    Attributes:
        kind: The kind of cases.
        what: The kind of items: changes of the standard, or a kind from `vector_features`.
        times: How many cases should show each item.
        share: The share of the remaining room that the cases chosen for this goal may take.
    """

    kind: str
    what: str
    times: int
    share: float = 1.0


FURTHER = "further changes"
"""Changes that no case of any kind notices yet."""

FIRST_GOALS = tuple(Goal(kind, FURTHER, 1) for kind in KINDS)
GOALS: Sequence[Goal] = (
    *FIRST_GOALS,
    *(Goal(kind, "changes", 1, share=0.2) for kind in ("equivalent", "normalize", "parse")),
    Goal("resolve", "rules", 2),
    Goal("resolve", "departures", 2),
    Goal("parse", "rules", 2),
    *(Goal(kind, "changes", 2) for kind in KINDS),
    Goal("resolve", "departures with a feature", 1, share=0.7),
    Goal("parse", "pairs", 1),
    Goal("resolve", "pairs", 1),
)
"""The goals, in the order in which cases are chosen for them."""

GOALS_OF_ANY_TEXT: Sequence[Goal] = (
    *FIRST_GOALS,
    *(Goal(kind, "changes", 1, share=0.08) for kind in ("equivalent", "normalize", "parse")),
    Goal("resolve", "parts", 1, share=0.85),
    Goal("resolve", "rules", 2),
)
"""The goals of a standard whose parser handles any string, and treats many parts specially."""


def in_text(form: Mapping[str, Sequence[VectorCase]]) -> str:
    """Return the text of the file, with a line for each case."""
    kinds = []
    for name, cases in form.items():
        rows = [[text for text in case if text is not None] for case in cases]
        lines = ",\n  ".join(json.dumps(row) for row in rows)
        kinds.append(f' "{name}": [\n  {lines}\n ]' if rows else f' "{name}": []')
    return "{\n" + ",\n".join(kinds) + "\n}\n"


@click.command()
@click.argument("name")
@click.option("--count", default=3000, show_default=True, help="Inputs of each kind.")
@click.option("--more", default=7000, show_default=True, help="Inputs for the remaining changes.")
@click.option("--seed", default=1, show_default=True)
@click.option("--plain", default=10, show_default=True, help="A higher number allows longer cases.")
@click.option("--most", default=MOST, show_default=True, help="Maximum number of cases.")
def main(name: str, count: int, more: int, seed: int, plain: int, most: int) -> None:
    """Choose the cases of the standard in the package NAME."""
    NAME[:] = [name]
    changes = [*changes_of_code(SPECS / name), *changes_of_grammar(SPECS / name)]
    click.echo(f"{name}: {len(changes)} changes")
    examples = list(example_cases_in_process())
    drawn = {kind: inputs(name, kind, count + more, seed) for kind in KINDS}
    if name != PARSES_ANY_TEXT:
        drawn |= valid_in_process({kind: drawn[kind] for kind in KINDS if kind != "validate"})
    rounds = {kind: [cases[:count], cases[count:]] for kind, cases in drawn.items()}
    rounds["resolve"][0][:0] = examples
    found = noticed(rounds, changes)
    # These were chosen by hand, and needn't be run on each changed standard.
    parts = [] if name != PARSES_ANY_TEXT else with_each_part("file:///C:/a/b")
    rounds["resolve"].append(parts)
    shown = items_in_process(rounds)
    for kind in KINDS:
        shown[kind]["changes"] = {
            number: by_kind[kind] for number, by_kind in found.items() if by_kind[kind]
        }
    choices = {
        kind: Choice(
            [case for cases in of_kind for case in cases],
            len(examples) if kind == "resolve" else 0,
            plain,
        )
        for kind, of_kind in rounds.items()
    }
    room = most - len(examples)
    for goal in GOALS_OF_ANY_TEXT if name == PARSES_ANY_TEXT else GOALS:
        items = shown[goal.kind].get(goal.what, {})
        if goal.what == FURTHER:
            seen = {change for kind in KINDS for change in noticed_by(choices[kind], shown[kind])}
            items = {
                change: cases
                for change, cases in shown[goal.kind]["changes"].items()
                if change not in seen
            }
        number = choices[goal.kind].cover(items, goal.times, int(room * goal.share))
        room -= number
        click.echo(f"{goal.kind}: {number} cases for {len(items)} {goal.what}")
    by_kind = {kind: choice.cases for kind, choice in choices.items()}
    if name == PARSES_ANY_TEXT:
        # Without a base, the URL Standard can parse only strings that have a scheme.
        by_kind["parse"] = [case for case in by_kind["parse"] if SCHEME.match(case[0] or "")]
    (SPECS / name / "cases.json").write_text(in_text(by_kind))


if __name__ == "__main__":
    main()
