"""The parts that the URL Standard's states cut, their spans, and the use of the column."""

import html
import pickle
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from packaging.requirements import Requirement
from tables import by_rows_of

import hexapla
from hexapla.comparison.explanation import explanation
from hexapla.comparison.shown import needs_of_base
from hexapla.standard.rule import Phase
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.parsing import Parsed

WHATWG = hexapla.spec("whatwg")
BASE = "http://a/b/c/d;p?q"
PROJECT = Path(__file__).parents[3] / "pyproject.toml"
PIECES = [*"ab:/?#@%.\\ \t\n[]1é", "http:", "//", "../", "%2e", "file:", "C|"]
URLS = st.lists(st.sampled_from(PIECES), max_size=9).map("".join)


@given(st.one_of(URLS, URLS.map("http://h".__add__), any_text))
def test_every_part_stands_at_its_span(text: str) -> None:
    """In a part, backslashes are slashes, and characters that the parser removes are gone (4.4).

    The parser's input is a scalar value string, in which U+FFFD replaces surrogates.
    """
    cleaned = dict.fromkeys(b"\t\n\r") | dict.fromkeys(range(0xD800, 0xE000), "\ufffd")
    for component, part, span in WHATWG.parse(text).places():
        written = text[span.start : span.stop].translate(cleaned)
        if component.name == "path":
            written, part = (item.replace("\\", "/").lstrip("/") for item in (written, part))
        assert written == part, component.name


# If a reference fails under each of these bases, it fails under every base.
KINDS_OF_BASE = ("http://h/", "x://h/", "file:///", "x:y")


@given(URLS)
def test_of_failure_it_is_not_told_where_the_characters_belong(text: str) -> None:
    reference = WHATWG.parse(text)
    bases = [text] if reference.split[1] is not None else KINDS_OF_BASE
    targets = [WHATWG.resolve(text, base=base).uri for base in bases]
    failure = not any(targets)
    assert (reference.ends is None) == (reference.failure is not None) == failure


def test_a_date_that_rejects_a_url_has_no_parts() -> None:
    """Until 2020, "^" was no forbidden host code point; since then, the result is failure."""
    dated = hexapla.spec("whatwg[as-of=2018-09]")
    parts = hexapla.compare("http://^", specs=["whatwg", dated]).parts
    effects = {item.other: item.then for item in parts.readings if item.spec == dated}
    assert effects["2026-07"] == "failure"


@given(URLS)
def test_a_reference_needs_a_base_if_only_a_base_helps(text: str) -> None:
    """Without a base, no scheme state 1 returns failure."""
    reference = WHATWG.parse(text)
    accepts = not any(error.failure for error in WHATWG.validation_errors(text))
    failures = [reason for reason in (reference.failure, reference.needs_base) if reason]
    assert len(failures) == (0 if accepts else 1)
    if reference.needs_base is not None:
        assert reference.needs_base.citation.section == "no scheme state 1"
        assert any(WHATWG.resolve(text, base=base).uri for base in KINDS_OF_BASE)


def test_a_need_of_a_base_is_said_with_the_parts() -> None:
    """The RFCs parse a relative reference by itself; with a base, the parser doesn't fail."""
    sentence = (
        "URL Standard: a relative reference needs a base: missing-scheme-non-relative-URL "
        "(no scheme state 1); the parts are those under a base whose scheme isn't special"
    )
    comparison = hexapla.compare("a b")
    assert [*needs_of_base(comparison.references)] == [sentence]
    assert sentence in explanation(comparison, columns=200)
    assert sentence in html.unescape(comparison._repr_html_())
    last = comparison.references[-1].to_dict()
    assert (last["spec"], last["failure"]) == ("whatwg", None)
    reason = comparison.references[-1].needs_base
    assert reason is not None
    assert last["needs_base"] == reason.to_dict()
    assert [*needs_of_base(hexapla.compare("a b", base=BASE).references)] == []


def test_beside_an_opaque_base_the_parts_are_those_under_another() -> None:
    """No scheme state 1 returns failure before the parser finds any part."""
    [sentence] = needs_of_base(hexapla.compare("//", base="x:").references)
    assert sentence.startswith("URL Standard: a relative reference can't have an opaque base: ")
    assert sentence.endswith("; the parts are those under a base whose scheme isn't special")


def test_a_removed_tab_belongs_to_the_component_after_it() -> None:
    """The colon, like the scheme, is part of the scheme's segment even if a tab precedes it."""
    assert WHATWG.parse("ht\ttp\t:\t//h\t/").ends == {
        "scheme": 7,
        "authority": 11,
        "path": 13,
        "removed": 4,
    }


@by_rows_of("whatwg", "parts")
def test_the_parts_are_what_the_states_cut(text: str, parts: list[str | None]) -> None:
    assert [*WHATWG.parse(text).parts.values()] == parts


