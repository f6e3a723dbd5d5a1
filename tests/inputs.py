"""Inputs and strategies that several tests use."""

import email
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from hypothesis import given, settings
from hypothesis import strategies as st

import hexapla
from hexapla.grammar import Grammar
from hexapla.operations.base import Base
from hexapla.standard.spec import Spec

ALPHABET = "ab:/?#;.%@="
# The base of the examples in RFC 1808, 2396 and 3986.
BASE = "http://a/b/c/d;p?q"
BASES = (
    *(BASE, "http://a/b/c/d;p?q#f", "http://a/b/c/d;p=1/2?q", "http://a"),
    *("http://a/", "http://a?b/c", "http:///s//a/b/c", "fred:///s//a/b/c", "http://a/b//c"),
    *("http:a", "x:a/b", "x:", "x:?q", "x://", "x:/a//b//c?q/r//s", "1:/a", "a%41:/c//d"),
    *("mailto:x@y", "a/b", "//a/b", ""),
)

references = st.text(alphabet=ALPHABET, max_size=12)
dotted_references = st.text(alphabet="a/..", max_size=12)
bases = st.one_of(
    st.sampled_from(BASES), references.map("http://".__add__), references.map("x:".__add__)
)
pieces = st.sampled_from(
    [
        *"aA:/?#%@;=.+*!~{é \n",
        *("http:", "HTTP:", "//", "%2e", "%2F", "%41", "%7e", "%20", ":80", "file:", "../", ";a"),
    ]
)
any_text = st.text(st.characters(codec=None), max_size=40)
encodable = st.text(st.characters(codec="utf-8"), max_size=20)

STANDARDS = [hexapla.spec(name) for name in ("rfc1630", "rfc1738", "rfc1808", "rfc2396", "rfc3986")]


def grammar_of(selector: str) -> Grammar:
    """Return the grammar of a standard that has one."""
    grammar = hexapla.spec(selector).grammar
    assert grammar is not None
    return grammar


def base_of(case: Mapping[str, Any], spec: Spec | str) -> Base:
    """Return the base that a standard establishes in a document or a part of one."""
    document, within = case["document"], tuple[Any, ...]()
    if case["media_type"] == "message/rfc822":
        document = email.message_from_string(document)
        if "part" in case:
            # Without Jinja the site can't be imported.
            from hexapla_site.pages.operations.base import leaves

            document, within = list(leaves(document))[case["part"]]
    given = {name: case[name] for name in ("retrieval", "default")}
    return hexapla.establish_base(document, within=within, spec=spec, **given)


@st.composite
def chosen_specs(draw: st.DrawFn, specs: Sequence[Spec] = hexapla.specs()) -> Spec:
    """Return a standard with any options of its readings."""
    spec = draw(st.sampled_from(specs))
    options = [(item.name, draw(st.sampled_from(item.options))) for item in spec.readings]
    return spec.choosing(*(hexapla.Choice(name, option) for name, option in options))


def of_two_specs(test: Callable[..., None]) -> Callable[..., None]:
    """Try a test on any reference, and on two specs with any options of their readings."""
    tried = given(
        base=bases,
        reference=references | any_text,
        left=chosen_specs(STANDARDS),
        right=chosen_specs(STANDARDS),
    )
    return settings(max_examples=2 * settings().max_examples)(tried(test))
