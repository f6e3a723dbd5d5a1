"""A fixture for pytest: which memo a parser follows, with the cases that say otherwise.

It stands beside the package and imports it only when a test asks for the fixture, so that pytest
starts no slower where Hexapla is installed.
"""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING, Any, Protocol

import pytest

if TYPE_CHECKING:
    from hexapla import Case, Fingerprint, Spec
    from hexapla.witness import Resolve

_TAKEN = pytest.StashKey[list["Fingerprint"]]()
_COLUMNS = 100


class UriWitness(Protocol):
    """What the fixture gives: `hexapla.witness`, whose results a failure tells of."""

    def __call__(
        self,
        resolve: "Resolve",
        specs: "Iterable[str | Spec[Any]] | None" = None,
        cases: "Iterable[Case | tuple[str, str]] | None" = None,
    ) -> "Fingerprint":
        """Take the fingerprint of a callable; see `hexapla.witness`."""
        ...


@pytest.fixture
def uri_witness(request: pytest.FixtureRequest) -> Iterator[UriWitness]:
    """Say which memo a callable follows: `assert uri_witness(join).best.id == "rfc3986"`.

    It is `hexapla.witness`. Where the test fails, pytest tells what was found, with every case that
    stays unexplained; where the name of the memo is not the one expected, it begins with that.
    """
    import hexapla

    taken: list[Fingerprint] = []
    request.config.stash[_TAKEN] = taken

    def take(
        resolve: "Resolve",
        specs: "Iterable[str | Spec[Any]] | None" = None,
        cases: "Iterable[Case | tuple[str, str]] | None" = None,
    ) -> "Fingerprint":
        found = hexapla.witness(resolve, specs, cases)
        taken.append(found)
        request.node.add_report_section("call", "uri_witness", "\n".join(_lines(found)))
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


def _lines(found: "Fingerprint") -> list[str]:
    from hexapla.commands.witness import fingerprint_text
    from hexapla.terminal import Terminal

    return list(fingerprint_text(found, Terminal(_COLUMNS, colour=False)))
