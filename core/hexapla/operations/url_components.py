"""The components of a URL, as a program or a standard reads them: the authority divided."""

from collections.abc import Mapping

import attrs

from hexapla.text.escapes import ascii_lower
from hexapla.values.frozen import FrozenMapping

COMPONENT_NAMES = ("scheme", "userinfo", "host", "port", "path", "query", "fragment")
"""The names of the components, in the order in which a URL has them."""


def connected_to(host: str) -> str:
    """Return a host as a client looks it up: ASCII lower case, without brackets around it."""
    lower = ascii_lower(host)
    return lower[1:-1] if lower.startswith("[") and lower.endswith("]") else lower


@attrs.frozen(repr=False)
class UrlComponents:
    """What is read in a URL: the text of each component that is stated.

    `stated` has None for a component that is not there, "" for one that is there and empty, and no
    entry for one of which nothing is stated. Names are those of `COMPONENT_NAMES`, in that order.
    `left_out` has the type of what a program gave for a component, where that is no text.
    """

    stated: Mapping[str, str | None]
    left_out: Mapping[str, str] = attrs.field(factory=FrozenMapping, eq=False)

    @classmethod
    def of(
        cls, members: Mapping[str, str | None], left_out: Mapping[str, str] = FrozenMapping()
    ) -> "UrlComponents":
        """Return the components among members, whatever else there is."""
        return cls(
            FrozenMapping((name, members[name]) for name in COMPONENT_NAMES if name in members),
            FrozenMapping(left_out),
        )

    @property
    def host(self) -> str | None:
        """The host as it was given; None where there is none, or nothing is stated of it."""
        return self.stated.get("host")

    @property
    def host_connected_to(self) -> str | None:
        """The host as a client looks it up: ASCII lower case, without brackets around it."""
        return None if self.host is None else connected_to(self.host)

    def compared(self, name: str) -> str | None:
        """Return what a component is compared by: the host as a client connects to it.

        An empty host is no host. The other components are compared as they are given.

        Args:
            name: The name of a component of which something is stated.
        """
        return self.host_connected_to or None if name == "host" else self.stated[name]

    def __repr__(self) -> str:
        return f"<UrlComponents {self}>"

    def __str__(self) -> str:
        return " ".join(f"{name}={value!r}" for name, value in self.stated.items())

    def to_dict(self) -> dict[str, str | None]:
        """Return the JSON form: only what is stated."""
        return dict(self.stated)
