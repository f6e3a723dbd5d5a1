"""The hosts that released versions of parsers see in URLs, and the versions that changed a host."""

import functools
from collections.abc import Mapping

import attrs

from hexapla_site.folders import read_data


@attrs.frozen
class HostSince:
    """The host that a parser sees in a URL, beginning with the version `since`.

    The host is None if there is none, or if the URL is rejected.
    """

    since: str
    host: str | None = None
    is_rejected: bool = False


@attrs.frozen
class ParserHistory:
    """The versions of a parser that were tested, and the URLs on which they differ.

    Attributes:
        name: The name of the parser's adapter.
        registry: The registry that publishes the versions; "" if there is no registry.
        versions: The release date of each version, keyed by version, in the order of the version
            numbers.
        changed: The hosts seen in each URL on which versions differ, beginning with the lowest
            version.
    """

    name: str
    registry: str
    versions: Mapping[str, str]
    changed: Mapping[str, tuple[HostSince, ...]]

    @property
    def oldest(self) -> str:
        """The version with the lowest number."""
        return next(iter(self.versions))

    @property
    def newest(self) -> str:
        """The version with the highest number."""
        return list(self.versions)[-1]

    @property
    def earlier(self) -> Mapping[str, str]:
        """All versions except `newest`."""
        return {name: day for name, day in self.versions.items() if name != self.newest}

    @property
    def changed_on_the_web(self) -> Mapping[str, tuple[HostSince, ...]]:
        """The hosts seen in those URLs of `changed` that begin with "http"."""
        return {url: read for url, read in self.changed.items() if url.startswith("http")}


@functools.cache
def parser_histories() -> Mapping[str, ParserHistory]:
    """Return the histories of parsers, keyed by name."""
    histories = {}
    for form in read_data("parser-history.json"):
        changed = {url: tuple(map(_host_since, read)) for url, read in form["changed"].items()}
        name, registry = form["name"], form["registry"] or ""
        histories[name] = ParserHistory(name, registry, form["versions"], changed)
    return histories


def _host_since(form: Mapping[str, str | None]) -> HostSince:
    since = form["since"]
    assert since is not None
    return HostSince(since, form.get("host"), is_rejected="error" in form)
