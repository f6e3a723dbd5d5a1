"""The types of the functions that Hexapla's pytest fixtures provide, for annotations in tests."""

from collections.abc import Iterable
from typing import TYPE_CHECKING, Protocol, Unpack

if TYPE_CHECKING:
    from hexapla import Case, Differential, Identification, Spec, UrlAgreement
    from hexapla.differentials.poll import Poll
    from hexapla.differentials.search import Tried
    from hexapla.implementations.asking import Parse, Resolve
    from hexapla.implementations.programs import Asked


class IdentifyParser(Protocol):
    """The function that the fixture `identify_parser` provides; it calls `hexapla.identify`.

    If the test fails, pytest shows the result.
    """

    def __call__(
        self,
        resolve: "Resolve | None" = None,
        *,
        parse: "Parse | None" = None,
        specs: "Iterable[str | Spec] | None" = None,
        cases: "Iterable[Case | tuple[str, str] | str] | None" = None,
    ) -> "Identification":
        """Identify the standard that a callable follows; see `hexapla.identify`."""
        ...


class AssertSameHost(Protocol):
    """The function that the fixture `assert_same_host` provides.

    It fails the test if a validator and a client see different hosts in a URL.
    """

    def __call__(
        self, validator: "Asked", client: "Asked", **tried: "Unpack[Tried]"
    ) -> "Differential":
        """Try the same URLs on the validator and the client; see `hexapla.differential`."""
        ...


class AssertParsersAgree(Protocol):
    """The function that the fixture `assert_parsers_agree` provides.

    It fails the test if any parsers or standards give different results for an input.
    """

    def __call__(
        self,
        *inputs: str,
        parsers: "Iterable[str] | None" = None,
        base: str | None = None,
        on: "str | Iterable[str]" = "host",
        specs: "Iterable[str | Spec] | None" = None,
        timeout: float = 10.0,
    ) -> "Poll":
        """Ask parsers and standards about the inputs; see `hexapla.ask_parsers`.

        `parsers` contains the names of adapters; by default, all installed parsers are asked.
        """
        ...


class AssertAgreed(Protocol):
    """The function that the fixture `assert_agreed` provides.

    It fails the test if parsers see different hosts in a URL that belongs to an agreement, a set of
    URLs on which parsers should agree. Each parser is a callable that takes a URL and returns its
    components or raises an error. If there is only one parser, its host is compared with the host
    as written in the URL.
    """

    def __call__(
        self,
        *parsers: "Parse",
        agreement: "UrlAgreement | str | None" = None,
        count: int = 2_000,
        seed: int = 0,
    ) -> None:
        """Try parsers on URLs of an agreement, which can be given as the path of a file.

        If no agreement is given, the URLs are those of the built-in agreement that
        `hexapla.agreed_host` accepts with `strict=True`.
        """
        ...
