"""Answers of Python's `urllib.parse`, which runs in the browser alongside the project's code."""

import json

import python_urllib_parse as urllib_parse
from browser import self as worker

_NAME = json.loads(worker.hexaplaFile("metadata.json"))["parser"]


def with_parsers(question):
    """Decode a question from JSON, and add the results of `urllib.parse` to its `parsers`."""
    asked = json.loads(question)
    parsers = asked.get("parsers", [])
    parsers.append(_answer(asked))
    return {**asked, "parsers": parsers}


def _answer(asked):
    reference, base = asked["reference"], asked["base"]
    answer = {"name": _NAME, "here": True}
    if asked.get("is_whole"):
        try:
            answer["host"] = urllib_parse.urlsplit(reference).hostname
        except ValueError:
            answer["refused"] = True
    if base:
        try:
            answer["target"] = urllib_parse.urljoin(base, reference)
        except ValueError:
            answer["target"] = None
    return answer
