"""A page by itself, in a folder with everything that it needs: a report of a command."""

from collections.abc import Mapping
from pathlib import Path

from hexapla.jobs.folder import replaced_folder
from hexapla.standard.spec import Spec
from hexapla_site.output import REPORT, copy_static_files, octets_of
from hexapla_site.rendering import column_names, template_environment

_COPIED = ("hexapla.css", "icon.svg", "fonts")


def write_report_page(
    directory: Path, specs: tuple[Spec, ...], template: str, context: Mapping[str, object]
) -> None:
    """Write a page as `index.html` into a folder, and what it needs beside it.

    The folder is made where it is missing; a report that was written there before is replaced.

    Raises:
        ForeignFolderError: The folder is not empty, and no report was written there.
        RunError: Another process writes into the folder.
        OSError: The page can't be written.
    """
    environment = template_environment()
    sigla = {spec.selector: spec.siglum for spec in specs}
    environment.globals.update(column_names(specs), sigla=sigla)
    page = environment.get_template(template).render(root="", here="index.html", **context)
    with replaced_folder(directory, REPORT) as folder:
        copy_static_files(folder / "static", _COPIED)
        (folder / "index.html").write_bytes(octets_of(page))
