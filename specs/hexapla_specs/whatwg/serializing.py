"""URL Standard, 4.5: URL serializing."""

from hexapla.standard.phases import State
from hexapla.standard.rule import Rule
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.components import HOST, PATH, with_component


def written(components: State) -> str:
    """Join the components that are not None with their delimiters."""
    scheme, username, password, host, port, path, query, fragment = components
    output = "" if scheme is None else scheme + ":"  # 1
    if host is not None:  # 2
        output += "//"
        if username is not None or password is not None:  # 2.2
            output += username or ""
            if password is not None:
                output += ":" + password
            output += "@"
        output += host  # 2.3
        if port is not None:  # 2.4
            output += ":" + port
    output += path or ""  # 4
    if query is not None:  # 5
        output += "?" + query
    if fragment is not None:  # 6
        output += "#" + fragment
    return output


def recombine(url: State, *, writes_dot: bool = True) -> tuple[Rule, str]:
    """Run the URL serializer; return the serialized URL record and the rule applied.

    Args:
        url: The components of the URL record.
        writes_dot: Whether to perform step 3, which the serializer lacks at early dates.
    """
    path = url[PATH]
    if url[HOST] is None and path is not None and path.startswith("//") and writes_dot:  # 3
        return rules.SERIALISES_WITH_DOT, written(with_component(url, PATH, f"/.{path}"))
    return rules.SERIALISES, written(url)
