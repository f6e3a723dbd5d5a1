"""What parsers of other machines answered, as a script that a page loads: by input.

A page adds it to what it asks, beside what the parsers of the reader's own browser answer.
"""

import json
from collections.abc import Iterable, Mapping

from hexapla_site.report.case import CaseReport
from hexapla_site.report.hosts import HostReport, HostRow

ADDRESS = "static/recorded.js"

CaseAndPage = tuple[CaseReport, str]
"""A case, with the address of its own page or ""."""


def recorded_script(report: HostReport, cases: Iterable[CaseAndPage]) -> str:
    """Return the script: what was read in each URL, and what each case was resolved to."""
    resolvers: dict[str, int] = {}
    form = {
        "parsers": report.names,
        "urls": [_of_url(row) for row in report.rows],
        "cases": [_of_case(case, page, resolvers) for case, page in cases],
        "resolvers": list(resolvers),
    }
    return f"window.hexaplaRecorded = {json.dumps(form, separators=(',', ':'))};\n"


def _of_url(row: HostRow) -> list[object]:
    """Return a URL, where more is told of it, the hosts that are read, and who reads which.

    For each parser there is the letter of a host, "×" for a refusal, or "·" where it tells of none.
    """
    known = row.answers.known
    assert known is not None
    hosts = [group.target for group in row.groups]
    letters = "".join(map(row.sign_of, row.by_name.values()))
    return [row.url, known.address, known.source, known.source_url, hosts, letters]


def _of_case(case: CaseReport, page: str, resolvers: dict[str, int]) -> list[object]:
    """Return a case, its page, and the answers, each with the numbers of those that gave it."""
    names: Mapping[str | None, tuple[str, ...]] = case.recorded.names if case.recorded else {}
    answers = [
        [target, [resolvers.setdefault(name, len(resolvers)) for name in members]]
        for target, members in names.items()
    ]
    return [case.base, case.reference, page, answers]
