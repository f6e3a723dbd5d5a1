"""The command `hexapla vectors`."""

from pathlib import Path

import click

import hexapla
from hexapla.cli import completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.jobs.atomic import write_whole
from hexapla.vectors import SCHEMA_FILE, file_name, schema_text, vectors_text


@command(
    "vectors",
    "hexapla vectors rfc3986 -o rfc3986-vectors.json",
    "hexapla vectors -o vectors",
    "hexapla vectors 'rfc2396[excess-dots=remove]' > removed.json",
    "hexapla vectors --schema -o vectors.schema.json",
)
@argument(
    "spec",
    "A standard such as rfc3986, with other options of its readings if need be; by default all "
    "standards.",
    required=False,
    metavar="[SPEC]",
    shell_complete=completion.selectors,
)
@options.value(
    "-o --output",
    "FILE",
    "Write the vectors to this file; without SPEC, a file for each standard and the schema into "
    "this folder; - is standard output, as where there is no -o.",
    type=options.FILE_OR_FOLDER,
)
@options.flag("--schema only_schema", "Write the JSON Schema of the vectors instead.")
@options.force
def vectors(spec: str | None, output: Path | None, only_schema: bool, force: bool) -> None:
    """Write test vectors of a standard, to test a parser in any language.

    The vectors of a standard are one JSON document on a line: what it gives for its own and others'
    examples and for the test pages of 1997, with the version, the date (today, or
    SOURCE_DATE_EPOCH) and the licence. The document and its schema say how to compare a parser's
    answers, and what to do where the standard has no rule or leaves a choice.

    Exit code: 0, or 2 for misuse and trouble.
    """
    if only_schema and spec is not None:
        raise click.UsageError("the schema is the same for every standard; leave out SPEC")
    schema = {SCHEMA_FILE: schema_text()}
    specs = hexapla.specs() if spec is None else options.select_specs([spec])
    texts = schema if only_schema else {file_name(item): vectors_text(item) for item in specs}
    if output is None or str(output) == options.STANDARD_STREAM:
        click.echo("".join(texts.values()), nl=False)
        return
    if spec is None and not only_schema:
        texts |= schema
        if output.exists() and not output.is_dir():
            wrong = f"{output} is no folder; name one for all standards, or give a SPEC"
            raise click.UsageError(wrong)
        output.mkdir(parents=True, exist_ok=True)
    in_folder = output.is_dir()
    files = {output / name if in_folder else output: text for name, text in texts.items()}
    check_outputs({f"the output {named(path)}": path for path in files}, force=force)
    for path, text in files.items():
        write_whole(path, text)
