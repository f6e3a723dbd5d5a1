import json
import sys

for vector in json.load(sys.stdin)["vectors"]:
    expected = vector["uri"] or ""  # nothing where the outcome is error
    if vector["outcome"] == "same-document":
        expected = vector["base"].partition("#")[0]
        if vector["fragment"] is not None:
            expected += "#" + vector["fragment"]
    readings = " ".join(vector["readings"])
    print(vector["outcome"], readings, vector["base"], vector["reference"], expected, sep="\t")
