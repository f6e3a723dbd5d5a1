import json
import sys

ASKED = {
    "resolve": ("base", "reference"),
    "parse": ("text",),
    "validate": ("text",),
    "normalize": ("uri",),
    "equivalent": ("left", "right"),
}


def expected(kind, vector):
    """Return the expected answer: "" for an error, "-" if the standard has no rule."""
    if kind == "resolve" and vector["outcome"] == "same-document":
        document = vector["base"].partition("#")[0]
        return document if vector["fragment"] is None else f"{document}#{vector['fragment']}"
    if kind == "resolve":
        return "-" if vector["outcome"] == "undefined" else vector["uri"] or ""
    if kind == "parse":
        return vector["parts"]["path"] or ""  # one part is enough for an example
    if kind == "normalize":
        return vector["normal"] or "-"
    return vector["verdict"].replace("undecided", "-").replace("no-production", "-")


def escaped(text):
    """Escape the backslash, and all characters that aren't printable US-ASCII.

    An escape is \\uXXXX; there is one for each code unit of UTF-16.
    """
    octets = text.encode("utf-16-be", "surrogatepass")
    units = [int.from_bytes(octets[at : at + 2], "big") for at in range(0, len(octets), 2)]
    return "".join(
        chr(unit) if 32 <= unit < 127 and unit != 92 else f"\\u{unit:04x}" for unit in units
    )


vectors = json.load(sys.stdin)
for kind, names in ASKED.items():
    for vector in vectors[kind]:
        if kind != "validate" or vector["base"] is None:
            texts = [vector[name] for name in names]
            fields = [kind, " ".join(vector["readings"]), expected(kind, vector), *texts]
            print("\t".join(map(escaped, fields)))
