"""A second, naive implementation of RFC 1808 (2.4 and 4), to test against.

It rewrites strings as the standard words it, one removal at a time, under the default readings
or, of `empty-net-loc` and `base-form`, under the other options.
"""

import re

# Where a complete segment may start: after a slash, or at the front of a path that does not
# itself begin with a slash (the slash at the very front ends no segment).
_SEGMENT_START = r"(?:^(?!/)|(?<=/))"
# A segment, possibly empty, that is not ".."; to be followed by a slash.
_SEGMENT_NOT_UP = r"(?!\.\./)[^/]*"


# 2.2: what a base must consist of to fit generic-RL, component by component.
_PCHAR = r"(?:[A-Za-z0-9$\-_.+!*'(),:@&=]|%[0-9A-Fa-f][0-9A-Fa-f])"
_PRODUCTIONS = {
    "scheme": r"[A-Za-z0-9+.\-]+",
    "net_loc": f"(?:{_PCHAR}|[;?])*",
    "path": f"/?(?:{_PCHAR}+(?:/{_PCHAR}*)*)?",
    "params": f"(?:{_PCHAR}|[/;])*",
    "query": f"(?:{_PCHAR}|[;/?])*",
}


def parse(text: str) -> dict[str, str | None]:
    parts: dict[str, str | None] = {"scheme": "", "net_loc": None}
    # 2.4.1: after the first crosshatch; empty if that is last or missing.
    rest, _, fragment = text.partition("#")
    # 2.4.2: a colon after at least one character, all of them allowed in a scheme name; and 2.4.3:
    # after a leading double slash, up to the next slash (nothing else ends it) or the end.
    for name, begins in ("scheme", r"([A-Za-z0-9+.\-]+):"), ("net_loc", r"//([^/]*)"):
        found = re.match(begins, rest)
        if found is not None:
            parts[name], rest = found.group(1), rest[found.end() :]
    # 2.4.4: after the first question mark.
    rest, _, query = rest.partition("?")
    # 2.4.5: after the first semicolon. 2.4.6: the rest, with the slash that may precede it.
    path, _, params = rest.partition(";")
    return {**parts, "path": path, "params": params, "query": query, "fragment": fragment}


def merge(base_path: str, path: str) -> str:
    # Step 6: the last segment, or the entire path without a slash, gives way to the new path.
    path = re.sub(r"[^/]*\Z", "", base_path, count=1) + path
    # Step 6a: all "./" where the dot is a complete segment.
    while re.search(r"(?:^|(?<=/))\./", path):
        path = re.sub(r"(?:^|(?<=/))\./", "", path, count=1)
    # Step 6b: a final "." that is a complete segment.
    path = re.sub(r"(?:^|(?<=/))\.\Z", "", path, count=1)
    # Step 6c: "<segment>/../", leftmost first, until none remains.
    while re.search(_SEGMENT_START + _SEGMENT_NOT_UP + r"/\.\./", path):
        path = re.sub(_SEGMENT_START + _SEGMENT_NOT_UP + r"/\.\./", "", path, count=1)
    # Step 6d: a final "<segment>/..".
    return re.sub(_SEGMENT_START + _SEGMENT_NOT_UP + r"/\.\.\Z", "", path, count=1)


def _recombine(parts: dict[str, str | None]) -> str:
    # Step 7, in the order of 2.1. An empty part is the same as none (2.4.1, 2.4.4, 2.4.5); step 3
    # has decided whether that holds of a net_loc.
    net_loc = "" if parts["net_loc"] is None else f"//{parts['net_loc']}"
    result = f"{parts['scheme']}:{net_loc}{parts['path'] or ''}"
    for mark, part in (";", parts["params"]), ("?", parts["query"]), ("#", parts["fragment"]):
        result += f"{mark}{part}" if part else ""
    return result


def fits_generic_rl(url: str) -> bool:
    # 2, 2.2: the fragment is no part of a URL (2.1).
    parts = parse(url)
    return all(
        re.fullmatch(production, parts[name] or "") for name, production in _PRODUCTIONS.items()
    )


def resolve(
    base: str, reference: str, *, null_site: bool = False, generic_rl: bool = False
) -> tuple[str, str | None, str | None]:
    # Step 1: with an empty base, the reference is read as an absolute URL.
    if base == "":
        return ("uri", reference, None)

    # Step 2: both are parsed. Section 3: a base must be absolute.
    context = parse(base)
    if context["scheme"] == "":
        return ("error", None, None)
    url = parse(reference)

    # Step 2a (reading entirely-empty=text): the entire base, its fragment included.
    if reference == "":
        return ("uri", base, None)
    # Step 2b: a scheme makes it absolute; it stands as it was written.
    if url["scheme"] != "":
        return ("uri", reference, None)
    # Step 2c (reading unsuited-scheme=resolve: whichever scheme it is).
    url["scheme"] = context["scheme"]
    # 2 (reading base-form=generic-RL): no relative URL under a base of another form.
    if generic_rl and not fits_generic_rl(base):
        return ("error", None, None)

    # Step 3: a net_loc of its own that is not empty, on to step 7.
    if url["net_loc"] not in ("", None):
        return ("uri", _recombine(url), None)
    # The net_loc of the base, if any: an empty one is one under empty-net-loc=null-site. Without
    # any, the URL keeps its own.
    if not null_site:
        url["net_loc"] = context["net_loc"] or None
    elif context["net_loc"] is not None:
        url["net_loc"] = context["net_loc"]

    # Step 4: an absolute path, on to step 7.
    path = url["path"] or ""
    if path.startswith("/"):
        return ("uri", _recombine(url), None)

    # Step 5: an empty path inherits the base's.
    if path == "":
        url["path"] = context["path"]
        # Steps 5a and 5b: with params or a query of its own, on to step 7.
        if url["params"] == "":
            url["params"] = context["params"]
            url["query"] = url["query"] or context["query"]
        return ("uri", _recombine(url), None)

    # Step 6, reading empty-base-path=separator: after a net_loc, no path means "/" (2.2).
    base_path = context["path"] or ""
    if url["net_loc"] is not None and base_path == "":
        base_path = "/"
    url["path"] = merge(base_path, path)
    # Step 7.
    return ("uri", _recombine(url), None)
