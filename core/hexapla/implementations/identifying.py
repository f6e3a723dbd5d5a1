"""Identifying an implementation, by either of the two questions that it can be asked."""

from collections.abc import Iterable
from typing import overload

from hexapla.implementations.asking import Resolve
from hexapla.implementations.cases import Case
from hexapla.implementations.identification import Identification, identify_resolving
from hexapla.implementations.parse_asking import Parse
from hexapla.implementations.parsing.identification import ParseIdentification, identify_parsing
from hexapla.standard.spec import Spec


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
    cases: Iterable[object] | None = None,
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
        TypeError: Neither `resolve` nor `parse` is given, or both are.
        ValueError: There is no case to ask, or a spec that is named divides no URL.
    """
    if (resolve is None) == (parse is None):
        raise TypeError("identify() takes either a callable that resolves, or parse=…")
    if parse is not None:
        return identify_parsing(parse, specs, None if cases is None else map(_url, cases))
    assert resolve is not None
    return identify_resolving(resolve, specs, None if cases is None else map(_case, cases))


def _url(given: object) -> str:
    if not isinstance(given, str):
        raise TypeError(f"a case to parse is a URL, a str, not {type(given).__name__}")
    return given


def _case(given: object) -> Case:
    if isinstance(given, Case):
        return given
    if isinstance(given, tuple):
        return Case(*given)
    raise TypeError(f"a case to resolve is a pair of str, not {type(given).__name__}")
