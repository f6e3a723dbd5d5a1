"""The agreement of readers: the set of URLs that all readers interpret in the same way.

A reader is a standard or a parser. Usually, the agreement is a simple regular language, which an
automaton and a regular expression can describe exactly. `hexapla.agreements.search` learns the
agreement.
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
from hexapla.text.counted import counted
from hexapla.text.lists import and_list
from hexapla.values.checked import checked
from hexapla.values.value import Value


@attrs.frozen(repr=False)
class AgreedPart(Value):
    """The strings that an agreement allows in one part of a URL.

    Attributes:
        name: The name of the part.
        automaton: The automaton that accepts these strings.
        tried: The number of strings in the final test, which found no difference between the
            automaton and the readers. For the scheme, the number of allowed spellings.
        extra_states: The number of additional states that the test covers. The automaton is exact
            (accepts precisely the strings on which the readers agree) if some exact automaton has
            at most this many more states.
        regex: The part as a regular expression; None for an address, or if the automaton has too
            many states or the expression would be too long to read.
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
        apart: The first few URLs on which the automaton and the readers differ.
        differing: The total number of URLs on which the automaton and the readers differ.
    """

    urls: int
    apart: tuple[str, ...]
    differing: int


@attrs.frozen(repr=False, slots=False)
class UrlAgreement(Value):
    """The set of URLs that standards and programs interpret in the same way.

    >>> import hexapla
    >>> agreed = hexapla.agreement("rfc3986", "whatwg")
    >>> agreed.matches("http://example.com/"), agreed.matches("http://a\\\\@b/")
    (True, False)

    Attributes:
        readers: The names of the readers.
        versions: The versions that adapters report, keyed by the name of the reader; None for other
            readers.
        aspects: The aspects that are compared, such as the host.
        schemes: The schemes that URLs may have.
        idna: Whether the authority may contain characters beyond US-ASCII, and hosts may contain
            labels that begin with "xn--".
        seed: The seed of the random strings.
        extra_states: The minimum number of additional states that the test of each part covers
            (see `AgreedPart`).
        parts: The agreement on each part, keyed by the name of the part. A part such as the
            userinfo is missing if the readers agree on no string for this part.
        check: The result of checking whole URLs.
        borders: The places at which the readers begin to differ, except for those in the scheme.
        complete: Whether learning finished; if not, it was interrupted, or reached its time limit.
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
        """A description of the URLs: a relative clause that follows the words "the URLs"."""
        names = and_list(self.readers)
        compared = [aspect for aspect in self.aspects if aspect != ACCEPTS]
        if not compared:
            return f"that {names} accept"
        return f"in which {names} read the same {and_list(compared)}"

    def matches(self, url: str) -> bool:
        """Return whether a URL is in the agreement, without asking the readers again.

        Args:
            url: The URL; any `str` is accepted.
        """
        return self.automaton.accepts(checked(url, "url"))

    @functools.cached_property
    def without_addresses(self) -> Automaton:
        """The automaton of the URLs whose host isn't an address in square brackets."""
        automata = {name: part.automaton for name, part in self.parts.items()}
        automata.pop(ADDRESS, None)
        return compose(automata)

    @functools.cached_property
    def regex(self) -> str | None:
        r"""A regular expression for the URLs whose host isn't an address in square brackets.

        The expression uses RE2 syntax, which Go, Java, JavaScript, Python and Rust accept. It must
        be matched against the whole URL: with `re.fullmatch` in Python, `^(?:…)$` in JavaScript, or
        `\A(?:…)\z` in Go. The value is None if the expression would be too long, or if the readers
        agree on no host names.
        """
        texts = {name: part.regex for name, part in self.parts.items() if name != ADDRESS}
        if NAME not in texts or None in texts.values():
            return None
        userinfo = ""
        if USERINFO in texts:
            userinfo = f"(?:{texts[USERINFO]}@)?"
        port = ""
        if PORT in texts:
            port = f"(?::{texts[PORT]})?"
        return f"{texts[SCHEME]}://{userinfo}{texts[NAME]}{port}{texts.get(REST, '')}"

    def to_dict(self) -> dict[str, object]:
        """Return the JSON form, which `read_agreement` can read back from a file."""
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
        return self._settings == other._settings

    @property
    def _settings(self) -> tuple[object, ...]:
        return (
            self.readers,
            self.versions,
            self.aspects,
            self.schemes,
            self.idna,
            self.seed,
            self.extra_states,
        )

    @property
    def left_out(self) -> str:
        """A list of features that exclude a URL from the agreement even if all readers agree."""
        always = (
            "control characters, spaces and lone surrogates, a square bracket in the authority "
            "other than those around the host"
        )
        if self.idna:
            return always
        beyond = "characters beyond US-ASCII in the authority, percent-encoded ones in the host"
        return f"{always}, {beyond}, a label with xn--"

    @property
    def exactness(self) -> str:
        """The condition under which the agreement is exact, and the extent of its tests."""
        least = min((part.extra_states for part in self.parts.values()), default=0)
        limit = "no more states than the learned one"
        if least:
            limit = f"at most {counted(least, 'state')} more than the learned one"
        tried = sum(part.tried for part in self.parts.values())
        return (
            f"exact if each part has an exact automaton with {limit}; it was tested with "
            f"{tried:,} strings for the parts and {self.check.urls:,} whole URLs"
        )
