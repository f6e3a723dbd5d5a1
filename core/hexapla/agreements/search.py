"""Learn an agreement part by part, then check whole URLs, then find the borders.

`hexapla.agreement` learns an agreement part by part (see `parts`). If all readers split a URL at
the same places, the strings allowed in one part don't depend on the other parts. This assumption is
checked on whole URLs at the end. The number of URLs that violate it is reported, with examples.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from random import Random

import attrs

from hexapla.agreements.agreed_host import SCHEMES
from hexapla.agreements.agreement import AgreedPart, Check, UrlAgreement
from hexapla.agreements.borders import Border, borders_of
from hexapla.agreements.composing import compose
from hexapla.agreements.learning import Algorithm, Learned, learn
from hexapla.agreements.parts import (
    ADDRESS,
    ASKED_BEYOND_ASCII,
    BEYOND_ASCII,
    NAME,
    PARTS,
    PORT,
    REST,
    SCHEME,
    USERINFO,
    Asking,
    texts_of,
)
from hexapla.agreements.question import AgreementQuestion
from hexapla.agreements.readers import Reader, named_reader, readers_of, versions_of
from hexapla.agreements.regular_expression import regex_of, text_of
from hexapla.agreements.shape import Shape, shape_of
from hexapla.agreements.stored import shipped_agreement
from hexapla.differentials.inputs import Inputs
from hexapla.divergence.answers import aspects_of
from hexapla.divergence.model import HOST
from hexapla.grammar.automaton import Automaton
from hexapla.grammar.expression import Characters, alternate
from hexapla.implementations.programs import TIMEOUT, Asked, names_of
from hexapla.jobs.pool import Progress, no_progress
from hexapla.jobs.time_limit import TimeLimit
from hexapla.standard.spec import Spec
from hexapla.values.checked import checked, checked_items
from hexapla.values.errors import HexaplaError, RunError
from hexapla.values.frozen import FrozenMapping

CHECKED = 4_000
"""The number of whole URLs that are checked at the end."""
_APART_SHOWN = 20
# The handwritten expressions that may be used for each part.
_KNOWN = {NAME: ("ipv4",), PORT: ("port",)}
_ROUNDS = 5
"""The maximum number of times that whole URLs are checked and wrong parts are learned again."""


class NotInstalledError(HexaplaError, ImportError):
    """The library for learning automata isn't installed."""


