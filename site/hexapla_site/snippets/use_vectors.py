import json
import sys
from collections import Counter
from pathlib import Path
from urllib.parse import urljoin  # your parser in its place


def resolve(base, reference):
    try:
        return urljoin(base, reference)
    except ValueError:
        return None


def expected(vector):
    if vector["outcome"] == "same-document":
        document = vector["base"].partition("#")[0]
        return document if vector["fragment"] is None else f"{document}#{vector['fragment']}"
    return vector["uri"]  # None where the outcome is error


counts = Counter()
for vector in json.loads(Path(sys.argv[1]).read_text("utf-8"))["vectors"]:
    if vector["outcome"] == "undefined":
        counts["no rule"] += 1
        continue
    answer = resolve(vector["base"], vector["reference"])
    if answer == expected(vector):
        counts["match"] += 1
    elif vector["readings"]:
        counts["may follow another option"] += 1
    else:
        counts["differ"] += 1
        print(vector["base"], vector["reference"], answer, "not", expected(vector))
print(", ".join(f"{count} {name}" for name, count in counts.items()))
