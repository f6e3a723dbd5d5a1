import json
from collections import Counter
from pathlib import Path

causes = Counter()
with Path("rows.jsonl").open(encoding="utf-8") as rows:
    for row in map(json.loads, rows):
        for cause in row["causes"]:
            if cause["facet"] == "target":
                causes[cause["left_rule"], cause["right_rule"]] += 1
for (left, right), count in causes.most_common():
    print(count, left, "against", right)
