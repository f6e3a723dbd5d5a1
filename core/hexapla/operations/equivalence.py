"""Decide whether two URIs are equivalent under a standard, and find the rule that decides."""

import functools
import json
import re
from collections.abc import Callable, Iterable, Mapping
from datetime import date
from enum import StrEnum
from pathlib import Path
from typing import ClassVar, NamedTuple, NoReturn

import attrs

from hexapla.documents.citation import Citation, Document, Provision
from hexapla.operations.operation import Operation, or_undefined
from hexapla.text.escapes import ascii_lower, mapped
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla.values.value import AS_SPEC, Value


class Sameness(StrEnum):
    """A standard's verdict on the equivalence of two URIs."""

    SAME = "same"
    DIFFERENT = "different"
    UNDECIDED = "undecided"


class Rung(StrEnum):
    """The rungs of the ladder on which URIs are compared, lowest rung first.

    All standards share the names of the rungs; each standard uses the rungs for which it has rules.
    Two URIs are equivalent on a rung if the rewritings up to this rung turn them into the same
    string.
    """

    STRING = "string"
    CASE = "case"
    ESCAPES = "escapes"
    EMPTY_PARTS = "empty-parts"
    DOT_SEGMENTS = "dot-segments"
    SCHEME = "scheme"
    PARSING = "parsing"

    @property
    def height(self) -> int:
        """The number of rungs below this rung."""
        return _HEIGHTS[self]


_HEIGHTS = {rung: height for height, rung in enumerate(Rung)}


@attrs.frozen
class Rewriting:
    """A rewriting that doesn't change the meaning of a URI, with the rule that allows it.

    Attributes:
        provision: The rule that allows the rewriting.
        rewrite: A function that takes a URI and returns the rewritten URI.
        rung: The rung to which the rewriting belongs.
    """

    provision: Provision
    rewrite: Callable[[str], str]
    rung: Rung


@attrs.frozen(repr=False)
class Rewritten(Value):
    """A step that rewrites a string, with its rule.

    Attributes:
        provision: The rule of the step.
        before: The string before the step.
        after: The string after the step.
    """

    provision: Provision
    before: str
    after: str


Judgement = tuple[Sameness, Provision | None]
"""A standard's verdict on two strings, and the provision for it; None if there is none."""


