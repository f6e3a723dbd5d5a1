"""URL Standard, 3.3: domains of other characters than US-ASCII, mapped by the library Ada."""

import functools
from importlib import import_module
from typing import Any


@functools.cache
def _to_ascii() -> Any:
    return import_module("ada_url").idna_to_ascii


def domain_to_ascii(domain: str) -> str:
    """Return a domain as Unicode ToASCII maps it, leniently; "" is failure, as is no domain."""
    # The library reads no further than a NUL, which is a forbidden domain code point (3.2), and no
    # lone surrogate; U+003F (?) is one, too.
    scalar_values = domain.encode("utf-8", "replace").decode()
    return "" if "\0" in domain else str(_to_ascii()(scalar_values), "ascii")
