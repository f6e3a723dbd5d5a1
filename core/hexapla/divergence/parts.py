"""Get and replace the components of a URI, including those of its authority."""

import re
from collections.abc import Mapping

from hexapla.divergence.situation import Uri
from hexapla.divergence.transforms import Text
from hexapla.values.frozen import kept_if_short

_AUTHORITY = re.compile(
    r"(?:(?P<userinfo>.*)@)?(?P<host>\[[^\]]*\]|.*?)(?P<port>:[0-9]*)?", re.DOTALL
)


def folder_of(path: str) -> str:
    """Return a path up to and including its last slash; "" if there is no slash."""
    return path[: path.rfind("/") + 1]


def last_of(path: str) -> str:
    """Return the last segment of a path."""
    return path.rpartition("/")[2]


def without_params(path: str) -> str:
    """Return a path without the params of its last segment."""
    return folder_of(path) + last_of(path).partition(";")[0]


def part_of(uri: Uri, name: str) -> Text:
    """Return a component of a URI, or the userinfo or host of its authority; None if absent."""
    if name not in ("userinfo", "host"):
        part: Text = getattr(uri, name)
        return part
    if uri.authority is None:
        return None
    return _parts_of_authority(uri.authority).get(name)


@kept_if_short(1024)
def _parts_of_authority(authority: str) -> Mapping[str, Text]:
    """Return the userinfo, the host and the port of an authority; the port includes its colon."""
    match = _AUTHORITY.fullmatch(authority)
    return match.groupdict() if match else {}


def with_part(uri: Uri, name: str, text: Text) -> Uri:
    """Return a URI with one component replaced; a path of None becomes ""."""
    if name in ("userinfo", "host"):
        return uri._replace(authority=_with_part_of_authority(uri.authority or "", name, text))
    parts = dict(zip(Uri._fields, uri, strict=True)) | {name: text}
    return Uri(
        parts["scheme"], parts["authority"], parts["path"] or "", parts["query"], parts["fragment"]
    )


def _with_part_of_authority(authority: str, name: str, text: Text) -> str:
    match = _AUTHORITY.fullmatch(authority)
    userinfo, host, port = match.group("userinfo", "host", "port") if match else (None, "", None)
    if name == "host":
        host = text or ""
    else:
        userinfo = text
    before = "" if userinfo is None else f"{userinfo}@"
    return f"{before}{host}{port or ''}"
