"""The conformance check: the project's own specs pass, and each broken promise is named."""

from collections.abc import Mapping
from typing import Any

import attrs
import pytest
from tables import in_parts

import hexapla
from hexapla.operations.division import Outline, UrlDivision
from hexapla.operations.operation import operation
from hexapla.standard import Options, Trace
from hexapla.standard.standard import Standard
from hexapla.testing import check_spec, problems

Rfc1808: Any = type(hexapla.spec("rfc1808").standard)


# Each of the others takes as long, and the URL Standard three times as long.
OTHERS = ("rfc1630", "rfc1738", "rfc2396", "rfc3986", "whatwg")


@in_parts("selector", "rfc1808", slow=OTHERS)
def test_the_projects_own_specs_conform(selector: str) -> None:
    check_spec(hexapla.spec(selector).standard, ["http://a/b?c#d"])


# One about resolving and one about parsing; each of the others takes as long.
FEW = ("excess-dots", "at-signs")
READINGS = {item.name: item for item in hexapla.spec("rfc2396").readings}


@in_parts("name", *FEW, nightly=sorted(READINGS.keys() - FEW))
def test_other_readings_conform(name: str) -> None:
    for option in READINGS[name].options[1:]:
        check_spec(hexapla.spec(f"rfc2396[{name}={option}]").standard)


class Raising(Rfc1808):  # type: ignore[misc]
    @staticmethod
    def classify(base: Any, url: Any, options: Mapping[str, str], /) -> Any:
        if "." in url[0]:
            raise ValueError("a dot")
        return Rfc1808.classify(base, url, options)


class Unlisted(Rfc1808):  # type: ignore[misc]
    @staticmethod
    def recombine(url: Any, /) -> Any:
        rule, text = Rfc1808.recombine(url)
        return attrs.evolve(rule, name="join-otherwise"), text


class Changing(Rfc1808):  # type: ignore[misc]
    @staticmethod
    def parse(text: str, options: Options, trace: Trace | None, /) -> Any:
        return Rfc1808.parse(text, options, trace)._replace(path=text.upper())


class Short(Rfc1808):  # type: ignore[misc]
    @staticmethod
    def parse(text: str, options: Options, trace: Trace | None, /) -> Any:
        return Rfc1808.parse(text, options, trace)[:-1]


class WithoutProvision(UrlDivision):
    scheme_ends = None  # type: ignore[assignment]
    authority_begins = None  # type: ignore[assignment]
    no_authority = None  # type: ignore[assignment]

    def outline(self, text: str) -> Outline:
        return Outline("x", None, text)


class Unruled(Rfc1808):  # type: ignore[misc]
    division = operation(WithoutProvision)


@pytest.mark.parametrize(
    ("standard", "message"),
    [
        (Raising(), "any string must be accepted"),
        (Unlisted(), "is not among the spec's rules"),
        (Changing(), "but its span contains another string"),
        (Short(), "not the text and 6 components"),
        (Unruled(), "no provision sets the start of path"),
    ],
    ids=lambda item: type(item).__name__ if isinstance(item, Standard) else "",
)
def test_a_broken_promise_is_named(standard: Standard, message: str) -> None:
    assert any(message in str(problem) for problem in problems(standard))
    with pytest.raises(AssertionError, match="doesn't follow the interface"):
        check_spec(standard)


class UnableToResolve(Rfc1808):  # type: ignore[misc]
    @staticmethod
    def classify(base: Any, url: Any, options: Mapping[str, str], /) -> Any:
        if base[0] == "told:b":
            raise ValueError("a base")
        return Rfc1808.classify(base, url, options)


def test_given_texts_from_an_iterator_are_bases() -> None:
    found = problems(UnableToResolve(), iter(["told:b"]))
    assert any(problem.base == "told:b" for problem in found)