@attrs.frozen(repr=False)
class Equivalence(Value):
    """A standard's verdict on two URIs, with the rewriting steps that led to it.

    `provision` is the rule that decides, or the reason why the question is undecided; None if the
    standard states neither.

    Attributes:
        selector: The selector of the standard.
        left: The first URI, as it was given.
        right: The second URI, as it was given.
        verdict: Whether the URIs are equivalent.
        rung: The lowest rung on which the URIs are the same; None if there is no such rung.
        up_to: The highest rung that was tried; None for all rungs.
        left_steps: The steps that rewrote the first URI.
        right_steps: The steps that rewrote the second URI.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    left: str
    right: str
    verdict: Sameness
    rung: Rung | None = None
    up_to: Rung | None = None
    provision: Provision | None = None
    left_steps: tuple[Rewritten, ...] = ()
    right_steps: tuple[Rewritten, ...] = ()

    def __str__(self) -> str:
        return self.verdict.value

    def __bool__(self) -> NoReturn:
        raise TypeError(
            "an Equivalence has no truth value; compare its .verdict with a value such as "
            "Sameness.SAME"
        )


@attrs.frozen(repr=False)
class NormalForm(Value):
    """A URI in a standard's normal form.

    `normal` is None if the standard defines no normal form for this URI; `provision` is then the
    reason, if the standard gives a reason. `steps` are the rewriting steps that changed something.

    Attributes:
        selector: The selector of the standard.
        text: The URI, as it was given.
        up_to: The highest rung whose rewritings were applied; None for all rungs.
    """

    selector: str = attrs.field(metadata=AS_SPEC)
    text: str
    normal: str | None
    up_to: Rung | None = None
    provision: Provision | None = None
    steps: tuple[Rewritten, ...] = ()

    def __str__(self) -> str:
        return or_undefined(self.normal)


class EquivalenceRules(Operation):
    """A standard's rules on the equivalence of two URIs, and on the normal form of a URI.

    The base class is for a standard without rules: identical strings are equivalent, and everything
    else is undecided. Any other standard provides a subclass that overrides `rewritings`,
    `normal_form`, `incomparable`, `without_normal_form` and `distinguish` as needed. `identity` is
    the rule on identical strings; None if the standard has no such rule.
    """

    identity: ClassVar[Provision | None] = None

    # Methods that a standard defines.

    def rewritings(self) -> tuple[Rewriting, ...]:
        """Return the rewritings that don't change the meaning of a URI, in order."""
        return ()

    def normal_form(self) -> tuple[Rewriting, ...] | None:
        """Return the rewritings that lead to the normal form; None if no normal form is defined."""
        return None

    def incomparable(self, text: str) -> Provision | None:
        """Return the reason why a string can't be compared or normalized; None if it can."""
        return None

    def without_normal_form(self, text: str) -> Provision | None:
        """Return the reason why a comparable URI has no normal form; None if it has one."""
        return None

    def distinguish(self, left: str, right: str) -> Judgement:
        """Return the verdict on two URIs that still differ after all rewritings."""
        return Sameness.UNDECIDED, None

    # Methods for users.

    def equivalent(self, left: str, right: str, up_to: Rung | None = None) -> Equivalence:
        """Decide whether two URIs are equivalent; any `str` is accepted.

        Both URIs are rewritten step by step, up to the lowest rung on which they are equal.

        Args:
            left: The first URI.
            right: The second URI.
            up_to: The highest rung on which to compare the URIs; None for the whole ladder.

        Returns:
            The verdict, with the rung, the rule, and the steps. If `up_to` is given, URIs that
            aren't equal on that rung are different, unless the standard has no rewritings or can't
            compare them.

        Raises:
            TypeError: One of the URIs isn't a `str`.
        """
        compared = functools.partial(Equivalence, self.selector, left, right, up_to=up_to)
        if checked(left, "left") == checked(right, "right"):
            identity = None
            if self.incomparable(left) is None:
                identity = self.identity
            return compared(Sameness.SAME, rung=Rung.STRING, provision=identity)
        for text in sorted((left, right)):
            provision = self.incomparable(text)
            if provision is not None:
                return compared(Sameness.UNDECIDED, provision=provision)
        ladder = list(Rung)
        if up_to is not None:
            ladder = ladder[: up_to.height + 1]
        whole = self._climbed(left, right, ladder[-1])
        if not whole.is_same:
            verdict = Sameness.DIFFERENT
            provision = None
            is_silent = not self.rewritings()
            if up_to is None or is_silent:
                verdict, provision = self.distinguish(whole.left, whole.right)
            elif up_to is Rung.STRING:
                provision = self.identity
            return compared(
                verdict,
                provision=provision,
                left_steps=whole.left_steps,
                right_steps=whole.right_steps,
            )
        lowest = next(rung for rung in ladder if self._climbed(left, right, rung).is_same)
        climbed = self._climbed(left, right, lowest)
        return compared(
            Sameness.SAME,
            rung=lowest,
            provision=climbed.provision,
            left_steps=climbed.left_steps,
            right_steps=climbed.right_steps,
        )

    def _climbed(self, left: str, right: str, rung: Rung) -> "_Climbed":
        """Rewrite two URIs step by step until they are equal or the given rung is reached."""
        left_steps: tuple[Rewritten, ...] = ()
        right_steps: tuple[Rewritten, ...] = ()
        for rewriting in up_to_rung(self.rewritings(), rung):
            left, steps = rewritten(left, (rewriting,))
            left_steps += steps
            right, steps = rewritten(right, (rewriting,))
            right_steps += steps
            if left == right:
                return _Climbed(left, right, left_steps, right_steps, rewriting.provision)
        return _Climbed(left, right, left_steps, right_steps)

    def normalize(self, text: str, up_to: Rung | None = None) -> NormalForm:
        """Return the normal form of a URI, if the standard defines one; any `str` is accepted.

        Args:
            text: The URI.
            up_to: The highest rung whose rewritings are applied; None for all rungs.
        """
        rewritings = self.normal_form()
        provision = self.incomparable(checked(text, "text"))
        if rewritings is not None and provision is None:
            provision = self.without_normal_form(text)
        if rewritings is None or provision is not None:
            return NormalForm(self.selector, text, None, up_to, provision)
        normal, steps = rewritten(text, up_to_rung(rewritings, up_to))
        return NormalForm(self.selector, text, normal, up_to, steps=steps)


class _Climbed(NamedTuple):
    """Two rewritten URIs, the steps, and the rule that made the URIs equal, if any."""

    left: str
    right: str
    left_steps: tuple[Rewritten, ...]
    right_steps: tuple[Rewritten, ...]
    provision: Provision | None = None

    @property
    def is_same(self) -> bool:
        """Whether the strings are equal."""
        return self.left == self.right


def up_to_rung(rewritings: Iterable[Rewriting], rung: Rung | None) -> list[Rewriting]:
    """Return the rewritings of a rung and of all lower rungs, in order; all rewritings for None."""
    if rung is None:
        return list(rewritings)
    return [each for each in rewritings if each.rung.height <= rung.height]


