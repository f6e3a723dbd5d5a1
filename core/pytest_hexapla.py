"""A fixture for pytest: which standard a parser follows, and in which cases it does not.

It is a module beside the package, and imports the package only when a test uses the fixture, so
that pytest starts no slower where Hexapla is installed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol, overload

import pytest

if TYPE_CHECKING:
    from hexapla import Case, Identification, ParseIdentification, Spec
    from hexapla.implementations import Parse, Resolve

_IDENTIFICATIONS = pytest.StashKey[list["Identification | ParseIdentification"]]()


class IdentifyParser(Protocol):
    """The fixture's value: `hexapla.identify`, whose results are shown if the test fails."""

    @overload
    def __call__(
        self,
        resolve: "Resolve",
        *,
        specs: "Iterable[str | Spec] | None" = None,
        cases: "Iterable[Case | tuple[str, str]] | None" = None,
    ) -> "Identification": ...

    @overload
    def __call__(
        self,
        *,
        parse: "Parse",
        specs: "Iterable[str | Spec] | None" = None,
        cases: "Iterable[str] | None" = None,
    ) -> "ParseIdentification": ...

    def __call__(self, *args: Any, **kwargs: Any) -> "Identification | ParseIdentification":
        """Identify the standard that a callable follows; see `hexapla.identify`."""
        ...


@pytest.fixture
def identify_parser(request: pytest.FixtureRequest) -> Iterator[IdentifyParser]:
    """Identify a callable's standard: `assert identify_parser(join).best.id == "rfc3986"`.

    It is `hexapla.identify`, so that `identify_parser(parse=…)` asks how URLs are taken apart. If
    the test fails, pytest shows the result with all that is left unexplained; if another standard
    was expected, the assertion's message shows it, too.
    """
    import hexapla

    identifications: list[Identification | ParseIdentification] = []
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
    """Explain an assertion that expects another standard."""
    identifications = config.stash.get(_IDENTIFICATIONS, None) or []
    for identification in reversed(identifications):
        names = (identification.best.id, identification.best.selector)
        if op == "==" and any(isinstance(side, str) and side in names for side in (left, right)):
            return [f"{left!r} == {right!r}", *_lines(identification)]
    return None


def _lines(identification: "Identification | ParseIdentification") -> list[str]:
    from hexapla import ParseIdentification
    from hexapla.implementations.parsing.wording import parse_identification_lines
    from hexapla.implementations.wording import identification_lines

    if isinstance(identification, ParseIdentification):
        return list(parse_identification_lines(identification))
    return list(identification_lines(identification))
