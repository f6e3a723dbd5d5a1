"""URL Standard, 1.3: percent-encoded bytes."""

import functools
from collections.abc import Mapping

from hexapla.documents.citation import Provision
from hexapla.operations.escaping import Escaping, Kept
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg.document import cite
from hexapla_specs.whatwg.rewriting import (
    FRAGMENT_SET,
    PATH_SET,
    SPECIAL_QUERY_SET,
    USERINFO_SET,
)

_PERCENT_ENCODING = cite("1.3", "Percent-encoded bytes")
LEFT = FrozenMapping(
    {
        "authority": USERINFO_SET,
        "path": PATH_SET - {"\\"},  # which the parser takes for a slash
        "query": SPECIAL_QUERY_SET,
        "fragment": FRAGMENT_SET,
    }
)
LEAVES = FrozenMapping(
    {
        component: Provision(
            _PERCENT_ENCODING, f"leaves in {where} what is not in its percent-encode set"
        )
        for component, where in (
            ("authority", "a username or password"),
            ("path", "a path"),
            ("query", "a query"),
            ("fragment", "a fragment"),
        )
    }
)
UTF_8 = Provision(_PERCENT_ENCODING, "encodes characters by UTF-8")
STRAY_PERCENT = Provision(
    _PERCENT_ENCODING, "leaves a percent sign alone that has no two hexadecimal digits after it"
)


class WhatwgEscaping(Escaping):
    """The characters that the parser leaves as they are, component by component."""

    charset = "utf-8"
    charset_provision = UTF_8
    malformed = STRAY_PERCENT

    @functools.cached_property
    def kept(self) -> Mapping[str, Kept]:
        """The characters outside the percent-encode set of a component."""
        return FrozenMapping(
            (component, Kept(left, LEAVES[component])) for component, left in LEFT.items()
        )
