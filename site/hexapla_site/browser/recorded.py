"""Write the recorded answers of parsers, grouped by input, as a script that pages load.

A page adds these answers to its questions, along with the answers of parsers that run in the
reader's browser.
"""

import json
from collections.abc import Iterable, Mapping

from hexapla_site.report.case import CaseReport
from hexapla_site.report.hosts import HostReport, HostRow

ADDRESS = "static/recorded.js"

CaseAndPage = tuple[CaseReport, str]
"""A case, with the address of its page, or "" if the case has no page."""


def recorded_script(report: HostReport, cases: Iterable[CaseAndPage]) -> str:
    """Return the script with the hosts seen in each URL and the results of resolving each case."""
    resolvers: dict[str, int] = {}
    form = {
        "parsers": report.names,
        "urls": [_of_url(row) for row in report.rows],
        "cases": [_of_case(case, page, resolvers) for case, page in cases],
        "resolvers": list(resolvers),
    }
    data = json.dumps(form, separators=(",", ":"))
    for symbol in "×·":  # there are thousands, and an escape is three times as long
        data = data.replace(json.dumps(symbol)[1:-1], symbol)
    return f"window.hexaplaRecorded = {data};\n"


def _of_url(row: HostRow) -> list[object]:
    """Return a URL, links to more information, the hosts seen, and a symbol for each parser.

    The symbol is the letter of the host, "×" for a rejection, or "·" if the parser doesn't report a
    host.
    """
    known = row.answers.known
    assert known is not None
    hosts = [group.target for group in row.groups]
    letters = "".join(map(row.sign_of, row.by_name.values()))
    return [row.url, known.address, known.source, known.source_url, hosts, letters]


def _of_case(case: CaseReport, page: str, resolvers: dict[str, int]) -> list[object]:
    """Return a case, its page, and the answers, each with the numbers of the parsers giving it."""
    names: Mapping[str | None, tuple[str, ...]] = case.recorded.names if case.recorded else {}
    answers = [
        [target, [resolvers.setdefault(name, len(resolvers)) for name in members]]
        for target, members in names.items()
    ]
    return [case.base, case.reference, page, answers]
