"""The features of inputs that can reveal mistakes of parsers.

Changing one program doesn't reproduce all mistakes of other programs. Therefore, if the number of
cases allows it, the cases also cover each pair of features of base and reference, and each way in
which resolvers are known to deviate from a standard (see `hexapla.divergence.variations`).
"""

from collections.abc import Iterator, Mapping, Sequence
from itertools import combinations

from vector_inputs import PARTS

import hexapla
from hexapla.divergence.resolving import outcomes_of
from hexapla.divergence.situation import Resolver, Situation, Uri
from hexapla.divergence.variations import BEHAVIOURS
from hexapla.standard.phases import Step
from hexapla.standard.spec import Spec
from hexapla.vectors.cases import ParseCase, ResolveCase, VectorCase

SPECIAL = ("http", "https", "ws", "wss", "ftp", "file")
Feature = tuple[str, ...]
Item = tuple[object, ...]
"""A reason to choose a case, such as a pair of features or a possible behaviour of a parser."""


def split(text: str) -> Uri:
    """Return the components of a string under RFC 3986, on which the features are based."""
    _, scheme, authority, path, query, fragment = hexapla.spec("rfc3986").parse(text).split
    return Uri(scheme, authority, str(path), query, fragment)


def features(case: VectorCase) -> Iterator[Feature]:
    """Yield the features of a case for resolving or parsing."""
    if isinstance(case, ResolveCase):
        yield from features_of("base", case.base)
        yield from features_of("reference", case.reference)
    elif isinstance(case, ParseCase):
        yield from features_of("text", case.text)


def steps_of(spec: Spec, case: VectorCase) -> Sequence[Step]:
    """Return the steps in which a standard resolves or parses a case."""
    if isinstance(case, ResolveCase):
        return spec.standard.record(case.reference, base=case.base).steps
    if isinstance(case, ParseCase):
        return spec.standard.record_parsing(case.text).steps
    return ()


def features_of(whose: str, text: str) -> Iterator[Feature]:
    """Yield whether each component is missing, empty or there, and the shapes of path segments."""
    uri = split(text)
    for name, part in uri._asdict().items():
        if name != "path":
            state = "missing" if part is None else "empty" if not part else "there"
            yield whose, name, state
    first, *others = uri.path.split("/")
    if not others:
        yield whose, "one segment", shape(first)
        return
    if first:
        yield whose, "first", shape(first)
        inner = others[:-1]
    else:
        yield whose, "behind the root", shape(others[0])
        inner = others[1:-1]
    for segment in set(map(shape, inner)):
        yield whose, "inner", segment
    yield whose, "last", shape(others[-1])


def parts_of(text: str) -> Iterator[Feature]:
    """Yield the special parts of a string, each with its kind; see `vector_inputs`."""
    uri = split(text)
    userinfo, _, host_and_port = (uri.authority or "").rpartition("@")
    host, colon, port = host_and_port.rpartition(":")
    if not colon or port.endswith("]"):
        host, port = host_and_port, ""
    held = {
        "users": (userinfo,),
        "hosts": (host,),
        "ports": (port,),
        "first segments": uri.path.removeprefix("/").split("/")[:1],
        "segments": uri.path.removeprefix("/").split("/")[1:],
        "queries": (uri.query,),
        "fragments": (uri.fragment,),
    }
    for kind, texts in held.items():
        for part in texts:
            if part in PARTS[kind.removeprefix("first ")]:
                yield kind, part


def shape(segment: str) -> str:
    """Return an empty segment or a dot segment; otherwise, its special character or "plain"."""
    if segment in ("", ".", ".."):
        return segment
    return next((sign for sign in "%:;.\\" if sign in segment), "plain")


def items(spec: Spec, case: VectorCase) -> Mapping[str, set[Item]]:
    """Return the reasons to choose a case, such as rules and pairs of features, keyed by kind."""
    steps = steps_of(spec, case)
    acting = {("rule", step.rule.name) for step in steps if step.changed}
    found = sorted({*features(case), *acting})
    departures: set[str] = set()
    parts: set[Item] = set()
    if isinstance(case, ResolveCase):
        due = spec.resolve(case.reference, base=case.base).uri
        resolver = Resolver(lambda base, reference: spec.resolve(reference, base=base).uri, split)
        situation = Situation(case.base, case.reference, due, resolver)
        # If a string is rejected, only one part is responsible, and the others have no effect.
        if due is not None:
            scheme = due.partition(":")[0]
            kind = scheme if scheme == "file" else "special" if scheme in SPECIAL else "other"
            parts = {(kind, part) for part in parts_of(case.reference)}
        departures = {
            str(departure) for departure in BEHAVIOURS if outcomes_of(departure, situation)
        }
    return {
        "rules": {(step.rule.name,) for step in steps},
        "parts": parts,
        "pairs": set(combinations(found, 2)),
        "departures": {(departure,) for departure in departures},
        "departures with a feature": {
            (departure, feature) for departure in departures for feature in found
        },
    }


def inputs_by_item(spec: Spec, cases: Sequence[VectorCase]) -> dict[str, dict[object, list[int]]]:
    """Return the numbers of the inputs that show each item, by kind of items."""
    shown: dict[str, dict[object, list[int]]] = {}
    for number, case in enumerate(cases):
        for kind, found in items(spec, case).items():
            by_item = shown.setdefault(kind, {})
            for item in found:
                by_item.setdefault(item, []).append(number)
    return shown
