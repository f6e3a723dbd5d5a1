"""Generate matchers: small Python or JavaScript modules that recognize the URLs of an agreement."""

import json
from pathlib import Path
from string import Template

from hexapla.grammar.automaton import Automaton

LANGUAGES = {"python": "matcher.py.txt", "javascript": "matcher.js.txt"}
"""The file names of the templates, keyed by programming language."""


def matcher(automaton: Automaton, language: str, about: str, version: str) -> str:
    """Return the source code of a module with a function `matches`.

    Args:
        automaton: The automaton that accepts the strings for which the function returns true.
        language: One of `LANGUAGES`.
        about: A description of the URLs: a relative clause that follows the words "the URLs".
        version: The version of Hexapla, for the comment at the top.
    """
    path = Path(__file__).with_name(LANGUAGES[language])
    template = Template(path.read_text("utf-8"))
    borders = []
    for number, members in enumerate(automaton.alphabet):
        for first, last in members.ranges:
            borders.append((first, last, number))
    starts = [0]
    sets = [-1]
    for first, last, number in sorted(borders):
        if first == starts[-1]:
            sets[-1] = number
        else:
            starts.append(first)
            sets.append(number)
        starts.append(last + 1)
        sets.append(-1)
    accepting = json.dumps(sorted(automaton.accepting))
    if language == "python":
        accepting = f"set({accepting})"
    return template.substitute(
        ABOUT=about,
        VERSION=version,
        STARTS=_list(starts),
        SETS=_list(sets),
        ROWS=_rows(automaton),
        ACCEPTING=accepting,
    )


def _list(numbers: list[int]) -> str:
    return json.dumps(numbers, separators=(",", ":"))


def _rows(automaton: Automaton) -> str:
    rows = ",\n".join(_list(list(row)) for row in automaton.rows)
    return f"[\n{rows},\n]"
