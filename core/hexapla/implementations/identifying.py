"""Identifying an implementation, by either of the two questions that it can be asked."""

from collections.abc import Iterable
from typing import Any, overload

from hexapla.implementations.asking import Resolve
from hexapla.implementations.cases import Case
from hexapla.implementations.identification import Identification, identify_resolving
from hexapla.implementations.parse_asking import Parse
from hexapla.implementations.parsing.identification import ParseIdentification, identify_parsing
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked, checked_call, checked_items


@overload
def identify(
    resolve: Resolve,
    *,
    specs: Iterable[str | Spec] | None = None,
    cases: Iterable[Case | tuple[str, str]] | None = None,
) -> Identification: ...


@overload
def identify(
    *,
    parse: Parse,
    specs: Iterable[str | Spec] | None = None,
    cases: Iterable[str] | None = None,
) -> ParseIdentification: ...


def identify(
    resolve: Resolve | None = None,
    *,
    parse: Parse | None = None,
    specs: Iterable[str | Spec] | None = None,
    cases: Iterable[Any] | None = None,
) -> Identification | ParseIdentification:
    """Identify the standard that a callable follows when it resolves references, or parses URLs.

    Give one of `resolve` and `parse`.

    Args:
        resolve: Takes a base and a reference; returns the text of a URI, or None where there is
            none. What it raises means that there is none.
        parse: Takes a URL; returns what it reads in it: a mapping, or an object, that has some of
            scheme, userinfo, host, port, path, query and fragment. What it raises is a refusal.
        specs: Selectors or specs of the standards that may explain it. Choices that a selector
            makes are kept. By default they are those that come with Hexapla, and the plug-ins that
            ask to be among them.
        cases: To resolve, pairs of a base and a reference; by default the standards' own examples,
            and a few that tell all readings apart. To parse, URLs; by default those that use every
            boundary rule of every standard, and those that parsers are known to read differently.

    Raises:
        SelectorError: A selector names nothing.
        TypeError: Neither `resolve` nor `parse` is given, or both are; or one is no callable, such
            as the word `python:module:function`, or a case is no pair, or no URL.
        ValueError: There is no case to ask, or a spec that is named divides no URL.
    """
    if (resolve is None) == (parse is None):
        raise TypeError("identify() takes either a callable that resolves, or parse=…")
    if parse is not None:
        checked_call(parse, "parse")
        urls = None if cases is None else checked_items(cases, "cases")
        return identify_parsing(parse, specs, urls)
    checked_call(resolve, "resolve")
    assert resolve is not None
    pairs = None if cases is None else map(_case, checked_items(cases, "cases", Case, tuple))
    return identify_resolving(resolve, specs, pairs)


def _case(given: Case | tuple[str, str]) -> Case:
    case = given if isinstance(given, Case) else Case(*given)
    checked(case.base, "base")
    checked(case.reference, "reference")
    return case