class Learning:
    """Learns an agreement, and keeps the partial result if learning is stopped."""

    def __init__(
        self,
        readers: Sequence[Reader],
        aspects: Sequence[str],
        schemes: Sequence[str],
        *,
        idna: bool = False,
        extra_states: int = 0,
        seed: int = 0,
        checked_urls: int = CHECKED,
        versions: Mapping[str, str | None] = FrozenMapping(),
    ) -> None:
        question = AgreementQuestion(readers, aspects, schemes, idna=idna)
        self._asking = Asking(question, seed)
        self._extra_states = extra_states
        self._checked_urls = checked_urls
        self._versions = versions
        self._parts: dict[str, AgreedPart] = {}
        self._borders: list[Border] = []
        self._check = Check(0, (), 0)
        self._complete = False

    @property
    def steps(self) -> int:
        """The total number of steps that are reported to the progress callback."""
        return len(PARTS) + 2

    def shipped_or_learned(
        self,
        asked: Sequence[Asked],
        progress: Progress = no_progress,
        limit: TimeLimit | None = None,
    ) -> UrlAgreement:
        """Return the shipped agreement if it has the same specs and settings; otherwise, learn one.

        Args:
            asked: The readers as passed by the caller.
            progress: A callback that receives the number of steps just finished.
            limit: The time limit; once it is reached, the partial result is returned.

        Raises:
            NotInstalledError: AALpy isn't installed.
            RunError: A program has stopped answering.
        """
        shipped = shipped_agreement()
        if all(isinstance(each, Spec) for each in asked) and shipped.has_settings_of(self.result):
            progress(self.steps)
            return shipped
        return self.run(progress, limit)

    def run(self, progress: Progress = no_progress, limit: TimeLimit | None = None) -> UrlAgreement:
        """Learn all parts, check whole URLs, and find the borders.

        Args:
            progress: A callback that receives the number of steps just finished.
            limit: The time limit; once it is reached, the partial result is returned.

        Raises:
            NotInstalledError: AALpy isn't installed.
            RunError: A program has stopped answering.
        """
        limit = limit or TimeLimit()
        try:
            for name in PARTS:
                if limit.is_over():
                    return self.result
                self._learn(name)
                progress(1)
            self._check_whole(limit)
            progress(1)
            self._borders = list(borders_of(self._automata, self._asking))
            progress(1)
        except RunError:
            if not limit.is_over():  # otherwise, the time limit is the reason
                raise
            return self.result
        self._complete = True
        return self.result

    @property
    def _automata(self) -> dict[str, Automaton]:
        return {name: part.automaton for name, part in self._parts.items()}

    def _check_whole(self, limit: TimeLimit) -> None:
        """Check whole URLs, and relearn each part that turns out to be wrong."""
        for _ in range(_ROUNDS):
            self._check = self._checked(self._automata)
            wrong = dict(self._wrong_texts(self._check.apart))
            if not wrong or limit.is_over():
                return
            for name, text in wrong.items():
                self._asking.add_word(name, text)
                self._learn(name)

    def _wrong_texts(self, apart: Iterable[str]) -> Iterator[tuple[str, str]]:
        """For each URL, yield the name and text of each part that is misclassified."""
        automata = self._automata
        for url in apart:
            shape = shape_of(url)
            if shape is None:
                continue
            for name, text in texts_of(shape):
                accepts = automata.get(name, Automaton.of_nothing()).accepts(text)
                if accepts != self._asking.part(name).accepts(text):
                    yield name, text

    @property
    def result(self) -> UrlAgreement:
        """The result so far."""
        question = self._asking.question
        return UrlAgreement(
            readers=tuple(reader.name for reader in question.readers),
            versions=FrozenMapping(self._versions),
            aspects=question.aspects,
            schemes=question.schemes,
            idna=question.idna,
            seed=self._asking.seed,
            extra_states=self._extra_states,
            parts=FrozenMapping(self._parts),
            check=self._check,
            borders=tuple(self._borders),
            complete=self._complete,
        )

    def _learn(self, name: str) -> None:
        learned = self._learned(name)
        self._parts.pop(name, None)
        if not learned.automaton.is_empty:
            regex = None
            if name != ADDRESS:
                regex = regex_of(learned.automaton, _KNOWN.get(name, ()))
            self._parts[name] = AgreedPart(name, *learned, regex)

    def _learned(self, name: str) -> Learned:
        if name == SCHEME:
            schemes = self._asking.schemes
            either = alternate(map(text_of, schemes))
            return Learned(Automaton.of(either), len(schemes))
        part = self._asking.part(name)
        learned = learn(part, _algorithm(), self._extra_states, self._asking.seed)
        if name != REST:
            return learned
        return learned._replace(automaton=_with_all_beyond(learned.automaton))

    def _checked(self, parts: Mapping[str, Automaton]) -> Check:
        """Compare the automaton of whole URLs with the readers."""
        if SCHEME not in parts:
            return Check(0, (), 0)
        whole = compose(parts)
        apart = []
        urls = 0
        for url in whole_urls(self._asking, parts, self._checked_urls):
            urls += 1
            if whole.accepts(url) != self._asking.agrees_on(url):
                apart.append(url)
        return Check(urls, tuple(apart[:_APART_SHOWN]), len(apart))


def _algorithm() -> Algorithm:
    try:
        from hexapla.agreements.aalpy_learner import learned_by_aalpy
    except ImportError:
        missing = "learning automata needs AALpy; install it with: pip install 'hexapla[agreement]'"
        raise NotInstalledError(missing) from None
    return learned_by_aalpy


def _with_all_beyond(automaton: Automaton) -> Automaton:
    """Return an automaton that also covers the non-ASCII characters that weren't tried.

    Only some non-ASCII characters are tried. All other non-ASCII characters are assumed to behave
    like the largest set of equivalent non-ASCII characters among those that were tried.
    """
    beyond = [len(members & BEYOND_ASCII) for members in automaton.alphabet]
    if not any(beyond):
        return automaton
    largest = beyond.index(max(beyond))
    asked = Characters.of(ASKED_BEYOND_ASCII)
    alphabet = list(automaton.alphabet)
    alphabet[largest] |= BEYOND_ASCII - asked
    return attrs.evolve(automaton, alphabet=tuple(alphabet))


