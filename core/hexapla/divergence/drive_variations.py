"""Variations in drive letters, in backslashes before a host, and in an empty authority."""

import re
from collections.abc import Iterator, Mapping

from hexapla.divergence.features import SPECIAL
from hexapla.divergence.model import Variation
from hexapla.divergence.outcomes import Outcomes, after
from hexapla.divergence.situation import Situation, Uri
from hexapla.text.escapes import ascii_lower

_DRIVE = re.compile(r"/?[A-Za-z][:|](?=/|\Z)")
_DRIVE_OF_REFERENCE = re.compile(r"(?i:file:)?[/\\]{0,2}([A-Za-z])([:|])(?=[/\\?#]|\Z)")
_LETTER_AS_SCHEME = re.compile(r"[A-Za-z]:")
_DRIVE_NAME = "zqdriveqz"
_SEGMENT_NAME = "zqemptyqz"
_SLASHES_OF_HOST = re.compile(r"[/\\]{2}")


def _drive_of_base_kept(situation: Situation) -> Iterator[str]:
    """Yield the URIs of an absolute path with the drive letter of the base before the path.

    The drive letter is put there after or before dot segments are removed.
    """
    base, reference, uri = situation.base, situation.reference, situation.uri
    drive = _DRIVE.match(base.path)
    is_absolute = reference.is_relative and reference.path.startswith("/")
    is_known = _DRIVE.match(reference.path) is not None and "|" not in reference.path
    if uri is None or drive is None or not is_absolute or is_known:
        return
    yield uri._replace(path=drive[0] + uri.path).text
    yield from situation.texts(base, reference._replace(path=drive[0] + reference.path))


def _scheme_as_drive(situation: Situation) -> Iterator[str]:
    """Yield the URIs that result if a scheme of one letter is a drive letter.

    The path either stays as it is, or is the one that the standard finds in a URL with the scheme
    file.
    """
    text = situation.reference_text
    if _LETTER_AS_SCHEME.match(text) is None:
        return
    for url in (f"file:///{text}", f"file:/{text}"):
        yield url
        yield url.replace("\\", "/")
        uri = situation.resolve(url)
        if uri is not None:
            yield uri


def _drive_as_segment(situation: Situation) -> Iterator[str]:
    """Yield the URIs that result if a drive letter of the reference is a segment like any other."""
    text = situation.reference_text
    drive = _DRIVE_OF_REFERENCE.match(text)
    if drive is None or _LETTER_AS_SCHEME.match(text):
        return
    uri = situation.resolve(f"{text[: drive.start(1)]}{_DRIVE_NAME}{text[drive.end() :]}")
    if uri is not None:
        for sign in dict.fromkeys((drive[2], ":", "%7C")):
            yield uri.replace(_DRIVE_NAME, f"{drive[1]}{sign}")


def _drive_bar_kept(uri: Uri, situation: Situation) -> Uri | None:
    """Return the URI with the "|" of a drive letter that the standard turns into a colon."""
    drive = _DRIVE.match(uri.path)
    if drive is None or not drive[0].endswith(":"):
        return None
    letter = drive[0].removeprefix("/").removesuffix(":")
    written = f"{situation.base_text} {situation.reference_text}"
    if f"{letter}|" not in written or f"{letter}:" in written:
        return None
    return uri._replace(path=f"/{letter}|{uri.path[drive.end() :]}")


def _empty_authority_ignored(situation: Situation) -> Iterator[str]:
    """Yield the URI that results if an empty authority of the reference counts as none."""
    reference = situation.reference
    if reference.authority != "":
        return
    path = reference.path
    if path.startswith("//"):
        # Such a path would look like an authority.
        path = f"/{_SEGMENT_NAME}{path[1:]}"
    uri = situation.resolved(situation.base, reference._replace(authority=None, path=path))
    if uri is not None:
        yield uri.text.replace(_SEGMENT_NAME, "")


def _empty_authority_kept(uri: Uri, situation: Situation) -> Uri | None:
    """Return the URI with the empty authority of a reference that begins with "//"."""
    reference = situation.reference_text
    is_empty = reference.startswith("//") and reference[2:3] in ("", "/", "?", "#")
    if not is_empty or not uri.authority:
        return None
    rest = re.match(r"[^?#]*", reference[2:])
    assert rest is not None
    return uri._replace(authority="", path=rest[0])


def _backslash_in_path(situation: Situation) -> Iterator[str]:
    """Yield the URIs that result if slashes with a backslash among them begin no authority."""
    text = situation.reference_text.lstrip()
    slashes = _SLASHES_OF_HOST.match(text)
    is_special = ascii_lower(situation.base.scheme or "") in SPECIAL
    if slashes is None or "\\" not in slashes[0] or not is_special:
        return
    rest = text[slashes.end() :]
    uri = situation.resolve(f"/{_SEGMENT_NAME}/{rest}")
    if uri is not None:
        yield uri.replace(_SEGMENT_NAME, "")
    single = situation.resolve(f"/{rest}") if rest[:1] not in ("/", "\\") else None
    if single is not None:
        yield single


DRIVE_VARIATIONS: Mapping[Variation, Outcomes] = {
    Variation.IGNORE_EMPTY_AUTHORITY: _empty_authority_ignored,
    Variation.KEEP_EMPTY_AUTHORITY: after(_empty_authority_kept),
    Variation.READ_BACKSLASH_AS_PATH: _backslash_in_path,
    Variation.KEEP_DRIVE_OF_BASE: _drive_of_base_kept,
    Variation.READ_SCHEME_AS_DRIVE: _scheme_as_drive,
    Variation.READ_DRIVE_AS_SEGMENT: _drive_as_segment,
    Variation.KEEP_DRIVE_BAR: after(_drive_bar_kept),
}
"""The outcomes of each variation in drive letters, backslashes and an empty authority."""
