"""The column of the URL Standard: the library's own answers, and nothing without the library."""

import subprocess
import sys
import tomllib
from pathlib import Path

import ada_url
import pytest
from hypothesis import given
from hypothesis import strategies as st
from inputs import any_text
from packaging.requirements import Requirement

import hexapla
from hexapla.standard.phases import Outcome

WHATWG = hexapla.spec("whatwg")
BASE = "http://a/b/c/d;p?q"
PROJECT = Path(__file__).parents[2] / "pyproject.toml"


def library(base: str, reference: str) -> str | None:
    try:
        return str(ada_url.URL(reference, base).href)
    except ValueError:
        return None


URLS = st.lists(
    st.sampled_from([*"ab:/?#@%.\\ \t\n[]1é", "http:", "//", "../", "%2e", "file:", "C|"]),
    max_size=9,
).map("".join)


@given(base=st.sampled_from([BASE, "file:///C:/x", "mailto:a@b", "foo://b"]), reference=URLS)
def test_resolving_is_the_library_s(base: str, reference: str) -> None:
    assert WHATWG.resolve(base, reference).uri == library(base, reference)


@given(URLS)
def test_a_base_that_the_library_rejects_is_an_error(base: str) -> None:
    resolution = WHATWG.resolve(base, "http://a/")
    assert (resolution.outcome is Outcome.ERROR) == (library_of(base) is None)


def library_of(text: str) -> str | None:
    try:
        return str(ada_url.URL(text).href)
    except ValueError:
        return None


@given(st.one_of(URLS, URLS.map("http://h".__add__), any_text))
def test_every_part_is_the_text_at_its_span(text: str) -> None:
    reference = WHATWG.parse(text)
    for component, part, span in reference.places():
        assert text[span.start : span.stop] == part, component.name
    assert reference.has_spans == (text != "" and text == library_or_none(text))


def library_or_none(text: str) -> str | None:
    try:
        return library_of(text)
    except UnicodeEncodeError:
        return None


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("HTTP://u:@A:80/b", ("http", "u", None, "a", None, "/b", None, None)),
        ("http://a/?#", ("http", None, None, "a", None, "/", "", "")),
        ("file:///x", ("file", None, None, "", None, "/x", None, None)),
        ("mailto:a@b", ("mailto", None, None, None, None, "a@b", None, None)),
        ("a:/.//b", ("a", None, None, None, None, "//b", None, None)),
        ("g", (None,) * 8),
    ],
)
def test_the_parts_are_those_of_the_url_record(text: str, parts: tuple[str | None, ...]) -> None:
    assert tuple(WHATWG.parse(text).parts.values()) == parts


@pytest.mark.parametrize("text", ["http://a/\ud800", "\udfff", "http://a/\ud83d\ude00"])
def test_a_lone_surrogate_is_legal(text: str) -> None:
    resolution = WHATWG.resolve(BASE, text)
    assert resolution.outcome is Outcome.URI
    assert resolution.target == library(
        BASE, text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    )


def test_a_column_without_spans_is_silent_on_parts() -> None:
    comparison = hexapla.compare("http://A/b", base=BASE, specs=["rfc3986", "whatwg"])
    assert comparison.parts.silent == ("whatwg",)
    assert comparison.parts.agrees
    has_spans = hexapla.compare("http://a/b", base=BASE, specs=["rfc3986", "whatwg"])
    assert has_spans.parts.silent == ()


WITHOUT_THE_EXTRA = """
import sys
sys.modules["ada_url"] = None
import hexapla
assert [spec.id for spec in hexapla.specs()][-1] == "rfc3986"
assert str(hexapla.spec("rfc3986").resolve("http://a", "g")) == "http://a/g"
try:
    hexapla.spec("whatwg")
except hexapla.SelectorError as error:
    print(error)
"""


@pytest.mark.parametrize(
    ("platform", "machine", "implementation", "expected"),
    [
        ("linux", "x86_64", "CPython", True),
        ("linux", "aarch64", "CPython", True),
        ("darwin", "arm64", "CPython", True),
        ("win32", "AMD64", "CPython", True),
        ("win32", "ARM64", "CPython", False),
        ("linux", "riscv64", "CPython", False),
        ("linux", "x86_64", "PyPy", False),
        ("emscripten", "wasm32", "CPython", False),
    ],
)
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
