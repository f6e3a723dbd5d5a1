"""Write the files that every folder with pages needs, and the pages of reports.

Fonts are separate files, so that text is shown without waiting for them. A font that arrives late
would change line breaks and shift the page's content, so it isn't used until the next page
(`font-display: optional`).
"""

import io
import re
import shutil
import zipfile
from collections.abc import Collection, Iterable, Mapping
from pathlib import Path

from attrs import AttrsInstance

from hexapla.jobs.folder import replaced_folder
from hexapla.standard.spec import Spec
from hexapla_site.context import names_in
from hexapla_site.folders import SCRIPTS, STATIC, STYLES
from hexapla_site.rendering import column_names, template_environment

SITE = "site"
"""The kind of content of a folder, as recorded in the folder's mark."""
REPORT = "report"
FONTS = "fonts.css"
STYLE_SHEET = "hexapla.css"
_STYLES = (
    "base",
    "header",
    "search",
    "pictures",
    "drawings",
    "uris",
    "groups",
    "stepper",
    "strips",
    "tables",
    "filters",
    "parts",
    "grammars",
    "operations",
    "explanations",
    "story",
    "causes",
    "catalogue",
    "labels",
    "implementations",
    "hosts",
    "support",
    "known",
    "corpus",
    "docs",
    "playground",
    "print",
    "forced-colors",
    "asking",
)
"""The parts of the style sheet, in order: later rules override equally specific earlier rules."""
_BEFORE: Mapping[str, tuple[str, ...]] = {
    "answering": ("letters", "recorded-answers"),
    "columns": ("groups",),
    "hosts": ("letters",),
    "page": ("search", "pager", "matching", "filter"),
    "playground": ("question",),
    "stepper": ("alignment",),
}
"""The parts that precede a script in its file, keyed by the script's name.

Except for the parts of `page`, which every page loads, they don't access a page, and are tested
without one.
"""
_TYPES = re.compile(r"^ */\*\*(?:(?!\*/).)*\*/\n|/\*\*(?:(?!\*/).)*\*/ ?", re.DOTALL | re.MULTILINE)
"""Matches comments that declare types, on separate lines or within a line."""
FACES = (
    ("Source Serif 4", 400, "normal", "source-serif-4-latin-400-normal.woff2"),
    ("Source Serif 4", 400, "italic", "source-serif-4-latin-400-italic.woff2"),
    ("Source Serif 4", 600, "normal", "source-serif-4-latin-600-normal.woff2"),
    ("Source Code Pro", 400, "normal", "source-code-pro-latin-400-normal.woff2"),
    ("Source Code Pro", 600, "normal", "source-code-pro-latin-600-normal.woff2"),
    ("JetBrains Mono", 400, "normal", "jetbrains-mono-signs-400-normal.woff2"),
)
"""The family, weight and style of each font, and its file in the folder `fonts`."""


def copy_static_files(target: Path, names: Collection[str] | None = None) -> None:
    """Copy static files to a folder, and write the style sheets.

    If `names` is None, all files are copied, and the scripts are written as well.
    """
    target.mkdir(parents=True, exist_ok=True)
    for source in STATIC.iterdir():
        if names is not None and source.name not in names:
            continue
        if source.is_dir():
            shutil.copytree(source, target / source.name, dirs_exist_ok=True)
            for script in (target / source.name).glob("*.js"):
                script.write_text(script_text(script), encoding="utf-8", newline="\n")
        else:
            shutil.copyfile(source, target / source.name)
    written = {STYLE_SHEET: style_sheet(), FONTS: font_styles()}
    if names is None:
        written.update(scripts())
    for name, text in written.items():
        (target / name).write_text(text, encoding="utf-8", newline="\n")


def zipped(files: Iterable[tuple[str, bytes]], year: int, month: int, day: int) -> bytes:
    """Create a ZIP archive whose bytes depend only on the files and the date (1980 or later)."""
    target = io.BytesIO()
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as archive:
        for name, content in files:
            entry = zipfile.ZipInfo(name, (max(year, 1980), month, day, 0, 0, 0))
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = 0o644 << 16
            archive.writestr(entry, content)
    return target.getvalue()


def octets_of(text: str) -> bytes:
    """Encode a string as UTF-8, with "?" for lone surrogates, as in names of programs."""
    return text.encode("utf-8", errors="replace")


def style_sheet() -> str:
    """Return the style sheet for all pages."""
    return "\n".join((STYLES / f"{name}.css").read_text("utf-8") for name in _STYLES)


def script_text(path: Path) -> str:
    """Return a script as it is sent to browsers, without comments for documentation and types."""
    return _TYPES.sub("", path.read_text("utf-8"))


def scripts() -> Mapping[str, str]:
    """Return the scripts for all pages, keyed by file name."""
    parts = {name for names in _BEFORE.values() for name in names}
    texts = {path.stem: script_text(path) for path in sorted(SCRIPTS.glob("*.js"))}
    whole: dict[str, str] = {}
    for name in texts:
        if name not in parts:
            pieces = [texts[each] for each in (*_BEFORE.get(name, ()), name)]
            whole[f"{name}.js"] = "\n".join(pieces)
    return whole


def font_styles() -> str:
    """Return the style sheet that declares all fonts."""
    rules = []
    for family, weight, style, file in FACES:
        adjusted = "" if family.startswith("Source Serif") else "size-adjust: 93%; "
        rules.append(
            f'@font-face {{ font-family: "{family}"; font-weight: {weight}; font-style: {style}; '
            f'font-display: optional; {adjusted}src: url("fonts/{file}") format("woff2"); }}\n'
        )
    return "".join(rules)


def write_report_page(
    directory: Path, specs: tuple[Spec, ...], template: str, context: AttrsInstance
) -> None:
    """Write the report of a command to a folder, as `index.html` and the files that it needs.

    The folder is created if necessary; an earlier report is replaced.

    Raises:
        ForeignFolderError: The folder is not empty, and doesn't contain a report.
        RunError: The folder can't be replaced (because it is a mount point, or is or contains the
            working folder), or another process is writing to it.
        OSError: The page can't be written.
    """
    environment = template_environment()
    short_labels = {spec.selector: spec.short_label for spec in specs}
    environment.globals.update(column_names(specs), short_labels=short_labels)
    names = names_in(context)
    page = environment.get_template(template).render(root="", here="index.html", **names)
    with replaced_folder(directory, REPORT) as folder:
        copy_static_files(folder / "static", ("icon.svg", "fonts"))
        (folder / "index.html").write_bytes(octets_of(page))
