"""Common tasks take one line, which is no longer than with other libraries."""

import warnings
from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

import pytest

BASE, TEXT = "http://a/b/c/d;p?q", "HTTP://u@Example.com:8080/%7Eb?c#d"

# The lines at the beginning of a file.
PREAMBLES = {
    "hexapla": "import hexapla\nRFC3986 = hexapla.spec('rfc3986')",
    "yarl": "from yarl import URL",
    "uritools": "from uritools import urijoin, urisplit",
    "rfc3986": "from rfc3986 import uri_reference\nfrom rfc3986.validators import Validator",
}


class Job(NamedTuple):
    """A task: the line that does it with Hexapla, its result, and lines with other libraries."""

    name: str
    line: str
    result: object
    others: Mapping[str, str] = MappingProxyType({})


JOBS = (
    Job(
        "join",
        'RFC3986.resolve("../g", base=BASE).uri',
        "http://a/b/g",
        {
            "yarl": 'str(URL(BASE).join(URL("../g")))',
            "uritools": 'urijoin(BASE, "../g")',
            "rfc3986": 'uri_reference("../g").resolve_with(BASE).unsplit()',
        },
    ),
    Job(
        "host",
        "RFC3986.parse(TEXT).host",
        "Example.com",
        {
            "yarl": "URL(TEXT).raw_host",
            "uritools": "urisplit(TEXT).gethost()",
            "rfc3986": "uri_reference(TEXT).host",
        },
    ),
    Job(
        "port",
        "RFC3986.parse(TEXT).port",
        "8080",
        {
            "yarl": "URL(TEXT).port",
            "uritools": "urisplit(TEXT).getport()",
            "rfc3986": "uri_reference(TEXT).port",
        },
    ),
    Job(
        "query",
        "RFC3986.parse(TEXT).query",
        "c",
        {
            "yarl": "URL(TEXT).query_string",
            "uritools": "urisplit(TEXT).query",
            "rfc3986": "uri_reference(TEXT).query",
        },
    ),
    Job(
        "normalise",
        "RFC3986.normalize(TEXT).normal",
        "http://u@example.com:8080/~b?c#d",
        {"rfc3986": "uri_reference(TEXT).normalize().unsplit()"},
    ),
    Job(
        "validate",
        'RFC3986.validate(TEXT).verdict == "yes"',
        True,
        {"rfc3986": "Validator().validate(uri_reference(TEXT))"},
    ),
    Job("compare", 'hexapla.compare("?y", base=BASE).agrees', False),
    Job(
        "why",
        'hexapla.compare("?y", base=BASE, specs=["rfc2396", "rfc3986"]).target.causes[0].sentence',
        "RFC 2396: an empty path replaces the base path's last segment (5.2 steps 6a, 6b); "
        "RFC 3986: an empty path becomes the base's (5.2.2)",
    ),
    Job("guard", "hexapla.agreed_host(TEXT)", "example.com"),
    Job(
        "many",
        '[each.agrees for each in hexapla.compare_all([(BASE, "g"), (BASE, "?y")])]',
        [True, False],
    ),
)


def value_of(library: str, line: str) -> object:
    names: dict[str, object] = {"BASE": BASE, "TEXT": TEXT}
    exec(PREAMBLES[library], names)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return eval(line, names)


@pytest.mark.parametrize("job", JOBS, ids=[job.name for job in JOBS])
def test_a_line_does_the_job(job: Job) -> None:
    assert value_of("hexapla", job.line) == job.result


@pytest.mark.parametrize(
    ("job", "library"),
    [pytest.param(job, name, id=f"{job.name} {name}") for job in JOBS for name in job.others],
)
def test_a_line_is_no_longer_than_the_longest(job: Job, library: str) -> None:
    pytest.importorskip(library)
    value_of(library, job.others[library])
    assert len(job.line) <= max(map(len, job.others.values()))


def test_there_are_ten_jobs() -> None:
    assert len({job.name for job in JOBS}) == 10
