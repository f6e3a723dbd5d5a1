"""The installed specs, found through the entry points in the group `hexapla.specs`."""

import functools
import re
import threading
import warnings
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

from hexapla.documents.reading import SelectorError, parse_selector, price_of, unknown
from hexapla.standard.spec import Spec
from hexapla.standard.standard import Standard
from hexapla.values.checked import checked_items
from hexapla.values.errors import HexaplaError
from hexapla.values.frozen import FrozenMapping

ENTRY_POINT_GROUP = "hexapla.specs"
ID = re.compile(r"[a-z0-9][a-z0-9._-]*")


class PlugInError(HexaplaError, ImportError):
    """A plug-in can't be loaded, or its entry point names something of the wrong type."""


class PlugInWarning(UserWarning):
    """A plug-in can't be loaded and is skipped."""


class AbsentExtraError(PlugInError):
    """A plug-in can't be loaded because the extra that it needs isn't installed."""


def load(point: EntryPoint, check: Callable[[object], str | None]) -> object:
    """Load the object that an entry point names; `check` returns what is wrong with it, or None.

    If the entry point's module raises an error, or if `check` finds something wrong, a
    `PlugInError` that names the plug-in is raised. If a module is missing and the entry point names
    an extra, the error is an `AbsentExtraError`.
    """
    try:
        loaded = point.load()
    except ModuleNotFoundError as error:
        if point.extras:
            raise AbsentExtraError(f"{name_of(point)} needs {_installing(point)}") from error
        raise PlugInError(f"{name_of(point)} can't be loaded: {error!r}") from error
    except (Exception, SystemExit) as error:
        raise PlugInError(f"{name_of(point)} can't be loaded: {error!r}") from error
    wrong = check(loaded)
    if wrong is not None:
        raise PlugInError(f"{name_of(point)} {wrong}")
    return loaded


def name_of(point: EntryPoint) -> str:
    """Return a plug-in's name for error messages. This is slow: it reads package metadata."""
    package = f"{point.dist.name} {point.dist.version}, " if point.dist is not None else ""
    return f"plug-in {point.name!r} ({package}entry point {point.value!r})"


def _installing(point: EntryPoint) -> str:
    package = point.dist.name if point.dist is not None else point.module
    return f"an extra; install it with: pip install '{package}[{','.join(point.extras)}]'"


def specs() -> tuple[Spec, ...]:
    """Return all installed specs with their default options, oldest first.

    >>> import hexapla
    >>> [spec.id for spec in hexapla.specs()][:3]
    ['rfc1630', 'rfc1738', 'rfc1808']

    A spec whose extra isn't installed is omitted. A plug-in that can't be loaded is omitted too,
    and a `PlugInWarning` is issued once.
    """
    return _installed().specs


class _Installed(NamedTuple):
    """The loaded specs, and the reasons why other specs aren't loaded.

    Attributes:
        specs: The loaded specs, oldest first.
        defaults: The loaded specs that are compared if no specs are selected.
        absent: The entry points whose extra is missing, keyed by name.
        broken: The errors of failed plug-ins, keyed by name.
    """

    specs: tuple[Spec, ...]
    defaults: tuple[Spec, ...]
    absent: Mapping[str, EntryPoint]
    broken: Mapping[str, PlugInError]


# The lock is reentrant, because a module that is being loaded may request the specs in the same
# thread. Other threads wait.
_LOCK = threading.RLock()
_LOADING: list[EntryPoint] = []


def _installed() -> _Installed:
    with _LOCK:
        return _loaded_once()


# A module that requests the specs while its plug-in is being loaded gets them without the plug-in's
# own. This function's cache is updated when all specs are loaded, so no other function may cache
# the result.
@functools.cache
def _loaded_once() -> _Installed:
    loaded: dict[str, Spec] = {}
    absent: dict[str, EntryPoint] = {}
    broken: dict[str, PlugInError] = {}
    for point in own_first(tuple(entry_points(group=ENTRY_POINT_GROUP))):
        # A module has requested the specs while the plug-in of this entry point is being loaded.
        if point in _LOADING:
            continue
        _LOADING.append(point)
        try:
            spec = _loaded(point, loaded)
        except AbsentExtraError:
            absent[point.name] = point
        except PlugInError as error:
            broken[point.name] = error
            warnings.warn(f"{error}; it is skipped", PlugInWarning, stacklevel=2)
        else:
            loaded[spec.id] = spec
        finally:
            _LOADING.remove(point)
    ordered = sorted(loaded.values(), key=lambda spec: (spec.document.date, spec.id))
    defaults = [spec for spec in ordered if spec.standard.default_column]
    return _Installed(tuple(ordered), tuple(defaults), absent, broken)


