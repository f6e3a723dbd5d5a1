"""Known differentials, and how current programs and the standards read them.

A known differential is a URL that programs read differently, as a public source reports. If this
file is run as a program, it asks the adapters that the differentials name, and writes the answers
to `known-differentials.json` in the site's data. The answers of the affected versions come from
`parser-history.json`, which `parser_versions.py` writes.
"""

import json
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import hexapla_site
from hexapla.divergence.answers import NOT_TOLD, compared
from hexapla.identification.lines import in_lines
from hexapla.implementations.adapters import adapter
from hexapla.implementations.asking import ParseAnswer, UrlCase, ask
from hexapla.implementations.process import Program
from hexapla.operations.authority import UrlComponents
from hexapla.standard.registry import default_columns
from hexapla_site.pages.playground import EXAMPLES
from hexapla_site.report.hosts import reading_by
from hexapla_site.report.implementations import Silence

Known = Mapping[str, Any]
Said = Mapping[str, str | None]

_DATA = Path(hexapla_site.__file__).parent / "data"
OUTCOME = _DATA / "known-differentials.json"
HISTORY = _DATA / "parser-history.json"
_CASES = Path(__file__).parents[2] / "tests" / "cases" / "known_differentials.json"
_SECONDS = 60.0


def known_differentials() -> list[Known]:
    """Read the known differentials from the file in which they are listed."""
    cases: list[Known] = json.loads(_CASES.read_text("utf-8"))["cases"]
    return cases


def urls_for_all() -> tuple[str, ...]:
    """Return the URLs for all parsers: from CVEs, advisories and papers, or playground examples."""
    weighty = ("CVE", "advisory", "paper")
    cases = (
        case
        for case in known_differentials()
        if case["source"]["kind"] in weighty or case["url"] in EXAMPLES
    )
    return tuple(dict.fromkeys(case["url"] for case in cases))


def recorded_outcome() -> dict[str, Any]:
    """Read the recorded answers from the site's data."""
    outcome: dict[str, Any] = json.loads(OUTCOME.read_text("utf-8"))
    return outcome


def without_words(said: Mapping[str, Any]) -> dict[str, Any]:
    """Return an answer with None for its error message, because messages aren't compared."""
    return {key: None if key in ("error", "trouble") else value for key, value in said.items()}


def differs(component: str, answers: Mapping[str, Said]) -> bool:
    """Return whether any two answers, in their recorded form, differ in a component.

    The component may also be `accepts`: whether the URL is accepted.
    """
    read = map(UrlComponents.of, answers.values())
    values = {compared(component, each if each.stated else None) for each in read}
    return len(values - {NOT_TOLD}) > 1


def ask_all(name: str, cases: list[Known]) -> dict[str, ParseAnswer]:
    """Return a program's answers to the cases that name the program, keyed by the case's name."""
    chosen = adapter(name)
    with Program(chosen.command, _SECONDS, plain=chosen.plain) as program:
        return {
            case["name"]: ask(program, UrlCase(case["url"]))
            for case in cases
            if name in case["programs"]
        }


def read_by_columns(url: str) -> dict[str, str | None]:
    """Return the host that each standard sees in a URL, keyed by the standard's id.

    The value is None if there is no host, or a reason in parentheses if the standard rejects the
    URL or has no rule.
    """
    readings = {
        spec.id: reading_by(spec.standard.division.divide(url))
        for spec in default_columns()
        if spec.standard.division is not None
    }
    return {
        name: f"({item.value})" if isinstance(item, Silence) else item
        for name, item in readings.items()
    }


def released(case: Known, history: Mapping[str, Any]) -> list[dict[str, Any]]:
    """Return the answers of the released versions that a case names, with their release dates."""
    return [
        {
            "program": item["program"],
            "version": version,
            "date": history[item["program"]]["versions"][version],
            **history[item["program"]]["known"][case["url"]][version],
        }
        for item in case["affected"]
        for version in item.get("asked", ())
    ]


def outcome_of(cases: list[Known], version_of: Callable[[str], str]) -> dict[str, Any]:
    """Ask all programs that the cases name, and return the content of the data file.

    Args:
        cases: The known differentials.
        version_of: A function that returns the version of a program, given its name.
    """
    names = sorted({name for case in cases for name in case["programs"]})
    given = {name: ask_all(name, cases) for name in names}
    history = {item["name"]: item for item in json.loads(HISTORY.read_text("utf-8"))}
    known = []
    for case in cases:
        answers = {name: given[name][case["name"]].said for name in case["programs"]}
        made = {
            "columns": read_by_columns(case["url"]),
            "answers": answers,
            "differs": differs(case["component"], answers),
            "released": released(case, history),
        }
        known.append({**case, **made})
    return {"versions": {name: version_of(name) for name in names}, "cases": known}


if __name__ == "__main__":
    made = outcome_of(known_differentials(), lambda name: adapter(name).version())
    OUTCOME.write_text(in_lines(made), "utf-8")