def test_the_column_speaks_of_every_text_that_it_parses() -> None:
    comparison = hexapla.compare("HTTP://A\\b", base=BASE, specs=["rfc3986", "whatwg"])
    assert comparison.parts.silent == ()
    assert not comparison.parts.agrees
    failure = hexapla.compare("http://a b", base=BASE, specs=["rfc3986", "whatwg"])
    assert failure.parts.silent == ("whatwg",)


def test_a_special_base_makes_a_backslash_a_slash() -> None:
    special = hexapla.compare("\\\\h", base="http://a/b", specs=["rfc3986", "whatwg"])
    assert special.splits[1][4] == "h"
    other = hexapla.compare("\\\\h", base="foo://a/b", specs=["rfc3986", "whatwg"])
    assert other.splits[1][4] is None
    assert other.target.agrees


WITHOUT_THE_EXTRA = """
import sys
sys.modules["ada_url"] = None
import hexapla
assert [spec.id for spec in hexapla.specs()][-1] == "rfc3987"
assert hexapla.spec("rfc3986").resolve("g", base="http://a").uri == "http://a/g"
try:
    hexapla.spec("whatwg")
except hexapla.SelectorError as error:
    print(error)
"""


@by_rows_of("whatwg")
def test_ada_is_installed_where_it_has_wheels(
    platform: str, machine: str, implementation: str, expected: bool
) -> None:
    project = tomllib.loads(PROJECT.read_text("utf-8"))["project"]
    (ada,) = (text for text in project["dependencies"] if text.startswith("ada-url"))
    marker = Requirement(ada).marker
    assert marker is not None
    environment = {
        "sys_platform": platform,
        "platform_machine": machine,
        "platform_python_implementation": implementation,
    }
    assert marker.evaluate(environment) == expected
    assert project["optional-dependencies"]["whatwg"] == [ada.partition(";")[0]]


def test_a_missing_extra_is_named_and_the_rest_works() -> None:
    run = subprocess.run(
        [sys.executable, "-c", WITHOUT_THE_EXTRA], capture_output=True, text=True, check=False
    )
    assert run.stderr == ""
    assert "pip install 'hexapla[whatwg]'" in run.stdout


@by_rows_of("whatwg")
def test_a_host_begins_behind_the_slashes_of_its_scheme(
    base: str, reference: str, host: list[int], path: list[int]
) -> None:
    parts = WHATWG.standard.split(reference, WHATWG.standard.split(base))
    spans = dict(zip(WHATWG.component_names, WHATWG.standard.spans_of(parts), strict=True))
    assert [list(spans[name] or ()) for name in ("host", "path")] == [host, path]


def test_what_is_parsed_has_a_run_from_the_first() -> None:
    """The run and the base were once set afterwards, so that a value could lack them."""
    base = WHATWG.standard.split("http://a/b/")
    parts = WHATWG.standard.split("g", base)
    assert isinstance(parts, Parsed)
    with pytest.raises(TypeError, match="run"):
        Parsed("g")  # type: ignore[call-arg]
    copied = pickle.loads(pickle.dumps(parts))
    assert (copied, copied.base, copied.url) == (parts, base, parts.url)


def test_parsed_references_are_equal_by_text_and_resolve_against_the_base_given() -> None:
    bases = [WHATWG.standard.split(base) for base in ("http://a/b/", "x://h/")]
    first, other = (WHATWG.standard.split("g", base) for base in bases)
    assert first == other
    for parts in (first, other):
        targets = [WHATWG.standard.resolve_parts(base, parts) for base in bases]
        assert targets == ["http://a/b/g", "x://h/g"]


@by_rows_of("whatwg")
def test_a_component_is_cited_by_the_step_that_set_it(
    text: str, base: str | None, component: str, section: str | None
) -> None:
    """None: the parser returned failure before it could set the component."""
    base_parts = None if base is None else WHATWG.standard.split(base)
    parts = WHATWG.standard.split(text, base_parts)
    place = WHATWG.component_names.index(component)
    citation = WHATWG.standard.citation_of(WHATWG.components[place], parts)
    assert (citation and citation.section) == section


@pytest.mark.parametrize("after", [Phase.COMBINE, Phase.DOTS])
def test_a_resumed_run_takes_a_backslash_of_a_special_base_for_a_slash(after: Phase) -> None:
    record = WHATWG.standard.continue_from("http://h/a", "\\b?c", after, rules.KEEPS_ALL)
    assert record.target == "/b?c"


@pytest.mark.parametrize("after", [Phase.SPLIT, Phase.CLASSIFY, Phase.DOTS])
def test_components_with_lone_surrogates_are_parsed_as_scalar_values(after: Phase) -> None:
    """Another standard's components may contain surrogates, also if they form a pair."""
    base = ("x:", "x", None, None, None, None, "a\ud800", None, None)
    parts = ("a", None, None, None, None, None, "a\ud800b\ud83d\ude00", None, None)
    record = WHATWG.standard.continue_parts(base, parts, after, None)
    assert record.steps
    passed = WHATWG.standard.passed_from(WHATWG.standard.split("http://h/"), parts, after)
    assert passed[-1].target == "http://h/a%EF%BF%BDb%F0%9F%98%80" or after is not Phase.SPLIT
