"""The hosts that a link leads to under several standards."""

from collections.abc import Iterator

import attrs

from hexapla.comparison.facets import HostFacet, HostKey, HostReading, host_reading
from hexapla.operations.authority import AUTHORITY, connected_to
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class LinkHost(Value):
    """A host that a link leads to, and the standards under which it does so.

    Attributes:
        host: The host, as a client connects to it; None for no host.
        specs: The selectors of the standards, oldest first.
    """

    host: str | None
    specs: tuple[str, ...]


@attrs.frozen
class _SpecHost:
    """The host of a spec's target."""

    spec: Spec
    reading: HostReading
    divided: DividedUrl
    host: str | None


def hosts_of(facet: HostFacet) -> tuple[LinkHost, ...]:
    """Return the hosts that a link leads to, with the newest standard's host first.

    Two spellings of a host, such as "é" and "xn--9ca", count as one host. A standard is left out
    if it has no rule for the link, rejects its target, or doesn't split its authority.

    Args:
        facet: The hosts of the targets.
    """
    groups: list[list[_SpecHost]] = []
    for item in reversed(list(_spec_hosts(facet))):
        group = next((group for group in groups if _are_same(group[0], item)), None)
        if group is None:
            groups.append([item])
        else:
            group.append(item)
    return tuple(_link_host(group) for group in groups)


def _link_host(group: list[_SpecHost]) -> LinkHost:
    selectors = tuple(item.spec.selector for item in reversed(group))
    return LinkHost(group[0].host, selectors)


def _spec_hosts(facet: HostFacet) -> Iterator[_SpecHost]:
    """Yield the host of each spec that splits its target into a host and other components."""
    for spec, reading in zip(facet.columns, facet.hosts, strict=True):
        divided = reading.divided
        if divided is None or not isinstance(reading.key, HostKey):
            continue
        if not any(piece.name == AUTHORITY for piece in divided.pieces):
            yield _SpecHost(spec, reading, divided, reading.key.host)


def _are_same(left: _SpecHost, right: _SpecHost) -> bool:
    """Return whether two specs have the same host, perhaps in another spelling."""
    if left.host == right.host:
        return True
    return _rewrites(left, right) or _rewrites(right, left)


def _rewrites(newer: _SpecHost, older: _SpecHost) -> bool:
    """Return whether a spec takes the same characters for the host, and only rewrites them."""
    again = host_reading(newer.spec, older.reading.url)
    if again.divided is None or not isinstance(again.key, HostKey):
        return False
    written = _host_as_written(older.divided)
    is_host_of_both = written is not None and written == _host_as_written(again.divided)
    return is_host_of_both and again.key.host == newer.host


def _host_as_written(divided: DividedUrl) -> str | None:
    """Return the host of a URL before it is rewritten; None for no host."""
    hosts = [connected_to(piece.text) for piece in divided.pieces if piece.name == "host"]
    return hosts[0] if hosts else None
