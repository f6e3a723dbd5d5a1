"""A fixture for pytest: which memo a parser follows, with the cases that say otherwise.

It stands beside the package and imports it only when a test asks for the fixture, so that pytest
starts no slower where Hexapla is installed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Protocol

import pytest

if TYPE_CHECKING:
    from hexapla import Case, Identification, Spec
    from hexapla.implementations import Resolve

_TAKEN = pytest.StashKey[list["Identification"]]()


class IdentifyParser(Protocol):
    """What the fixture gives: `hexapla.identify`, whose results a failure tells of."""

    def __call__(
        self,
        resolve: "Resolve",
        specs: "Iterable[str | Spec] | None" = None,
        cases: "Iterable[Case | tuple[str, str]] | None" = None,
    ) -> "Identification":
        """Take the fingerprint of a callable; see `hexapla.identify`."""
        ...


@pytest.fixture
def identify_parser(request: pytest.FixtureRequest) -> Iterator[IdentifyParser]:
    """Say which memo a callable follows: `assert identify_parser(join).best.id == "rfc3986"`.

    It is `hexapla.identify`. Where the test fails, pytest tells what was found, with every case
    that stays unexplained; where the name of the memo is not the one expected, it begins with that.
    """
    import hexapla

    taken: list[Identification] = []
    request.config.stash[_TAKEN] = taken

    def take(
        resolve: "Resolve",
        specs: "Iterable[str | Spec] | None" = None,
        cases: "Iterable[Case | tuple[str, str]] | None" = None,
    ) -> "Identification":
        found = hexapla.identify(resolve, specs, cases)
        taken.append(found)
        request.node.add_report_section("call", "identify_parser", "\n".join(_lines(found)))
        return found

    yield take
    del request.config.stash[_TAKEN]


def pytest_assertrepr_compare(
    config: pytest.Config, op: str, left: object, right: object
) -> list[str] | None:
    """Explain why the name of a memo is not the one expected."""
    taken = config.stash.get(_TAKEN, None) or []
    for found in reversed(taken):
        names = (found.best.id, found.best.selector)
        if op == "==" and any(isinstance(side, str) and side in names for side in (left, right)):
            return [f"{left!r} == {right!r}", *_lines(found)]
    return None


def _lines(found: "Identification") -> list[str]:
    from hexapla.implementations.wording import identification_lines

    return list(identification_lines(found))
