"""URL records: what the column of the URL Standard gives, and what the library Ada gives."""

import ada_url

import hexapla
from hexapla.standard.driver import passed_from
from hexapla.standard.phases import NoUri
from hexapla.standard.rule import Phase
from hexapla_specs.whatwg.parsing import scalar_values

WHATWG = hexapla.spec("whatwg")
Record = tuple[str, str, str, str, str | None, str | None, str, str | None, str | None]
"""A URL as it is serialised, and its components; no username and no password are "" (4.1)."""


def record_of(base: str, reference: str) -> Record | None:
    """Return the URL record that a reference resolves to; None is failure."""
    base_parts = WHATWG.split(base)
    parts = WHATWG.split(reference, base_parts)
    passed = passed_from(WHATWG, base_parts, parts)
    _, target, _, _ = passed[-1]
    assert WHATWG.resolve_parts(base_parts, parts) == target
    if isinstance(target, NoUri):
        return None
    (url,) = (state for phase, _, _, state in passed if phase is Phase.NORMALISE)
    scheme, username, password, host, port, path, query, fragment = url
    return target, scheme, username or "", password or "", host, port, path, query, fragment


def record_of_library(base: str | None, reference: str) -> tuple[str, ...] | None:
    """Return the attributes of a URL by the library; None is failure."""
    try:
        url = ada_url.URL(scalar_values(reference), base and scalar_values(base))
    except ValueError:
        return None
    return (
        *(url.href, url.protocol, url.username, url.password),
        *(url.hostname, url.port, url.pathname, url.search, url.hash),
    )


def as_attributes(record: Record | None) -> tuple[str, ...] | None:
    """Return a URL record as the attributes that an application sees, with the marks."""
    if record is None:
        return None
    href, scheme, username, password, host, port, path, query, fragment = record
    search, fragment = (
        f"{mark}{part}" if part else "" for mark, part in (("?", query), ("#", fragment))
    )
    return href, f"{scheme}:", username, password, host or "", port or "", path, search, fragment