def own_first(points: Sequence[EntryPoint]) -> Sequence[EntryPoint]:
    """Put Hexapla's own entry points first, so that plug-ins can't replace them.

    The names of packages are read from their metadata only if there are several packages, because
    reading metadata takes time.
    """
    if len({id(point.dist) for point in points}) == 1:
        return points
    return sorted(points, key=lambda point: not is_own(point))


def is_own(point: EntryPoint) -> bool:
    """Return whether an entry point belongs to Hexapla."""
    return point.dist is not None and point.dist.name == "hexapla"


def _loaded(point: EntryPoint, others: Mapping[str, Spec]) -> Spec:
    """Load the spec of an entry point; raise `PlugInError` if the spec can't be used."""

    def check(value: object) -> str | None:
        if not isinstance(value, Standard):
            return f"names {value!r}, which is not an instance of Standard"
        if not ID.fullmatch(value.id):
            return (
                f"has the id {value.id!r}; an id consists of lower-case letters, digits, . _ and -"
            )
        if value.id in others:
            return f"has the id {value.id!r}, which another spec has; uninstall one of them"
        return None

    loaded = load(point, check)
    assert isinstance(loaded, Standard)
    return loaded.spec


def not_installed() -> Mapping[str, str]:
    """Return how to install each of Hexapla's own specs whose extra is missing, keyed by id."""
    absent = _installed().absent.items()
    return FrozenMapping((name, _installing(point)) for name, point in absent if is_own(point))


def default_columns() -> tuple[Spec, ...]:
    """Return the default specs, oldest first; they are compared if no specs are selected."""
    return _installed().defaults


def spec(selector: str) -> Spec:
    """Return the spec that a selector names, such as `rfc1808` or `rfc2396[excess-dots=remove]`.

    >>> import hexapla
    >>> hexapla.spec("rfc2396[excess-dots=remove]").resolve("../../g", base="http://a/b").uri
    'http://a/g'

    Raises:
        SelectorError: The selector is invalid, the spec, a reading or an option is unknown, or the
            spec needs an extra that isn't installed. `SelectorError` is a subclass of
            `LookupError`.
        PlugInError: The spec belongs to a plug-in that can't be loaded.
    """
    installed, _, absent, broken = _installed()
    by_id = {spec.id: spec for spec in installed}
    try:
        name, choices = parse_selector(selector)
    except SelectorError as error:
        named = by_id.get(selector.partition("[")[0])
        if named is None:
            raise SelectorError(f"{error}. Available: {', '.join(by_id)}") from None
        options = (f"{reading.name}={'|'.join(reading.options)}" for reading in named.readings)
        raise SelectorError(f"{error}. Choices for {named.id}: {', '.join(options)}") from None
    if name in absent:
        raise SelectorError(f"{name} needs {_installing(absent[name])}")
    if name not in by_id:
        if name in broken:
            raise broken[name]
        raise unknown("standard", name, by_id)
    return by_id[name].choosing(*choices)


def columns_of(selected: Iterable[str | Spec] | None) -> tuple[Spec, ...]:
    """Return the specs to compare, oldest first: the selected ones or, for None, the default specs.

    Raises:
        SelectorError: A selector is invalid, a name in it is unknown, or a spec needs an extra that
            isn't installed.
        PlugInError: A spec belongs to a plug-in that can't be loaded.
        TypeError: The selection isn't a list of selectors and specs.
        ValueError: The selection is empty.
    """
    if selected is None:
        return default_columns()
    given = checked_items(selected, "specs", str, Spec)
    requested = [spec(item) if isinstance(item, str) else item for item in given]
    columns = {item.selector: item for item in requested}
    if not columns:
        raise ValueError("no standard to compare; name at least one")
    return tuple(sorted(columns.values(), key=_age))


def _age(item: Spec) -> tuple[date, int, str]:
    """Return a sort key: the document's date, the price of the options, and the selector.

    The highest price comes first (see `Reading.price_of`).
    """
    return item.document.date, -price_of(item.options, item.readings), item.selector
