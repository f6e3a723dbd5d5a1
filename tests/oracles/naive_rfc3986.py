"""RFC 3986, a second time and naively: appendix B's expression and the two buffers of 5.2.4."""

import re

from oracles import naive_rfc2396


def parse(text: str, scheme_by_grammar: bool = False) -> dict[str, str | None]:
    parts = naive_rfc2396.parse(text)  # its appendix B is that of RFC 3986
    scheme = parts["scheme"]
    if scheme_by_grammar and scheme and not re.fullmatch(r"[A-Za-z][A-Za-z0-9+.-]*", scheme):
        # 4.1: without the syntax of a scheme it is a relative reference, the colon in its path.
        rest = parse("/" + text)
        return rest | {"path": (rest["path"] or "")[1:]}
    return parts


def remove_dot_segments(source: str) -> str:
    target = ""
    while source:
        if source.startswith("../"):  # 2A
            source = source[3:]
        elif source.startswith("./"):
            source = source[2:]
        elif re.match(r"/\.(/|\Z)", source):  # 2B
            source = "/" + source[3:]
        elif re.match(r"/\.\.(/|\Z)", source):  # 2C
            source = "/" + source[4:]
            target = re.sub(r"/?[^/]*\Z", "", target, count=1)
        elif source in (".", ".."):  # 2D
            source = ""
        else:  # 2E
            match = re.match(r"/?[^/]*", source)
            assert match is not None
            target += match[0]
            source = source[match.end() :]
    return target


def resolve(
    base: str,
    reference: str,
    *,
    loophole: bool = False,
    identical: bool = False,
    scheme_by_grammar: bool = False,
) -> tuple[str, str | None, str | None]:
    b, r = parse(base, scheme_by_grammar), parse(reference, scheme_by_grammar)
    if b["scheme"] is None:
        return "error", None, None
    # 5.2.2, under the readings same-scheme=loophole (3.1: case is ignored) and loophole-identical.
    if identical and r["scheme"] == b["scheme"]:
        r["scheme"] = None
    if loophole and r["scheme"] is not None and r["scheme"].lower() == b["scheme"].lower():
        r["scheme"] = None
    t = dict(r)
    path, base_path = str(r["path"]), str(b["path"])
    if r["scheme"] is not None or r["authority"] is not None:
        t["path"] = remove_dot_segments(path)
    elif path == "":
        t["path"] = base_path
        t["query"] = b["query"] if r["query"] is None else r["query"]
    elif path.startswith("/"):
        t["path"] = remove_dot_segments(path)
    elif b["authority"] is not None and base_path == "":
        t["path"] = remove_dot_segments("/" + path)
    else:
        t["path"] = remove_dot_segments(re.sub(r"[^/]*\Z", "", base_path, count=1) + path)
    if r["scheme"] is None:
        t["scheme"] = b["scheme"]
        if r["authority"] is None:
            t["authority"] = b["authority"]
    return "uri", naive_rfc2396.recombine(t), None  # 5.3
