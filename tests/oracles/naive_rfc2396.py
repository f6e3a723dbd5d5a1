"""A second, naive implementation of RFC 2396 (4.2, 5.2, appendix B), to test against.

It rewrites strings as the standard words it, one removal at a time, under the default readings
or, of `empty-reference` and `same-scheme`, under the other options.
"""

import re
from collections.abc import Mapping

from oracles.naive_rfc1808 import merge

# Appendix B, to the letter; DOTALL, so that it takes any text.
_APPENDIX_B = r"^(([^:/?#]+):)?(//([^/?#]*))?([^?#]*)(\?([^#]*))?(#(.*))?"


def parse(text: str) -> dict[str, str | None]:
    # Appendix B (readings scheme-test and opaque-part: appendix-b).
    found = re.match(_APPENDIX_B, text, re.DOTALL)
    assert found is not None
    names = ("scheme", "authority", "path", "query", "fragment")
    return dict(zip(names, found.group(2, 4, 5, 7, 9), strict=True))


def recombine(parts: Mapping[str, str | None]) -> str:
    # 5.2 step 7, its pseudocode: defined but empty parts keep their marks.
    forms = {"scheme": "{}:", "authority": "//{}", "path": "{}", "query": "?{}", "fragment": "#{}"}
    defined = {name: part for name, part in parts.items() if part is not None}
    return "".join(form.format(defined[name]) for name, form in forms.items() if name in defined)


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
    ref["scheme"] = context["scheme"]

    # 5 and 3 (reading opaque-base=error): relative forms need a base that fits hier_part.
    base_path = context["path"] or ""
    if context["authority"] is None and not base_path.startswith("/"):
        return ("error", None, None)

    # 5.2 step 4: a network-path, on to step 7; otherwise the base's authority is inherited.
    if ref["authority"] is None:
        ref["authority"] = context["authority"]
        # 5.2 step 5: an absolute-path skips step 6; its steps 6a to 6f are 6 to 6d of RFC 1808
        # (reading empty-base-path=literal: no slash is put between). 6g (excess-dots=retain):
        # ".." left stays.
        if not path.startswith("/"):
            ref["path"] = merge(base_path, path)

    # 5.2 step 7.
    return ("uri", recombine(ref), None)
