"""A second, naive implementation of RFC 2396 (4.2, 5.2, appendix B), to test against.

It rewrites strings as the standard words it, one removal at a time, under the default readings
or, of `empty-reference` and `same-scheme`, under the other options.
"""

import re

# Appendix B, to the letter; DOTALL, so that it takes any text.
_APPENDIX_B = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"

# Where a complete segment may start: behind a slash, or at the front of a buffer that does not
# itself begin with a slash (the slash at the very front ends no segment).
_SEGMENT_START = r"(?:^(?!/)|(?<=/))"
# A segment, possibly empty, that is not ".."; to be followed by a slash.
_SEGMENT_NOT_UP = r"(?!\.\./)[^/]*"


def parse(text: str) -> dict[str, str | None]:
    # Appendix B (readings scheme-test and opaque-part: appendix-b).
    found = re.match(_APPENDIX_B, text, re.DOTALL)
    assert found is not None
    return {
        "scheme": found.group(2),
        "authority": found.group(4),
        "path": found.group(5),
        "query": found.group(7),
        "fragment": found.group(9),
    }


def _merge(base_path: str, path: str) -> str:
    # 5.2 step 6a: the characters behind the last slash of the base's path are left out.
    buffer = re.sub(r"[^/]*\Z", "", base_path, count=1)
    # 5.2 step 6b (reading empty-base-path=literal: no slash is put between).
    buffer = buffer + path
    # 5.2 step 6c: all "./" where the dot is a complete segment.
    while re.search(r"(?:^|(?<=/))\./", buffer):
        buffer = re.sub(r"(?:^|(?<=/))\./", "", buffer, count=1)
    # 5.2 step 6d: a final "." that is a complete segment.
    buffer = re.sub(r"(?:^|(?<=/))\.\Z", "", buffer, count=1)
    # 5.2 step 6e: "<segment>/../", leftmost first, until none remains.
    while re.search(_SEGMENT_START + _SEGMENT_NOT_UP + r"/\.\./", buffer):
        buffer = re.sub(_SEGMENT_START + _SEGMENT_NOT_UP + r"/\.\./", "", buffer, count=1)
    # 5.2 step 6f: a final "<segment>/..". Step 6g (reading excess-dots=retain): what ".." is left
    # stays. Step 6h: this is the new path.
    return re.sub(_SEGMENT_START + _SEGMENT_NOT_UP + r"/\.\.\Z", "", buffer, count=1)


def _recombine(
    scheme: str | None,
    authority: str | None,
    path: str | None,
    query: str | None,
    fragment: str | None,
) -> str:
    # 5.2 step 7, its pseudocode: defined but empty parts keep their marks.
    result = ""
    if scheme is not None:
        result += scheme + ":"
    if authority is not None:
        result += "//" + authority
    result += path or ""
    if query is not None:
        result += "?" + query
    if fragment is not None:
        result += "#" + fragment
    return result


# 5.2 step 3: what RFC 1738 writes with a double slash (its 3.1).
_ALWAYS_HIER_PART = ["file", "ftp", "gopher", "http", "nntp", "prospero", "telnet", "wais"]


def resolve(
    base: str, reference: str, *, new_request: bool = False, loophole: bool = False
) -> tuple[str, str | None, str | None]:
    # 5.2, opening: the base is parsed first, and only its scheme is required.
    context = parse(base)
    if context["scheme"] is None:
        return ("error", None, None)

    # 5.2 step 1: the reference is parsed.
    ref = parse(reference)
    path = ref["path"] or ""

    # 4.2 (reading empty-reference=new-request): the base URI, which has no fragment (4).
    if new_request and reference == "":
        return ("uri", re.sub("#.*", "", base, flags=re.DOTALL), None)
    # 5.2 step 2 and 4.2 (reading empty-reference=current-document).
    if path == "" and ref["scheme"] is None and ref["authority"] is None and ref["query"] is None:
        return ("same-document", None, ref["fragment"])

    # 5.2 step 3 (reading same-scheme=loophole): a scheme known always to use hier_part is removed
    # where it matches that of the base; scheme names ignore case (3.1).
    for known in _ALWAYS_HIER_PART if loophole else []:
        if (ref["scheme"] or "").lower() == context["scheme"].lower() == known:
            ref["scheme"] = None
    # 5.2 step 3 (reading same-scheme=validating): a scheme makes it absolute, as written.
    if ref["scheme"] is not None:
        return ("uri", reference, None)
    scheme = context["scheme"]

    # 5 and 3 (reading opaque-base=error): relative forms need a base that fits hier_part.
    base_path = context["path"] or ""
    if context["authority"] is None and not base_path.startswith("/"):
        return ("error", None, None)

    # 5.2 step 4: a network-path, on to step 7; otherwise the base's authority is inherited.
    if ref["authority"] is not None:
        whole = _recombine(scheme, ref["authority"], path, ref["query"], ref["fragment"])
        return ("uri", whole, None)
    authority = context["authority"]

    # 5.2 step 5: an absolute-path skips step 6, which merges a relative-path.
    if not path.startswith("/"):
        path = _merge(base_path, path)

    # 5.2 step 7.
    return ("uri", _recombine(scheme, authority, path, ref["query"], ref["fragment"]), None)
