"""The recordings of implementations, as the tests count them again, and made ones beside them."""

import functools
import json
from pathlib import Path

import hexapla
import hexapla_site
from hexapla.implementations.asking import Answer, Case, ResolveAnswer
from hexapla.implementations.recording import Recording
from hexapla_site.data.recordings import current_recordings
from hexapla_site.report.implementations import (
    ImplementationReport,
    clients_of_1997,
    implementation_report,
)

SPECS = hexapla.specs()
DATA = json.loads(
    (Path(hexapla_site.__file__).parent / "data" / "recordings.json").read_text("utf-8")
)
BASE = "http://a/b/c/d;p?q"


@functools.cache
def report_of_all() -> ImplementationReport:
    return implementation_report(SPECS, current_recordings(), clients_of_1997())


def recorded(name: str, *uris: str | None, trouble: str | None = None) -> Recording:
    """Return a recording with these URIs for g, h, and so on; the last answer may fail."""
    cases = [Case(BASE, reference) for reference in "ghi"]
    answers: list[ResolveAnswer] = [
        Answer(case, uri) for case, uri in zip(cases, uris, strict=False)
    ]
    if trouble is not None:
        answers.append(Answer(cases[len(uris)], None, trouble=trouble))
    return Recording(name, name, "", "1", None, tuple(answers))
