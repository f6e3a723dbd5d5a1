"""URL Standard, 4.5: URL serializing."""

from hexapla.standard.phases import State
from hexapla.standard.rule import Rule
from hexapla_specs.whatwg import rules
from hexapla_specs.whatwg.components import HOST, PATH


def written(components: State, before_path: str = "") -> str:
    """Join the components that are not None with their delimiters, and a text before the path.

    The fragment is always included (step 6). The path is serialized already (step 4).
    """
    scheme, username, password, host, port, path, query, fragment = components
    output = "" if scheme is None else scheme + ":"  # 1
    if host is not None:  # 2
        output += "//"  # 2.1
        if username is not None or password is not None:  # 2.2
            output += username or ""  # 2.2.1
            if password is not None:  # 2.2.2
                output += ":" + password
            output += "@"  # 2.2.3
        output += host  # 2.3
        if port is not None:  # 2.4
            output += ":" + port
    output += before_path  # 3
    output += path or ""  # 4
    if query is not None:  # 5
        output += "?" + query
    if fragment is not None:  # 6
        output += "#" + fragment
    return output


def recombine(url: State, *, writes_dot: bool = True) -> tuple[Rule, str]:
    """Run the URL serializer; return the rule applied and the serialized URL record.

    Step 3 doesn't check whether the path is opaque, since no opaque path begins with a slash today.

    Args:
        url: The components of the URL record.
        writes_dot: Whether to perform step 3, which the serializer lacked until August 2020.
    """
    if url[HOST] is None and writes_dot and (url[PATH] or "").startswith("//"):  # 3
        return rules.SERIALISES_WITH_DOT, written(url, "/.")
    return rules.SERIALISES, written(url)
