"""One-line strings that describe specs, targets, references, verdicts and relations."""

import attrs

from hexapla.grammar import Relation
from hexapla.grammar.validity import Validity, Verdict
from hexapla.standard.phases import NoUri, Outcome, Target
from hexapla.standard.reference import Reference
from hexapla.standard.spec import Spec
from hexapla.text.signs import EMPTY, UNDEFINED, visible, visible_and_cut
from hexapla.text.table import GAP

# The maximum length, in code points, of a program's answer that is shown in full.
_LONGEST = 1_000


def published(spec: Spec) -> str:
    """Describe when a standard was published or, for a living standard, when it began."""
    pattern = "since %Y" if spec.document.living else "%B %Y"
    return spec.document.date.strftime(pattern)


def show(text: str) -> str:
    """Make every code point of a string visible; a placeholder stands for the empty string."""
    return visible(text) or EMPTY


def show_or_undefined(text: str | None) -> str:
    """Show a string as `show` does; return another placeholder for None."""
    if text is None:
        return UNDEFINED
    return show(text)


def show_cut(text: str) -> str:
    """Show a string as `show` does, but leave out the middle of a very long string."""
    return visible_and_cut(text, _LONGEST) or EMPTY


def target_text(target: object) -> str:
    """Return the text of a target (a URI or another outcome) with every code point visible."""
    if not isinstance(target, NoUri):
        return show(str(target))
    return str(attrs.evolve(target, fragment=target.fragment and visible(target.fragment)))


def uri_of(target: Target, base: str) -> str | None:
    """Return the URI that a program can report for a target; None if there is no URI.

    A program that reports only URIs can represent the current document only by the document's URI.
    Unless another base was set, the document's URI is the base (RFC 2396, sections 4.2 and 5.1).
    The fragment of the base is removed, because a fragment isn't part of a URI (section 4). If a
    standard has no rule or requires an error, there is no URI.
    """
    if isinstance(target, str):
        return target
    if target.outcome is not Outcome.SAME_DOCUMENT:
        return None
    fragment = "" if target.fragment is None else f"#{target.fragment}"
    return base.partition("#")[0] + fragment


def parts_text(reference: Reference) -> str:
    """Return the parts present in a reference, as `name=value`, with the standard's names."""
    return " ".join(f"{component.name}={show(part)}" for component, part, _ in reference.places())


def verdict_text(validity: Validity) -> str:
    """Describe a grammar's verdict; for an invalid string, include the error's offset if known."""
    if validity.verdict is Verdict.NO_PRODUCTION:
        return UNDEFINED
    if validity.offset is None:
        return validity.verdict.value
    return f"{validity.verdict.value}, at {validity.offset}"


def relation_text(relation: Relation) -> str:
    """Describe a relation on one line: its kind, followed by its examples."""
    shortest = (
        ("only the first", relation.only_first),
        ("only the second", relation.only_second),
        ("both", relation.both),
    )
    shown = (f"{name}: {show(text)}" for name, text in shortest if text is not None)
    return f"{relation.kind.value}{GAP}{GAP.join(shown)}"
