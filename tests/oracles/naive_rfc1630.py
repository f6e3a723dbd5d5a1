"""A second, naive implementation of RFC 1630's parsing and partial forms, to test against.

It rewrites strings as the standard words it, one removal at a time, under the default readings.
"""

import re

# "BNF of Generic URI Syntax", ialpha: a letter, then letters, digits, safe, extra and escapes.
_IALPHA = r"""[A-Za-z](?:[A-Za-z0-9$\-_@.&!*"'(),]|%[0-9A-Fa-f][0-9A-Fa-f])*"""


def parse(text: str) -> dict[str, str | None]:
    rest = text
    scheme: str | None = None
    search: str | None = None
    fragmentid: str | None = None
    # "Fragment-id": the text after the hash sign; a void one differs from none.
    if "#" in rest:
        rest, _, fragmentid = rest.partition("#")
    # "Partial (relative) form": absolute forms have a colon before any slash. Reading
    # absolute-test=grammar: what precedes it must be a scheme, that is an ialpha (generic BNF).
    absolute = re.match(f"({_IALPHA}):", rest)
    if absolute is not None:
        scheme = absolute.group(1)
        rest = rest[absolute.end() :]
    # "QUERY STRINGS" and the generic BNF, uri: the path ends at the question mark.
    if "?" in rest:
        rest, _, search = rest.partition("?")
    # "PATH": the rest; hosts are not told apart.
    return {"scheme": scheme, "path": rest, "search": search, "fragmentid": fragmentid}


def _remove_dots(path: str) -> str:
    while True:
        before = path
        # "Partial form", last rule: "/." where the dot is a complete element.
        while re.search(r"/\.(?=/|\Z)", path):
            path = re.sub(r"/\.(?=/|\Z)", "", path, count=1)
        # "Partial form", last rule: "xxx/../", leftmost first. xxx is a complete element, at the
        # start or after a slash; reading void-element=named: not void (and not "." or "..").
        # Reading climb=free: it may follow any number of slashes.
        path = re.sub(r"(?:^|(?<=/))(?!\.\.?/)[^/]+/\.\./", "", path, count=1)
        # "Recursively": until neither is left.
        if path == before:
            return path


def resolve(base: str, reference: str) -> tuple[str, str | None, str | None]:
    # The context comes first: one without a scheme is of no use.
    context = parse(base)
    if context["scheme"] is None:
        return ("error", None, None)

    # "Partial form": an absolute form stands as it was written.
    partial = parse(reference)
    if partial["scheme"] is not None:
        return ("uri", reference, None)

    # "Partial form", slash rule (reading slash-run=prose). The context keeps its search here, and
    # loses its fragment-id, which is not part of a URI ("Fragment-id").
    leading = len(reference) - len(reference.lstrip("/"))
    if leading > 0:
        whole = base.partition("#")[0]
        for run in re.finditer(r"/+", whole):
            exactly = len(run.group()) == leading
            greater_to_the_right = "/" * (leading + 1) in whole[run.end() :]
            if exactly and not greater_to_the_right:
                return ("uri", whole[: run.start()] + reference, None)
        # Reading missing-run=undefined: the standard says nothing.
        return ("undefined", None, None)

    # "Partial form", last part rule: what follows the rightmost slash of the path goes; all of it
    # goes where there is no slash ("News"). Reading path-root=after-colon.
    path = re.sub(r"[^/]*\Z", "", context["path"] or "", count=1)
    # Same rule: the partial form takes its place. Same section, last rule: dots, in the path only.
    path = _remove_dots(path + (partial["path"] or ""))

    # The partial form's own search and fragment-id follow, their marks kept as written.
    result = context["scheme"] + ":" + path
    if partial["search"] is not None:
        result += "?" + partial["search"]
    if partial["fragmentid"] is not None:
        result += "#" + partial["fragmentid"]
    return ("uri", result, None)