def rewritten(text: str, rewritings: Iterable[Rewriting]) -> tuple[str, tuple[Rewritten, ...]]:
    """Apply rewritings in order; return the new string, and the steps that changed something."""
    steps: list[Rewritten] = []
    for rewriting in rewritings:
        after = rewriting.rewrite(text)
        if after != text:
            steps.append(Rewritten(rewriting.provision, text, after))
            text = after
    return text, tuple(steps)


# Facts about schemes, as data with citations.


@attrs.frozen
class SchemeFact:
    """A fact that a document states about a scheme, with the kind and the value of the fact.

    `provision` is the document's own statement.
    """

    scheme: str
    fact: str
    value: str
    provision: Provision


@attrs.frozen
class SchemeFacts:
    """The facts about schemes that were stated up to a date.

    `facts` maps pairs of a scheme and a kind of fact to facts. Schemes are compared as written,
    because ignoring their case is a separate rewriting. An authority ends at any character in
    `ends`.
    """

    facts: Mapping[tuple[str, str], SchemeFact]
    ends: str = "/?#"

    def of(self, scheme: str, fact: str) -> SchemeFact | None:
        """Return the fact of the given kind about a scheme; None if no document states one."""
        return self.facts.get((scheme, fact))

    def rewritings(self, *facts: str) -> tuple[Rewriting, ...]:
        """Return the rewritings that facts of the given kinds allow, each for a single scheme."""
        return tuple(
            Rewriting(item.provision, functools.partial(self._rewrite, item), Rung.SCHEME)
            for fact in facts
            for item in self.facts.values()
            if item.fact == fact
        )

    def apply(self, fact: str, text: str) -> str:
        """Rewrite a URI with the fact of the given kind about its scheme, if there is one."""
        scheme, _, _ = text.partition(":")
        stated = self.of(scheme, fact)
        if stated is None:
            return text
        return self._rewrite(stated, text)

    def _rewrite(self, fact: SchemeFact, text: str) -> str:
        """Change the authority or the path of a URI if the fact applies to the URI."""
        pattern = rf"({re.escape(fact.scheme)}:)(?://([^{self.ends}]*))?([^?#]*)(.*)"
        uri = re.compile(pattern, re.DOTALL).fullmatch(text)
        if uri is None:
            return text
        scheme, authority, path, rest = uri.groups()
        match fact.fact:
            case "default-port" if authority is not None:
                authority = without_port(authority, fact.value)
            case "void-path" if authority is not None and path in ("", "/"):
                if "?" not in authority.rpartition("@")[2] and not rest.startswith("?"):
                    path = fact.value
            case "void-host" if authority == fact.value:
                authority = ""
            case "no-authority" if authority is None and path.startswith("/"):
                authority = fact.value
            case "host-in-path":
                before, mark, host = path.partition(fact.value)
                # A list of addresses isn't changed: only the scheme defines where an address ends.
                if mark and not {fact.value, ","} & set(host):
                    path = before + mark + mapped(host, ascii_lower)
        if authority is None:
            return scheme + path + rest
        return f"{scheme}//{authority}{path}{rest}"


# A host never contains a question mark, even if "?" doesn't end the authority.
_HOST_AND_PORT = re.compile(r"(\[[^\[\]]*\]|[^:?\[\]]*):([0-9]*)")


def without_port(authority: str, port: str) -> str:
    """Remove the port and its colon from an authority if the authority has the given port."""
    login, at, hostport = authority.rpartition("@")
    parts = _HOST_AND_PORT.fullmatch(hostport)
    if parts is None or parts[2] != port:
        return authority
    return login + at + parts[1]


def load_scheme_facts(path: Path, until: date, ends: str = "/?#") -> SchemeFacts:
    """Load the facts in a JSON file that come from documents dated `until` or earlier.

    `until` is the date of the standard that uses the facts, so no later document is used. An
    authority ends at any character in `ends`.
    """
    data = json.loads(path.read_text(encoding="utf-8"))
    documents = {}
    for item in data["documents"]:
        item["date"] = date.fromisoformat(item["date"])
        documents[item["id"]] = Document(**item)
    facts = {}
    for row in data["facts"]:
        document = documents[row["document"]]
        if document.date <= until:
            provision = Provision(Citation(document, row["section"]), row["does"])
            fact = SchemeFact(row["scheme"], row["fact"], row["value"], provision)
            facts[fact.scheme, fact.fact] = fact
    return SchemeFacts(FrozenMapping(facts), ends)
