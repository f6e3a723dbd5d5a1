"""The vectors detect published bugs, and changes to the standards."""

import pytest
from published_bugs import BUGS, URL_BUGS, Bug, UrlBug, href, resolve

import hexapla
from hexapla.vectors import vector_cases
from hexapla.vectors.cases import ParseCase, ResolveCase


def cases_to_resolve() -> list[ResolveCase]:
    cases = vector_cases(hexapla.spec("rfc3986")).by_kind["resolve"]
    return [case for case in cases if isinstance(case, ResolveCase)]


def urls_to_parse() -> list[tuple[str, str | None]]:
    """Return the URLs and references in the URL Standard's vectors, each with its base."""
    by_kind = vector_cases(hexapla.spec("whatwg")).by_kind
    resolved = (case for case in by_kind["resolve"] if isinstance(case, ResolveCase))
    parsed = (case.text for case in by_kind["parse"] if isinstance(case, ParseCase))
    return [*((case.reference, case.base) for case in resolved), *((text, None) for text in parsed)]


def test_what_has_no_bug_passes() -> None:
    spec = hexapla.spec("rfc3986")
    for base, reference in cases_to_resolve():
        due = spec.resolve(reference, base=base).uri
        assert due is None or resolve(base, reference) == due


@pytest.mark.parametrize("bug", BUGS, ids=lambda bug: bug.name)
def test_a_published_bug_of_a_resolver_is_noticed(bug: Bug) -> None:
    spec = hexapla.spec("rfc3986")
    assert bug.resolve(bug.base, bug.reference) == bug.answer
    assert spec.resolve(bug.reference, base=bug.base).uri == resolve(bug.base, bug.reference)
    assert bug.answer != resolve(bug.base, bug.reference)
    assert any(
        bug.resolve(base, reference) != spec.resolve(reference, base=base).uri
        for base, reference in cases_to_resolve()
        if spec.resolve(reference, base=base).uri is not None
    )


@pytest.mark.parametrize("bug", URL_BUGS, ids=lambda bug: bug.name)
def test_a_published_bug_of_a_url_parser_is_noticed(bug: UrlBug) -> None:
    assert bug.parse(bug.url, None) == bug.answer != href(bug.url)
    assert any(bug.parse(url, base) != href(url, base) for url, base in urls_to_parse())
