"""One-line strings for specs, targets, verdicts and relations of languages."""

import attrs

from hexapla.grammar import Relation
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.text.signs import EMPTY, UNDEFINED, visible, visible_and_cut
from hexapla.text.table import GAP

# The maximum length at which a program's answer is shown, in code points.
_LONGEST = 1_000


def published(spec: Spec) -> str:
    """Return when a standard was published, or since when it has been maintained."""
    pattern = "since %Y" if spec.document.living else "%B %Y"
    return spec.document.date.strftime(pattern)


def show(text: str) -> str:
    """Return a string with every code point visible; a sign stands for the empty string."""
    return visible(text) or EMPTY


def show_cut(text: str) -> str:
    """Return the result of `show`, without the middle of a string that is very long."""
    return visible_and_cut(text, _LONGEST) or EMPTY


def target_text(target: object) -> str:
    """Return a target, a URI or an outcome without one, with every code point visible."""
    if not isinstance(target, NoUri):
        return show(str(target))
    return str(attrs.evolve(target, fragment=target.fragment and visible(target.fragment)))


def uri_of(target: Target, base: str) -> str | None:
    """Return the URI that a program can give for a target; None for no URI.

    Such a program shows the current document only by its URI. This is the base if no other was set
    (RFC 2396, 4.2 and 5.1), without the fragment, which isn't part of a URI (4). If a standard has
    no rule, or requires an error, there is no URI.
    """
    if isinstance(target, str):
        return target
    if target.outcome is not Outcome.SAME_DOCUMENT:
        return None
    fragment = "" if target.fragment is None else f"#{target.fragment}"
    return base.partition("#")[0] + fragment


def parts_text(reference: Reference) -> str:
    """Return the parts of a reference on one line, by the standard's own names, made visible."""
    return " ".join(f"{component.name}={show(part)}" for component, part, _ in reference.places())


def verdict_text(validity: Validity) -> str:
    """Return a grammar's verdict on a reference: a word, and an offset in code points."""
    if validity.verdict is Verdict.NO_PRODUCTION:
        return UNDEFINED
    if validity.offset is None:
        return validity.verdict.value
    return f"{validity.verdict.value}, at {validity.offset}"


def relation_text(relation: Relation) -> str:
    """Return a relation on one line: its kind, and a shortest text for each side."""
    shortest = (
        ("only the first", relation.only_first),
        ("only the second", relation.only_second),
        ("both", relation.both),
    )
    shown = (f"{name}: {show(text)}" for name, text in shortest if text is not None)
    return f"{relation.kind.value}{GAP}{GAP.join(shown)}"
