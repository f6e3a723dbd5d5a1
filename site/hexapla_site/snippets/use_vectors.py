import json
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin, urlsplit


# Replace these functions with calls of your parser, and leave out what your parser can't do.
# To reject an input, raise ValueError.
def resolve(vector):
    return urljoin(vector["base"], vector["reference"])


def parse(vector):
    parts = urlsplit(vector["text"])
    # urlsplit doesn't distinguish an empty part from a missing one.
    return {"path": parts.path, "query": parts.query, "fragment": parts.fragment}


PARSER = {"resolve": resolve, "parse": parse}


# The expected result for each kind; None for an error or if there is no rule.
def expected(kind, vector):
    if kind == "resolve" and vector["outcome"] == "same-document":
        document = vector["base"].partition("#")[0]
        return document if vector["fragment"] is None else f"{document}#{vector['fragment']}"
    if kind == "parse":
        return None if vector["failure"] else vector["parts"]
    member = {"resolve": "uri", "normalize": "normal"}.get(kind, "verdict")
    return vector[member]


def has_no_rule(kind, vector):
    if kind == "normalize":
        return vector["normal"] is None
    said = vector.get("outcome", vector.get("verdict"))
    return said in ("undefined", "undecided", "no-production")


def is_same(answer, wanted):
    if isinstance(answer, dict) and wanted is not None:
        return all(part == (wanted[name] or "") for name, part in answer.items())
    return answer == wanted


vectors = json.loads(Path(sys.argv[1]).read_text("utf-8"))
for kind, ask in PARSER.items():
    counts = Counter()
    for vector in vectors[kind]:
        try:
            answer = ask(vector)
        except ValueError:
            answer = None
        if has_no_rule(kind, vector):
            found = "no rule"
        elif is_same(answer, expected(kind, vector)):
            found = "match"
        elif vector["readings"]:
            found = "may follow another option"
        else:
            found = "differ"
            print(kind, json.dumps(vector), "not", json.dumps(answer))
        counts[found] += 1
    print(f"{kind}: " + ", ".join(f"{count} {name}" for name, count in counts.items()))
