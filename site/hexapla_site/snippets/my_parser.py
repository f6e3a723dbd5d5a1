import json
import sys
from urllib.parse import urljoin  # replace with your parser

for line in sys.stdin:
    question = json.loads(line)
    try:
        answer = {"uri": urljoin(question["base"], question["reference"])}
    except ValueError as error:
        answer = {"error": str(error)}
    print(json.dumps(answer), flush=True)
