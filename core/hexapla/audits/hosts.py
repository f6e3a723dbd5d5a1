"""The hosts to which a link leads under several standards."""

import enum
from collections.abc import Iterator

import attrs

from hexapla.comparison.host_facet import HostFacet, HostKey, HostReading, host_reading
from hexapla.operations.authority import AUTHORITY, connected_to
from hexapla.operations.division import DividedUrl
from hexapla.standard.spec import Spec
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class LinkHost(Value):
    """A host to which a link leads under one or more standards.

    Attributes:
        host: The host that a client connects to; None if there is no host.
        specs: The selectors of the standards, oldest first.
    """

    host: str | None
    specs: tuple[str, ...]


class HostDifference(enum.Enum):
    """The kind of difference between the hosts to which a link leads.

    If only the form of the host differs, all standards find the host in the same characters of the
    URL, but some standards rewrite it, for example from "0x7f.1" to "127.0.0.1", or from "é" to
    "xn--9ca". Clients that follow these standards usually connect to the same host, but a check
    that compares strings sees two hosts.
    """

    NONE = "none"
    FORM = "form"
    HOST = "host"


@attrs.frozen
class LinkHosts:
    """The hosts to which a link leads, with the newest standard's host first.

    Attributes:
        hosts: The hosts, each with the standards under which the link leads to it.
        difference: The kind of difference between the hosts.
    """

    hosts: tuple[LinkHost, ...]
    difference: HostDifference


NO_HOSTS = LinkHosts((), HostDifference.NONE)


@attrs.frozen
class _SpecHost:
    """The host of a link's target under a spec."""

    spec: Spec
    reading: HostReading
    divided: DividedUrl
    host: str | None


def hosts_of(facet: HostFacet) -> LinkHosts:
    """Return the hosts to which a link leads, and the kind of difference between the hosts.

    A standard is left out if it has no rule for the link, rejects the target, or doesn't split the
    target's authority.

    Args:
        facet: The hosts of the link's targets.
    """
    newest_first = list(reversed(list(_spec_hosts(facet))))
    by_host: dict[str | None, list[_SpecHost]] = {}
    for item in newest_first:
        by_host.setdefault(item.host, []).append(item)
    hosts = tuple(_link_host(host, items) for host, items in by_host.items())
    return LinkHosts(hosts, _difference([items[0] for items in by_host.values()]))


def _link_host(host: str | None, items: list[_SpecHost]) -> LinkHost:
    selectors = tuple(item.spec.selector for item in reversed(items))
    return LinkHost(host, selectors)


def _difference(items: list[_SpecHost]) -> HostDifference:
    """Return the kind of difference between hosts, given one spec for each host."""
    if len(items) < 2:
        return HostDifference.NONE
    first, *others = items
    if all(_rewrites(first, item) or _rewrites(item, first) for item in others):
        return HostDifference.FORM
    return HostDifference.HOST


def _spec_hosts(facet: HostFacet) -> Iterator[_SpecHost]:
    """Yield the host under each spec, without the specs that `hosts_of` leaves out."""
    for spec, reading in zip(facet.columns, facet.hosts, strict=True):
        divided = reading.divided
        if divided is None or not isinstance(reading.key, HostKey):
            continue
        if not any(piece.name == AUTHORITY and piece.text for piece in divided.pieces):
            yield _SpecHost(spec, reading, divided, reading.key.host)


def _rewrites(newer: _SpecHost, older: _SpecHost) -> bool:
    """Return whether the host of `newer` is the host of `older`, rewritten.

    This is the case if both specs find the same host, before any rewriting, in the target of
    `older`, and `newer` rewrites this host to the host of its own target.
    """
    again = host_reading(newer.spec, older.reading.url)
    if again.divided is None or not isinstance(again.key, HostKey):
        return False
    written = _host_as_written(older.divided)
    is_host_of_both = written is not None and written == _host_as_written(again.divided)
    return is_host_of_both and again.key.host == newer.host


def _host_as_written(divided: DividedUrl) -> str | None:
    """Return the host of a URL before the spec rewrites it; None if there is no host."""
    hosts = [connected_to(piece.text) for piece in divided.pieces if piece.name == "host"]
    return hosts[0] if hosts else None
