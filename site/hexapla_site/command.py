"""The command `hexapla site`."""

import time
from pathlib import Path

import click

from hexapla_site.build import build_site


@click.command()
@click.argument("directory", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--case",
    "cases",
    nargs=2,
    multiple=True,
    metavar="BASE REF",
    help="A further case to show. Repeatable.",
)
def site(directory: Path, cases: tuple[tuple[str, str], ...]) -> None:
    """Build the site into DIRECTORY: static pages that need no server."""
    if not str(directory).strip() or str(directory) == ".":
        raise click.UsageError("name a directory of its own for the site, such as public")
    start = time.perf_counter()
    try:
        pages = build_site(directory, cases)
    except OSError as error:
        raise click.UsageError(
            f"can't write {error.filename or directory}: {error.strerror}"
        ) from error
    seconds = time.perf_counter() - start
    click.echo(f"{pages} pages in {seconds:.1f} s: {directory / 'index.html'}")
