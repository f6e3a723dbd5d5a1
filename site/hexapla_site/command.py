"""The command `hexapla site`."""

import contextlib
import gc
import time
from pathlib import Path
from typing import Any

import click
from click.core import ParameterSource

from hexapla.cli import completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import named
from hexapla.cli.output import echo
from hexapla.jobs.folder import ForeignFolderError
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.text.counted import counted
from hexapla_site.build import build_site
from hexapla_site.pages import KINDS
from hexapla_site.preview import preview_server
from hexapla_site.web_address import web_address


@command("site", "hexapla site public", "hexapla site public --case http://a/b '../g' --only cases")
@argument(
    "directory",
    "The folder to build into: a new or empty one, or one with an earlier build.",
    type=options.FOLDER,
)
@options.value(
    "--case cases", "BASE REF", "Additional case to show. Repeatable.", nargs=2, multiple=True
)
@options.spec
@options.value(
    "--add-spec added",
    "SELECTOR",
    "Standard to show in addition to the six default standards or to --spec. Repeatable.",
    multiple=True,
    shell_complete=completion.selectors,
)
@options.value(
    "--npm",
    "DIRECTORY",
    "Folder of npm packages; the pages also run url-parse, uri-js and fast-uri if they are in it.",
    type=options.FileName(exists=True, file_okay=False, path_type=Path),
)
@options.value(
    "--only",
    "KIND",
    "Build only this kind of page, such as cases; links to other pages aren't checked. Repeatable.",
    type=click.Choice([kind.name for kind in KINDS]),
    multiple=True,
)
@options.flag(
    "--force",
    "Build into any folder; files with the same names as files of the site are replaced.",
)
@options.value(
    "--base-url",
    "URL",
    "Address of the published site; adds canonical addresses, sitemap.xml and robots.txt.",
)
@options.value(
    "--source-url", "URL", "Address of the source code; each page links to it and to URL/issues."
)
@options.workers
@options.flag(
    "--serve",
    "Serve the pages on this machine after building them; this process evaluates the input.",
)
@options.flag("--no-build", "Serve or open an earlier build.")
@options.value(
    "--port",
    "NUMBER",
    "Port to serve on.  [default: any free port]",
    type=click.IntRange(0, 65535),
    default=0,
    show_default=False,
)
@options.flag("--open open_page", "Open the first page in a browser.")
def site(
    directory: Path,
    specs: tuple[Spec, ...],
    serve: bool,
    no_build: bool,
    port: int,
    open_page: bool,
    **built: Any,
) -> None:
    """Build the site into a folder, as static pages that run Hexapla in the reader's browser.

    The command requires the extra hexapla[site].

    An earlier build in the folder is replaced when the new build is complete. Other files in the
    folder, such as CNAME or .git, are kept.

    By default, the pages compare all six standards. --spec selects other standards, at least two,
    and --add-spec adds standards. Under "Standards shown" at the top of a page, readers can hide
    standards.

    With --serve, the input is evaluated by Python on this machine instead of in the browser.
    """
    if not str(directory).strip():
        raise click.UsageError("name a folder for the site, such as public")
    first = "index.html"
    if not no_build:
        first = _build(directory, specs=specs, **built)
    elif any(map(_is_given, ("specs", *built))):
        raise click.UsageError(
            "--no-build can't be combined with build options; omit --no-build or those options"
        )
    elif not (directory / first).is_file():
        raise click.UsageError(
            f"{directory} has no front page; build one with: hexapla site {directory}"
        )
    if serve:
        _serve(directory, port, first, open_page=open_page)
    elif open_page:
        click.launch((directory / first).resolve().as_uri())


def _is_given(name: str) -> bool:
    """Return whether an option of the command is given on the command line."""
    source = click.get_current_context().get_parameter_source(name)
    return source is not ParameterSource.DEFAULT


def _build(
    directory: Path,
    *,
    specs: tuple[Spec, ...],
    cases: tuple[tuple[str, str], ...],
    added: tuple[str, ...],
    base_url: str | None,
    source_url: str | None,
    force: bool,
    **options: Any,
) -> str:
    """Build the site, print the number of pages and the time, and return the first page."""
    start = time.perf_counter()
    gc.disable()  # a build leaves little garbage, and searching for it takes a tenth of the time
    try:
        columns = columns_of([*specs, *added])
        if len(columns) == 1:
            raise click.UsageError("a site compares at least two standards; name another one")
        base = web_address(base_url) if base_url is not None else None
        source = web_address(source_url).folder.rstrip("/") if source_url is not None else None
        addresses = build_site(
            directory, cases, columns, base=base, source=source, force=force, **options
        )
    except ForeignFolderError as error:
        raise click.UsageError(str(error) if force else f"{error}, or add --force") from error
    except OSError as error:
        where = error.filename or directory
        raise click.UsageError(f"can't write {where}: {error.strerror}") from error
    finally:
        gc.freeze()
        gc.unfreeze()  # all objects now count as old, and aren't searched right away
        gc.enable()
    seconds = time.perf_counter() - start
    pages = counted(len(addresses), "page")
    first = addresses[0]
    echo(f"{pages} in {seconds:.1f} s: {named(directory / first)}")
    return first


def _serve(directory: Path, port: int, first: str, *, open_page: bool) -> None:
    """Serve a directory on the loopback address until Ctrl-C is pressed."""
    try:
        server = preview_server(directory, port)
    except OSError as error:
        raise click.UsageError(f"can't serve on port {port}: {error.strerror}") from error
    with server:
        page = "" if first == "index.html" else first
        address = f"http://127.0.0.1:{server.server_address[1]}/{page}"
        echo(f"serving {address} until Ctrl-C")
        if open_page:
            click.launch(address)
        with contextlib.suppress(KeyboardInterrupt):
            server.serve_forever()
