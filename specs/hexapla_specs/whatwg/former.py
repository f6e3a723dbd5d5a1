"""The URL Standard as it was: steps and algorithms that changes of its results replaced.

An algorithm of before a change is given the one behind it, as `newer`.
"""

import re
from collections.abc import Callable
from typing import Any

import attrs

from hexapla.standard.phases import NoUri, Options
from hexapla.standard.rule import Phase, Rule
from hexapla_specs.whatwg import components, parsing, resolving
from hexapla_specs.whatwg.components import Components, Kind, Parsed, kind_of, rewrites, rule
from hexapla_specs.whatwg.normalising import DEFAULT_PORT
from hexapla_specs.whatwg.resolving import FILE_STEPS, OPAQUE_STAYS, STEPS
from hexapla_specs.whatwg.substeps import ParsingStep, Substep, Substeps

DROPS_NUL = rewrites("fragment state", "U+0000 in the fragment", "goes", "drops-nul")
DROPS_HOST = rewrites("path state", "a host before a drive letter", "goes", "drops-host")
TRIMS_PATH = rewrites(
    "path state", "each empty segment that a file's path begins with", "goes", "trims-path"
)
TAKES_NO_HOST = rule(
    Phase.COMBINE,
    "replace",
    "file slash state",
    "an absolute path, or a drive letter,",
    "follows an empty host",
    "takes-no-host",
)
FORMER_RULES = (DROPS_NUL, DROPS_HOST, TRIMS_PATH, TAKES_NO_HOST)
"""The rules of steps that nothing stands in place of today."""

DEFAULT_SET = components.C0_CONTROL - frozenset(' "#<>?`')
"""What the default encode set of 2012 left."""


def encodes(rule: Rule, left: frozenset[str]) -> dict[Rule, tuple[Substep, ...]]:
    """Return the step that percent-encodes a component, but for some characters."""
    return {rule: (components.encoding(rule, left)[1],)}


DROP_NUL = Substep(DROPS_NUL, lambda text: text.replace("\0", ""), lambda text: "\0" in text)
TRIM = Substep(TRIMS_PATH, lambda path: f"/{path.lstrip('/')}", lambda path: path[:2] == "//")
STRIP_SPACE = Substep(
    parsing.STRIPS,
    lambda text: text.strip("\t\n\f\r "),
    lambda text: text != text.strip("\t\n\f\r "),
)

# 4.4 URL parsing: algorithms.

Normalised = tuple[Substeps, ...]
Normalise = Callable[[Components], Normalised]
Combined = tuple[Rule, Any]
Combine = Callable[..., Combined]


_REFUSED = resolving.NO_SCHEME, resolving.NOT_RELATIVE


def _special(scheme: str | None) -> str | None:
    """4.2: the scheme gopher is special."""
    return (
        components.SPECIAL_GOPHER if scheme is not None and scheme.lower() == "gopher" else scheme
    )


def split_gopher(step: ParsingStep) -> ParsingStep:
    """The states that look at the kind of the scheme."""

    def parse(text: str, scheme: str | None, base: Parsed | None) -> Any:
        special = base and (base[0], _special(base[1]), *base[2:])
        return step.parse(text, _special(scheme), special)

    return attrs.evolve(step, parse=parse) if step.parameters == ("scheme", "base") else step


def classify_gopher(newer: Combine, url: Components, reference: Parsed) -> Combined:
    """Scheme state: the scheme gopher without a host is ignored, where it is the base's."""
    is_own = _special(url[0]) == _special(reference[1]) == components.SPECIAL_GOPHER
    if is_own and reference[4] is None:
        return resolving.OWN_SCHEME, (None, *reference[2:])
    return newer(url, reference)


_GOPHER_PORT = Substep(DEFAULT_PORT, lambda _: None, lambda port: port == "70")


def normalise_gopher(newer: Normalise, url: Components) -> Normalised:
    """The states of a special URL; port state: the default port of the scheme gopher."""
    special = _special(url[0])
    items = newer((special, *url[1:]))
    if special != components.SPECIAL_GOPHER:
        return items
    return _and_then(components.PORT, _GOPHER_PORT, items)


def _and_then(place: int, last: Substep, items: Normalised) -> Normalised:
    """Return the steps of all components, with one more for one of them."""
    return tuple(
        attrs.evolve(item, steps=(*item.steps, last)) if item.place == place else item
        for item in items
    )


