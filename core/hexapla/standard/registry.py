"""The specs that are installed: what the entry points in `hexapla.specs` name."""

import functools
import re
from collections.abc import Callable
from importlib.metadata import EntryPoint, entry_points

from hexapla.documents.reading import SelectorError, parse_selector, unknown
from hexapla.standard.spec import AnySpec, Spec
from hexapla.values.frozen import FrozenMapping

ENTRY_POINT_GROUP = "hexapla.specs"
_ID = re.compile(r"[a-z0-9][a-z0-9._-]*")


class PlugInError(ImportError):
    """A plug-in that can't be loaded, or that is not what its entry point says."""


class AbsentExtraError(PlugInError):
    """A plug-in whose entry point names an extra, and that lacks a module: it is not installed."""


def load(point: EntryPoint, check: Callable[[object], str | None]) -> object:
    """Load what an entry point names; `check` says what is wrong with it, if anything.

    Raises `PlugInError`, which names the plug-in, whatever its module raises; `AbsentExtraError`
    where a module is missing and the entry point says which extra brings it.
    """
    name = _name(point)
    try:
        loaded: object = point.load()
    except ModuleNotFoundError as error:
        if point.extras:
            raise AbsentExtraError(f"{name} needs {_installing(point)}") from error
        raise PlugInError(f"{name} can't be loaded: {error!r}") from error
    except (Exception, SystemExit) as error:
        raise PlugInError(f"{name} can't be loaded: {error!r}") from error
    wrong = check(loaded)
    if wrong is not None:
        raise PlugInError(f"{name} {wrong}")
    return loaded


def _name(point: EntryPoint) -> str:
    package = f"{point.dist.name} {point.dist.version}, " if point.dist is not None else ""
    return f"plug-in {point.name!r} ({package}entry point {point.value!r})"


def _installing(point: EntryPoint) -> str:
    package = point.dist.name if point.dist is not None else point.module
    return f"an extra; install it with: pip install '{package}[{','.join(point.extras)}]'"


def _check(loaded: object) -> str | None:
    if not isinstance(loaded, Spec):
        return f"names no Spec instance but {loaded!r}"
    if not _ID.fullmatch(loaded.id):
        return f"has the id {loaded.id!r}; an id is made of lower-case letters, digits, . _ and -"
    return None


def specs() -> tuple[AnySpec, ...]:
    """Give all specs that are installed, oldest first, each under its defaults.

    A spec whose extra is not installed is left out. Raises `PlugInError` for a plug-in that can't
    be loaded, and for two specs of the same id.
    """
    return _installed()[0]


@functools.cache
def _installed() -> tuple[tuple[AnySpec, ...], FrozenMapping[str, str]]:
    """Give the specs, and what to do to have those that are absent, by entry point name."""
    absent: dict[str, str] = {}
    found: dict[str, AnySpec] = {}
    points: dict[str, EntryPoint] = {}
    for point in entry_points(group=ENTRY_POINT_GROUP):

        def check(loaded: object) -> str | None:
            wrong = _check(loaded)
            if wrong is None and isinstance(loaded, Spec) and loaded.id in points:
                other = _name(points[loaded.id])
                return f"has the id {loaded.id!r}, and so has {other}; uninstall one of them"
            return wrong

        try:
            loaded = load(point, check)
        except AbsentExtraError:
            absent[point.name] = _installing(point)
            continue
        assert isinstance(loaded, Spec)
        found[loaded.id], points[loaded.id] = loaded, point
    ordered = sorted(found.values(), key=lambda spec: (spec.document.date, spec.id))
    return tuple(ordered), FrozenMapping(absent)


@functools.cache
def default_columns() -> tuple[AnySpec, ...]:
    """Give the specs that are compared where nobody names any, oldest first."""
    return tuple(spec for spec in specs() if spec.default_column)


def spec(selector: str) -> AnySpec:
    """Give the spec that a selector names, such as `rfc1808` or `rfc2396[excess-dots=remove]`.

    Raises `SelectorError`, a `LookupError`, for a spec, reading or option that does not exist.
    """
    by_id = {spec.id: spec for spec in specs()}
    try:
        parsed = parse_selector(selector)
    except SelectorError as error:
        raise SelectorError(f"{error}; there is: {', '.join(by_id)}") from None
    absent = _installed()[1]
    if parsed.id in absent:
        raise SelectorError(f"{parsed.id} needs {absent[parsed.id]}")
    if parsed.id not in by_id:
        raise unknown("spec", parsed.id, by_id)
    return by_id[parsed.id].choosing(*parsed.choices)
