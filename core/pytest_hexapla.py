"""Fixtures for pytest: identify a parser's standard, and check that parsers see the same host.

This module is outside the package `hexapla`, and imports that package only when a test uses a
fixture. So installing Hexapla doesn't make pytest start more slowly.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Unpack

import pytest

if TYPE_CHECKING:
    from hexapla import Differential, Identification, UrlAgreement
    from hexapla.agreements.holding import ReadHost
    from hexapla.differentials.poll import Poll
    from hexapla.differentials.search import Tried
    from hexapla.implementations.asking import Parse
    from hexapla.implementations.programs import Asked
    from hexapla.testing.fixtures import (
        AssertAgreed,
        AssertParsersAgree,
        AssertSameHost,
        IdentifyParser,
    )

_IDENTIFICATIONS = pytest.StashKey[list["Identification"]]()


@pytest.fixture
def identify_parser(request: pytest.FixtureRequest) -> "Iterator[IdentifyParser]":
    """Return a function that identifies the standard that a callable follows.

    In a test, write `assert identify_parser(join).best.id == "rfc3986"`. The function calls
    `hexapla.identify`, so `identify_parser(parse=…)` identifies the standard that a URL parser
    follows. If the test fails, pytest shows the result with all unexplained cases. If the test
    expected another standard, the assertion's message also shows the result.
    """
    import hexapla

    identifications: list[Identification] = []
    request.config.stash[_IDENTIFICATIONS] = identifications

    def identify(*args: Any, **kwargs: Any) -> Any:
        identification = hexapla.identify(*args, **kwargs)
        identifications.append(identification)
        request.node.add_report_section(
            "call", "identify_parser", "\n".join(_lines(identification))
        )
        return identification

    yield identify
    del request.config.stash[_IDENTIFICATIONS]


def pytest_assertrepr_compare(
    config: pytest.Config, op: str, left: object, right: object
) -> list[str] | None:
    """Explain a failed `==` assertion about the standard that `identify_parser` identified.

    For any other assertion, the result is None.
    """
    identifications = config.stash.get(_IDENTIFICATIONS, None) or []
    for identification in reversed(identifications):
        best = identification.explanations[0]
        names = (best.id, best.selector)
        if op == "==" and any(isinstance(side, str) and side in names for side in (left, right)):
            return [f"{left!r} == {right!r}", *_lines(identification)]
    return None


@pytest.fixture
def assert_same_host() -> "AssertSameHost":
    """Return a function that fails if a validator and a client see different hosts in a URL.

    `assert_same_host(validator, client)` tries the same URLs as `hexapla.differential`. The
    validator and the client are callables that take a URL and return its components or raise an
    error, or strings that name programs, as for `hexapla.differential`. A URL that one of them
    rejects doesn't count as a difference.
    """
    import hexapla
    from hexapla.differentials.differential import failure_of

    def same_host(validator: "Asked", client: "Asked", **tried: "Unpack[Tried]") -> "Differential":
        names = ("validator", "client")
        differential = hexapla.differential(validator, client, names=names, **tried)
        failure = failure_of(differential)
        if failure:
            pytest.fail(failure, pytrace=False)
        return differential

    return same_host


@pytest.fixture
def assert_parsers_agree() -> "AssertParsersAgree":
    """Return a function that fails if the installed parsers and the standards differ on an input.

    `assert_parsers_agree("http://a/b", parsers=["urllib.parse", "ada"])` asks the parsers whose
    adapters have these names; by default, every parser that has an adapter. With `base=`, the
    inputs are references to resolve. The function calls `hexapla.ask_parsers`.
    """
    import hexapla
    from hexapla.differentials.poll import failure_of_poll

    def parsers_agree(*inputs: str, parsers: "Iterable[str] | None" = None, **asked: Any) -> "Poll":
        poll = hexapla.ask_parsers(*inputs, names=parsers, **asked)
        failure = failure_of_poll(poll)
        if failure:
            pytest.fail(failure, pytrace=False)
        return poll

    return parsers_agree


@pytest.fixture
def assert_agreed() -> "AssertAgreed":
    """Return a function that fails if parsers see different hosts in a URL of an agreement.

    An agreement is a set of URLs in which certain programs or standards see the same host.
    `assert_agreed(urlsplit, parse_url)` tries URLs that `agreed_host(url, strict=True)` accepts.
    With `agreement=`, which takes an agreement or the path of its file, URLs of this agreement are
    tried instead. Each parser is a callable that takes a URL and returns its components or raises
    an error. If there is only one parser, the host that it sees is compared with the host as
    written in the URL.
    """
    from hexapla.agreements.agreed_host import UrlRejected, agreed_host
    from hexapla.agreements.holding import failure_of_readers
    from hexapla.agreements.stored import read_agreement, shipped_agreement
    from hexapla.implementations.asking import UrlCase, ask

    def is_let_through(url: str) -> bool:
        try:
            return bool(agreed_host(url, strict=True))
        except UrlRejected:
            return False

    def agreed(
        *parsers: "Parse",
        agreement: "UrlAgreement | str | None" = None,
        count: int = 2_000,
        seed: int = 0,
    ) -> None:
        if isinstance(agreement, str):
            agreement = read_agreement(agreement)

        def reading(parse: "Parse") -> "ReadHost":
            def host(url: str) -> str | None:
                value = ask(parse, UrlCase(url)).value
                return None if value is None else value.host_connected_to

            return host

        readers = {f"parser {number}": reading(parser) for number, parser in enumerate(parsers, 1)}
        if agreement is None:
            shipped = shipped_agreement()
            failure = failure_of_readers(shipped, readers, count, seed, is_let_through)
        else:
            failure = failure_of_readers(agreement, readers, count, seed)
        if failure:
            pytest.fail(failure, pytrace=False)

    return agreed


def _lines(identification: "Identification") -> list[str]:
    from hexapla.identification.wording import identification_lines

    return list(identification_lines(identification))