def write_without_dot(_: object, url: Components) -> tuple[Rule, str]:
    """4.5: nothing is put before a path."""
    return resolving.SERIALISES, resolving.written(url)


_BEGINS_WITH_DRIVE = re.compile(r"/[A-Za-z][:|](?=/|\Z)")
_DROP_HOST = Substep(DROPS_HOST, lambda _: "")


def drop_host_before_drive(newer: Normalise, url: Components) -> Normalised:
    """Path state: a file URL has no host before a drive letter."""
    is_file = bool(url[3]) and kind_of(url[0]) is Kind.FILE
    drops = is_file and _BEGINS_WITH_DRIVE.match(url[5])
    return _and_then(components.HOST, _DROP_HOST, newer(url)) if drops else newer(url)


def keep_host_before_drive(newer: Normalise, url: Components) -> Normalised:
    """Relative path state: the host stays."""
    return tuple(
        attrs.evolve(item, steps=item.steps[:-1]) if _DROP_HOST in item.steps[-1:] else item
        for item in newer(url)
    )


def parse_every_host(newer: Normalise, url: Components) -> Normalised:
    """Host state: the host of any URL is parsed as that of a special one, and may be empty."""
    return _as_special(components.HOST, newer, url)


def fill_every_path(newer: Normalise, url: Components) -> Normalised:
    """Path start state: the path of any URL is not empty."""
    return _as_special(components.PATH, newer, url)


def _as_special(place: int, newer: Normalise, url: Components) -> Normalised:
    if not _is_unknown(url) or components.has_opaque_path(url):
        return newer(url)
    special = {item.place: item for item in newer(("http", *url[1:]))}
    if not url[components.HOST]:
        special[components.HOST] = Substeps(components.HOST, (), bool)
    return tuple(special[place] if item.place == place else item for item in newer(url))


def _count_slashes(text: str, scheme: str | None, base: Parsed | None) -> tuple[str]:
    """Relative slash state: any number of them under every base that is not a file."""
    if scheme is None and base is not None and parsing.kind_with_base(scheme, base) is Kind.OTHER:
        return ("//" + text.lstrip("/\\") if text.startswith("//") else text,)
    return parsing.count_slashes(text, scheme, base)


COUNT_SLASHES = ParsingStep(parsing.ANY_SLASHES, (), _count_slashes)


def take_no_host(newer: Combine, base: Parsed, url: Components, reference: Components) -> Combined:
    """File slash state: the base's host is not copied; its drive letter always is."""
    rule, target = newer(base, url, reference)
    _, _, _, host, _, path, query, fragment = reference
    if url[0] != "file" or host is not None or not path.startswith("/"):
        return rule, target
    drive = components.FIRST_DRIVE_LETTER.match(url[5])
    path = drive[0] + path if drive else path
    return TAKES_NO_HOST, ("file", None, None, "", None, path, query, fragment)


def ignore_final_drive(
    newer: Combine, base: Parsed, url: Components, reference: Components
) -> Combined:
    """File state: a drive letter is no such where the input ends with it."""
    *before, path, query, fragment = reference
    if (
        url[0] == "file"
        and components.DRIVE_LETTER.fullmatch(path or "")
        and query is None is fragment
    ):
        return newer(base, url, (*before, f"./{path}", query, fragment))
    return newer(base, url, reference)


def skip_mark(newer: Combine, url: Components, base: Any = None) -> Combined:
    """File state: a mark behind the scheme is gone past, and the path begins behind it."""
    scheme, _, _, host, _, path, query, fragment = url
    if kind_of(scheme) is Kind.FILE and host is None and not path:
        path, query = query or "", None
        if not path:
            path, fragment = fragment or "", None
    return newer((*url[:5], path, query, fragment), base)


def drop_tabs_inside(step: ParsingStep) -> ParsingStep:
    """Authority to fragment state: tabs and newlines go from the components alone."""

    def without(rest: Any, *parts: str | None) -> tuple[str | None, ...]:
        return rest, *(part and parsing.remove_tabs(part) for part in parts)

    def parse(text: str) -> tuple[str | None, ...]:
        return without(*step.parse(text))

    def parse_authority(text: str, scheme: str | None, base: Parsed | None) -> Any:
        return without(*step.parse(text, scheme, base))

    if step.components in ((), ("scheme",)):
        return step
    return attrs.evolve(step, parse=parse_authority if step.parameters else parse)