def whole_urls(asking: Asking, parts: Mapping[str, Automaton], count: int) -> Iterator[str]:
    """Yield whole URLs to check: combinations of parts, and random URLs.

    Three out of four URLs are combinations of parts, most of which the automata accept.

    Args:
        asking: The object that asks the readers about parts.
        parts: The automata of the parts, keyed by name.
        count: The number of URLs.
    """
    random = Random(f"{asking.seed} whole")
    words = {name: asking.part(name).words for name in PARTS if name != SCHEME}
    accepted = dict(words)
    for name, automaton in parts.items():
        if name != SCHEME:
            accepted[name] = list(filter(automaton.accepts, words[name])) or [""]
    drawn = Inputs((), max_length=0, seed=asking.seed + 1)
    for number in range(count):
        if number % 4 == 3:
            yield drawn.drawn(number)
            continue
        chosen = {}
        for name in words:
            source = words if random.random() < 0.1 else accepted
            chosen[name] = random.choice(source[name])
        host = chosen[NAME]
        if random.random() < 0.2:
            host = f"[{chosen[ADDRESS]}]"
        scheme = random.choice(asking.question.schemes)
        userinfo = chosen[USERINFO] if random.random() < 0.4 else None
        port = chosen[PORT] if random.random() < 0.4 else None
        yield Shape(scheme, userinfo, host, port, chosen[REST]).url


def agreement(
    *readers: Asked,
    on: str | Iterable[str] = HOST,
    schemes: Iterable[str] = SCHEMES,
    idna: bool = False,
    extra_states: int = 0,
    seed: int = 0,
    names: Iterable[str] | None = None,
    timeout: float = TIMEOUT,
) -> UrlAgreement:
    """Learn the set of URLs that standards and programs all interpret in the same way.

    >>> import hexapla
    >>> hexapla.agreement("rfc3986", "whatwg").matches("http://127.1/")
    False

    Args:
        readers: At least two readers. Each is a selector or a spec; a function that takes a URL and
            returns its components in a form that `identify(parse=…)` accepts, or raises an error;
            `adapter:NAME`; `python:MODULE:FUNCTION`; or a command.
        on: The aspect on which all readers must agree: `host`, another component, `accepts`
            (whether the URL is accepted), several of these, or `all`.
        schemes: The schemes that URLs may have, in lower case.
        idna: Whether the authority may contain characters beyond US-ASCII, and hosts may contain
            labels that begin with "xn--". The agreement on such URLs depends on the tables of IDNA
            and isn't exact.
        extra_states: The minimum number of additional states that the tests cover. The learned
            automaton of a part is exact (accepts precisely the strings on which the readers agree)
            if the part doesn't depend on the other parts, and if some exact automaton has at most
            this many more states. Each additional state multiplies the number of questions by the
            number of character sets.
        seed: The seed of the random strings.
        names: The names of the readers in the result; by default, they are derived from the
            readers.
        timeout: The time limit for each answer of a program, in seconds.

    Returns:
        The agreement, with its automaton, its regular expression and its borders.

    Raises:
        LookupError: A selector or an adapter is unknown.
        TypeError: An argument has the wrong type.
        ValueError: There are fewer than two readers, two readers have the same name, a string
            doesn't name a program, there are no schemes, an aspect is unknown, or a spec doesn't
            split URLs.
        OSError: A program can't be started.
        AbsentError: The parser of an adapter isn't installed.
        RunError: A program has stopped answering, or Hexapla is running on Windows, where it can't
            ask other programs.
        NotInstalledError: AALpy isn't installed.

    Source: RFC 3986, sections 3.2 to 3.2.3, for the delimiters between the parts.
    """
    asked = tuple(map(named_reader, readers))
    aspects = aspects_of(on)
    allowed = checked_items(schemes, "schemes", str)
    checked(extra_states, "extra_states", int)
    checked(seed, "seed", int)
    if names is None:
        known = names_of(asked)
    else:
        known = checked_items(names, "names")
    if len(asked) < 2 or len(set(known)) != len(asked):
        raise ValueError("give at least two readers with different names")
    if not allowed:
        raise ValueError("give at least one scheme")
    with readers_of(asked, known, aspects, timeout) as reading:
        learning = Learning(
            reading,
            aspects,
            allowed,
            idna=idna,
            extra_states=extra_states,
            seed=seed,
            versions=versions_of(asked, known),
        )
        return learning.shipped_or_learned(asked)
