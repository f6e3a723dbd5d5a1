"""The agreement of readers: the set of URLs that all of them read in the same way.

For most readers, this set is a small regular language, so an automaton and a regular expression can
describe it exactly. `hexapla.agreements.search` learns it.
"""

import functools
from collections.abc import Mapping

import attrs

from hexapla.agreements.borders import Border
from hexapla.agreements.composing import compose
from hexapla.agreements.parts import (
    ADDRESS,
    NAME,
    PORT,
    REST,
    SCHEME,
    USERINFO,
)
from hexapla.divergence.answers import ACCEPTS
from hexapla.grammar.automaton import Automaton
from hexapla.text.lists import and_list
from hexapla.values.checked import checked
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class AgreedPart(Value):
    """The strings that all readers agree on as a part of a URL.

    Attributes:
        name: The part.
        automaton: Accepts the strings of the part.
        tried: The number of strings that were compared at the end, without a difference.
        extra_states: The automaton is exact unless the true one has more additional states than
            this.
        regex: The part as a regular expression; None if it would be too long to read.
    """

    name: str
    automaton: Automaton
    tried: int
    extra_states: int = 0
    regex: str | None = None

    @property
    def states(self) -> int:
        """The number of states of the automaton."""
        return len(self.automaton.rows)


@attrs.frozen(repr=False)
class Check(Value):
    """The result of checking an agreement on whole URLs.

    Attributes:
        urls: The number of URLs that were checked.
        apart: Some of the URLs on which the automaton and the readers differ.
        differing: The number of these URLs.
    """

    urls: int
    apart: tuple[str, ...]
    differing: int


@attrs.frozen(repr=False, slots=False)
class UrlAgreement(Value):
    """The URLs that standards and programs read in the same way.

    >>> import hexapla
    >>> agreed = hexapla.agreement("rfc3986", "whatwg")
    >>> agreed.matches("http://example.com/"), agreed.matches("http://a\\\\@b/")
    (True, False)

    Attributes:
        readers: The names of the readers.
        versions: The versions that adapters report, by name of the reader.
        aspects: The aspects that are compared.
        schemes: The schemes that URLs may have.
        idna: Whether hosts may have characters beyond US-ASCII and labels that begin with "xn--".
        seed: The seed of the random strings.
        extra_states: The number of additional states for which the result is still exact.
        parts: The agreement on each part, by name. Parts such as userinfo or port are missing if
            the readers agree on no text for them.
        check: The result of checking whole URLs.
        borders: All places at which the readers begin to differ.
        complete: Whether all parts were learned; if not, the run exceeded its time limit.
    """

    readers: tuple[str, ...]
    versions: Mapping[str, str | None]
    aspects: tuple[str, ...]
    schemes: tuple[str, ...]
    idna: bool
    seed: int
    extra_states: int
    parts: Mapping[str, AgreedPart]
    check: Check
    borders: tuple[Border, ...]
    complete: bool = True

    @functools.cached_property
    def automaton(self) -> Automaton:
        """The automaton of whole URLs."""
        return compose({name: part.automaton for name, part in self.parts.items()})

    @property
    def states(self) -> int:
        """The number of states of the automaton of whole URLs."""
        return len(self.automaton.rows)

    @property
    def about(self) -> str:
        """A description of the URLs, in words that follow "the URLs"."""
        names = and_list(self.readers)
        compared = [aspect for aspect in self.aspects if aspect != ACCEPTS]
        if not compared:
            return f"that {names} accept"
        return f"in which {names} read the same {and_list(compared)}"

    def matches(self, url: str) -> bool:
        """Return whether a URL is in the agreement; the readers aren't asked again.

        Args:
            url: The URL; any `str` is legal.
        """
        return self.automaton.accepts(checked(url, "url"))

    @functools.cached_property
    def without_addresses(self) -> Automaton:
        """The automaton of the URLs whose host is not an address in square brackets."""
        return compose(
            {name: part.automaton for name, part in self.parts.items() if name != ADDRESS}
        )

    @functools.cached_property
    def regex(self) -> str | None:
        r"""A regular expression for the URLs whose host is not an address in square brackets.

        The expression uses RE2 syntax, which Go, Java, JavaScript, Python and Rust accept. It must
        match the whole URL: `re.fullmatch`, `^(?:…)$` in JavaScript, `\A(?:…)\z` in Go. None if the
        agreement is too large for an expression, or has no name.
        """
        texts = {name: part.regex for name, part in self.parts.items() if name != ADDRESS}
        if NAME not in texts or None in texts.values():
            return None
        userinfo = f"(?:{texts[USERINFO]}@)?" if USERINFO in texts else ""
        port = f"(?::{texts[PORT]})?" if PORT in texts else ""
        return f"{texts[SCHEME]}://{userinfo}{texts[NAME]}{port}{texts.get(REST, '')}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, which `read_agreement` can read."""
        parts = {
            name: {
                "states": part.states,
                "tried": part.tried,
                "extra_states": part.extra_states,
                "regex": part.regex,
                "automaton": part.automaton.to_dict(),
            }
            for name, part in self.parts.items()
        }
        return {
            "readers": list(self.readers),
            "versions": dict(self.versions),
            "on": list(self.aspects),
            "schemes": list(self.schemes),
            "idna": self.idna,
            "seed": self.seed,
            "extra_states": self.extra_states,
            "complete": self.complete,
            "regex": self.regex,
            "parts": parts,
            "check": self.check.to_dict(),
            "borders": [border.to_dict() for border in self.borders],
            "automaton": self.automaton.to_dict(),
        }

    def has_settings_of(self, other: "UrlAgreement") -> bool:
        """Return whether another agreement has the same readers and settings."""
        return (
            self.readers == other.readers
            and self.versions == other.versions
            and self.aspects == other.aspects
            and self.schemes == other.schemes
            and self.idna == other.idna
            and self.seed == other.seed
            and self.extra_states == other.extra_states
        )

    @property
    def left_out(self) -> str:
        """The URLs that are excluded however they are read."""
        beyond = "" if self.idna else ", a host beyond US-ASCII, escaped or not, a label with xn--"
        return (
            "control characters, spaces and lone surrogates, a square bracket in the authority "
            f"that is not around the host{beyond}"
        )

    @property
    def exactness(self) -> str:
        """The condition under which the agreement is exact, as a sentence."""
        least = min((part.extra_states for part in self.parts.values()), default=0)
        more = f" and {least} more" if least else ""
        return (
            f"exact if no part's true automaton has more states than the learned one{more}: "
            f"{sum(part.tried for part in self.parts.values()):,} texts of parts and "
            f"{self.check.urls:,} whole URLs were tried"
        )
