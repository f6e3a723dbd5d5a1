"""The command line, run as a user runs it, and its documents held against their schema."""

import json
from pathlib import Path
from typing import Any

import jsonschema
from click.testing import CliRunner, Result

import hexapla
from hexapla.cli import main

SCHEMA = json.loads(
    (Path(hexapla.__file__).parent / "schemas" / "output.schema.json").read_text("utf-8")
)


def run(*arguments: str, stdin: str | bytes | None = None) -> Result:
    return CliRunner().invoke(main, arguments, input=stdin, prog_name="hexapla")


def documents(result: Result) -> list[dict[str, Any]]:
    found = [json.loads(line) for line in result.stdout.splitlines()]
    for document in found:
        jsonschema.validate(document, SCHEMA)
    return found