def take_no_drive(newer: Combine, base: Parsed, url: Components, reference: Components) -> Combined:
    """Relative state, relative slash state: a drive letter of the base is a segment like others."""
    rule, target = newer(base, url, reference)
    _, _, _, host, _, path, query, fragment = reference
    if url[0] != "file" or host is not None or not path:
        return rule, target
    if path.startswith("/") or components.STARTS_WITH_DRIVE_LETTER.match(path):
        path = path if path.startswith("/") else f"/{path}"
        return TAKES_NO_HOST, ("file", None, None, "", None, path, query, fragment)
    rule = resolving.OF_KIND[Kind.FILE][resolving.MERGES]
    return rule, (*url[:5], _behind(url[5], path), query, fragment)


def take_of_any_base(newer: Combine, url: Components, base: Any = None) -> Combined:
    """Relative state: a file URL without slash and drive letter takes of a base of any scheme."""
    scheme, _, _, host, _, path, query, fragment = url
    is_relative = kind_of(scheme) is Kind.FILE and host is None and not path.startswith("/")
    if not is_relative or components.STARTS_WITH_DRIVE_LETTER.match(path):
        return newer(url, base)
    if base is None or isinstance(base, NoUri):
        return _REFUSED
    _, _, _, host, port, base_path, base_query, _ = base
    base_path = "/" if _is_unknown(base) else base_path
    taken = scheme, None, None, host or "", port
    if not path:
        query = base_query if query is None else query
        return resolving.INHERITS_PATH, (*taken, base_path, query, fragment)
    return resolving.MERGES, (*taken, _behind(base_path, path), query, fragment)


def _behind(base_path: str, path: str) -> str:
    return f"{base_path[: base_path.rfind('/')]}/{path}"


def remove_drive(newer: Any, rule: Any, url: Components, options: Options) -> tuple[Any, Any]:
    """Relative path state: ".." removes a drive letter, too."""
    steps, url = newer(rule, url, options)
    return STEPS if steps is FILE_STEPS else steps, url


# Before 17 June 2015, URLs of unknown schemes are opaque.


def _is_unknown(url: Components) -> bool:
    return kind_of(_special(url[0])) is Kind.OTHER


def _cut_authority(text: str, scheme: str | None, base: Parsed | None) -> tuple[str | None, ...]:
    """Scheme data state: all up to a question mark is the path."""
    if scheme is not None and kind_of(scheme) is Kind.OTHER:
        return text, None, None, None, None
    return parsing.cut_authority(text, scheme, base)


CUT_KNOWN_AUTHORITY = ParsingStep(
    parsing.CUTS_AUTHORITY, ("username", "password", "host", "port"), _cut_authority, mark="//"
)


def refuse_unknown(newer: Any, url: Components, reference: Parsed) -> Combined:
    """No scheme state: nothing is relative to a URL of an unknown scheme."""
    rule, state = newer(url, reference)
    refused = reference[1] is None and _is_unknown(url) and rule is not resolving.ONLY_FRAGMENT
    return _REFUSED if refused else (rule, state)


def refuse_fragment(newer: Any, url: Components, reference: Parsed) -> Combined:
    """No scheme state: a fragment alone is no exception."""
    rule, state = newer(url, reference)
    return _REFUSED if rule is resolving.ONLY_FRAGMENT else (rule, state)


def keep_unknown_dots(newer: Any, rule: Any, url: Components, options: Options) -> tuple[Any, Any]:
    """Scheme data state: dot segments stay."""
    return (OPAQUE_STAYS, url) if _is_unknown(url) else newer(rule, url, options)


def encode_unknown_path(newer: Normalise, url: Components) -> Normalised:
    """Scheme data state: the path is encoded as an opaque one."""
    return newer((*url[:5], url[5].lstrip("/"), *url[6:]) if _is_unknown(url) else url)


def drop_credentials(
    newer: Combine, base: Parsed, url: Components, reference: Components
) -> Combined:
    """Relative state: username and password of the base are not copied."""
    return newer(base, (url[0], None, None, *url[3:]), reference)
