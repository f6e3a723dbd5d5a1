"""What each parser does: its recorded answers to selected questions, each summarised in a word.

`support.toml` contains the questions, and the words for the answers. The answers of standards
aren't recorded but computed. This module doesn't decide who is right: a word describes an answer,
and the number of the word shows which parsers and standards share the answer.
"""

import functools
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import attrs

from hexapla.comparison.comparison import compare
from hexapla.divergence.model import HOST
from hexapla.documents.citation import Citation, Provision
from hexapla.identification.recording import Recording
from hexapla.implementations.asking import AnyAnswer, AnyCase, Case, UrlCase
from hexapla.implementations.labels import parser_label
from hexapla.operations.division import host_rules
from hexapla.standard.dividing import divided_by
from hexapla.standard.rule import Phase, Rule
from hexapla.standard.spec import Spec
from hexapla.text.slug import slug
from hexapla_site.folders import read_data
from hexapla_site.report.hosts import NO_HOST, reading_by, reading_of
from hexapla_site.report.implementations import Given, Silence, given, given_by
from hexapla_site.report.score import Score

REFUSES = "refuses"
BROWSERS = "Browsers"
Answering = TypeVar("Answering")
"""A standard, or the name of a parser."""
TARGET = "target"


# The questions.


@attrs.frozen
class SupportQuestion:
    """A question to all parsers: one input, and the words for the answers to it.

    Attributes:
        id: The anchor of the question on the page.
        title: The heading of the question's column.
        asks: The question as shown; text between backticks is code.
        about: The subject of the question; for an attack, the attacker's aim.
        case: The input to the parsers.
        looked_at: The part of the answer that counts: `TARGET`, or a component.
        words: The word for each answer. An answer that isn't a key is its own word.
        none: The word if the answer lacks the component that counts.
        more: Other terms that a reader may search for.
        explanation: The name of the article that explains the question; "" if there is none.
        known: The names of the known differentials that the question is about.
        is_attack: Whether the question is about an attack.
    """

    id: str
    title: str
    asks: str
    about: str
    case: AnyCase
    looked_at: str
    words: Mapping[str, str]
    none: str
    more: str
    explanation: str
    known: tuple[str, ...]
    is_attack: bool

    @property
    def is_resolved(self) -> bool:
        """Whether the question is about resolving a reference rather than parsing a URL."""
        return isinstance(self.case, Case)

    def word_for(self, answer: Given) -> str:
        """Return the word for an answer, which may be the answer itself."""
        if answer is Silence.REJECTED or (answer is None and self.is_resolved):
            return REFUSES
        if isinstance(answer, str):
            return self.words.get(answer, answer)
        return self.none if answer is None else str(answer.value)


def _question(form: Mapping[str, Any], usual_base: str, *, is_attack: bool) -> SupportQuestion:
    case: AnyCase
    if "url" in form:
        case = UrlCase(form["url"])
    else:
        case = Case(form.get("base", usual_base), form["reference"])
    words = {}
    for word, answers in form.get("words", {}).items():
        words.update(dict.fromkeys(answers, word))
    return SupportQuestion(
        id=form["id"],
        title=form["title"],
        asks=form["asks"],
        about=form["wants" if is_attack else "about"],
        case=case,
        looked_at=form.get("looked_at", TARGET),
        words=words,
        none=form.get("none", NO_HOST),
        more=form["more"],
        explanation=form.get("explanation", ""),
        known=tuple(form.get("known", ())),
        is_attack=is_attack,
    )


@functools.cache
def support_questions() -> tuple[SupportQuestion, ...]:
    """Return the questions; those about attacks come last."""
    form = read_data("support.toml")
    base = form["base"]
    questions = [_question(item, base, is_attack=False) for item in form["question"]]
    attacks = [_question(item, base, is_attack=True) for item in form["attack"]]
    return (*questions, *attacks)


# Versions.


@attrs.frozen
class Era:
    """A word for a parser's answer, and the oldest tested version from which the word applies."""

    since: str
    word: str
    is_answer: bool


def eras_of(question: SupportQuestion, name: str, version: str) -> tuple[Era, ...]:
    """Return the words for the answers of a parser's versions to a question, newest first.

    The result is empty if all versions are known to have the same word, if the answers of the
    versions are unknown, or if the question isn't about the host.

    Args:
        question: The question.
        name: The name of the parser.
        version: The newest version to consider.
    """
    history = _histories().get(name)
    number = version.removeprefix("go")
    if history is None or number not in history["versions"] or question.looked_at != HOST:
        return ()
    (url,) = question.case.texts
    versions = list(history["versions"])
    newest = versions.index(number)
    eras: list[Era] = []
    for item in history["changed"].get(url, ()):
        answer: Given = Silence.REJECTED if "error" in item else item["host"]
        word = question.word_for(answer)
        since = item["since"]
        if versions.index(since) <= newest and (not eras or eras[-1].word != word):
            eras.append(Era(since, word, word == answer))
    return tuple(reversed(eras)) if len(eras) > 1 else ()


@functools.cache
def _histories() -> Mapping[str, Mapping[str, Any]]:
    return {item["name"]: item for item in read_data("parser-history.json")}


# The rules.


@attrs.frozen
class WordReason:
    """The reason for a standard's answer: what the standard says, and where it says so.

    `rule` is None if the page of the standard has no anchor for the rule.
    """

    spec: Spec
    says: str
    citation: Citation
    rule: Rule | None = None


def reasons_of(
    question: SupportQuestion, spec: Spec, others: Sequence[Spec]
) -> tuple[WordReason, ...]:
    """Return the reasons for a standard's answer; empty if they are unknown.

    Args:
        question: The question.
        spec: The standard.
        others: The standards that give another answer, oldest first.
    """
    if isinstance(question.case, Case):
        return tuple(_reasons_for_target(question.case, spec, others))
    provision = _provision_for_component(question, spec, others)
    if provision is None:
        return ()
    says = provision.does.removeprefix("says that ")
    rule = next((rule for rule in spec.rules if rule.says == says), None)
    return (WordReason(spec, says, provision.citation, rule),)


def _reasons_for_target(case: Case, spec: Spec, others: Sequence[Spec]) -> Iterator[WordReason]:
    """Yield the rule of a standard that makes the difference.

    If that rule only classifies the reference, or if there is no such rule, also yield the last
    rule that changed the target.
    """
    rules: list[Rule] = []
    if others:
        comparison = compare(case.reference, base=case.base, specs=(spec, others[-1]))
        for cause in comparison.target.causes_of_pairs[:1]:
            of_spec = [side.rule for side in cause.deciding.sides if side.spec.id == spec.id]
            rules += of_spec[:1]
    if all(rule.phase is Phase.CLASSIFY for rule in rules):
        steps = spec.resolve(case.reference, base=case.base).steps
        changing = [step.rule for step in steps if step.changed]
        rules += changing[-1:]
    for rule in rules:
        yield WordReason(spec, rule.says, rule.citation, rule)


def _provision_for_component(
    question: SupportQuestion, spec: Spec, others: Sequence[Spec]
) -> Provision | None:
    """Return the provision by which a standard rejects the URL or differs from other standards.

    If no standard gives another answer, it is the provision for the component's start. None if
    there is no such provision.
    """
    (url,) = question.case.texts
    divided = divided_by(spec, url)
    if divided.refusal is not None:
        return divided.refusal
    for other in reversed(others):
        provisions = host_rules(divided, divided_by(other, url)).provisions
        if provisions:
            return provisions[0]
    bounds = divided.bounds.get(question.looked_at)
    return bounds.start if bounds is not None and not others else None


# The answers.


@attrs.frozen
class Answerer:
    """A parser in the version that was tested.

    Attributes:
        name: The name of the parser's adapter.
        group: The parser's language, or `BROWSERS`.
        version: The version.
        score: The parser's score for resolving or parsing, whichever the questions are about.
    """

    name: str
    group: str
    version: str
    score: Score

    @property
    def label(self) -> str:
        """The label of the parser on pages."""
        return parser_label(self.name)

    @property
    def group_id(self) -> str:
        """The name by which the page's filter refers to the group."""
        return slug(self.group.replace("+", "-plus"))


@attrs.frozen
class WordGroup:
    """The standards and parsers with the same word for a question.

    Attributes:
        id: The anchor of the group on the page.
        word: The word.
        answers: The answers that the word stands for, without those that aren't strings.
        specs: The standards, oldest first.
        names: The names of the parsers.
        number: The number of the word, from 1; None if the word says that there is no answer. The
            word of the newest standard comes first.
        is_answer: Whether the word is the answer itself.
        reasons: The reasons for the answer of the newest of `specs`.
    """

    id: str
    word: str
    answers: tuple[str, ...]
    specs: tuple[Spec, ...]
    names: tuple[str, ...]
    number: int | None
    is_answer: bool
    reasons: tuple[WordReason, ...] = ()


@attrs.frozen(slots=False)
class SupportRow:
    """A question with all answers to it.

    Attributes:
        question: The question.
        by_spec: The answer of each standard.
        by_name: The answer of each parser.
        versions: The versions of the parsers, keyed by name.
    """

    question: SupportQuestion
    by_spec: Mapping[Spec, Given]
    by_name: Mapping[str, Given]
    versions: Mapping[str, str]

    @functools.cached_property
    def groups(self) -> tuple[WordGroup, ...]:
        """The groups of standards and parsers with the same word.

        Groups with standards come first, beginning with the newest standard's group. The other
        groups follow, the largest first. Groups for a missing answer come last.
        """
        newest_first = reversed(list(self.by_spec.values()))
        by_word: dict[str, list[Given]] = {}
        for answer in (*newest_first, *self._by_number_of_parsers()):
            by_word.setdefault(self.question.word_for(answer), []).append(answer)
        words = sorted(by_word.items(), key=lambda item: _is_silent(item[1][0]))
        groups = []
        for place, (word, answers) in enumerate(words, 1):
            groups.append(self._group(place, word, answers))
        return tuple(groups)

    def _by_number_of_parsers(self) -> Sequence[Given]:
        answers = self.by_name.values()
        word_for = self.question.word_for
        parsers = Counter(map(word_for, answers))
        return sorted(answers, key=lambda answer: -parsers[word_for(answer)])

    def _group(self, place: int, word: str, answers: Sequence[Given]) -> WordGroup:
        number = None if _is_silent(answers[0]) else place
        texts = tuple(dict.fromkeys(answer for answer in answers if isinstance(answer, str)))
        specs = self._with(word, self.by_spec)
        reasons: tuple[WordReason, ...] = ()
        if number is not None and specs:
            reasons = self._reasons(specs[-1], word)
        return WordGroup(
            id=f"{self.question.id}-{place}",
            word=word,
            answers=texts,
            specs=specs,
            names=self._with(word, self.by_name),
            number=number,
            is_answer=texts == (word,),
            reasons=reasons,
        )

    def _with(self, word: str, answers: Mapping[Answering, Given]) -> tuple[Answering, ...]:
        """Return the standards or parsers whose answers have the given word."""
        word_for = self.question.word_for
        return tuple(key for key, answer in answers.items() if word_for(answer) == word)

    def _reasons(self, spec: Spec, word: str) -> tuple[WordReason, ...]:
        others = []
        for other, answer in self.by_spec.items():
            if answer is not Silence.NO_RULE and self.word_of(other) != word:
                others.append(other)
        return reasons_of(self.question, spec, others)

    def word_of(self, answerer: Spec | str) -> str:
        """Return the word of a standard or, given its name, of a parser."""
        if isinstance(answerer, str):
            return self.question.word_for(self.by_name[answerer])
        return self.question.word_for(self.by_spec[answerer])

    def group_of(self, answerer: Spec | str) -> WordGroup:
        """Return the group with the word of a standard or, given its name, of a parser."""
        word = self.word_of(answerer)
        return next(group for group in self.groups if group.word == word)

    def eras(self, name: str) -> tuple[Era, ...]:
        """Return the words for a parser's versions up to the recorded version, newest first."""
        return eras_of(self.question, name, self.versions[name])


def _is_silent(answer: Given) -> bool:
    return isinstance(answer, Silence) and answer is not Silence.REJECTED


@attrs.frozen(slots=False)
class SupportTable:
    """Questions to the same parsers, with the answers.

    Attributes:
        id: The table's anchor on the page: "resolving", "parsing" or "attacks".
        columns: The standards, oldest first.
        rows: The questions.
        answerers: The parsers.
    """

    id: str
    columns: tuple[Spec, ...]
    rows: tuple[SupportRow, ...]
    answerers: tuple[Answerer, ...]

    @property
    def count(self) -> int:
        """The number of standards and parsers."""
        return len(self.columns) + len(self.answerers)

    @functools.cached_property
    def by_group(self) -> Mapping[str, tuple[Answerer, ...]]:
        """The parsers, grouped by language; browsers come first."""
        groups = sorted({item.group for item in self.answerers}, key=str.casefold)
        groups.sort(key=lambda group: group != BROWSERS)
        by_group: dict[str, tuple[Answerer, ...]] = dict.fromkeys(groups, ())
        for item in self.answerers:
            by_group[item.group] += (item,)
        return by_group


def support_table(
    id: str,
    questions: Iterable[SupportQuestion],
    columns: tuple[Spec, ...],
    recordings: Sequence[Recording],
    scores: Mapping[str, Score],
) -> SupportTable:
    """Return a table of questions with the answers of standards and recorded answers of parsers.

    Args:
        id: The anchor of the table on the page.
        questions: The questions, all about resolving or all about parsing.
        columns: The standards, oldest first.
        recordings: The recorded answers of the parsers.
        scores: The scores of the parsers, keyed by name.
    """
    browsers = read_data("support.toml")["browsers"]
    answerers = []
    for item in recordings:
        group = BROWSERS if item.name in browsers else item.language
        answerers.append(Answerer(item.name, group, item.version, scores[item.name]))
    answers = {item.name: item.by_case for item in recordings}
    versions = {item.name: item.version for item in recordings}
    rows = []
    for question in questions:
        by_name = {}
        for name, by_case in answers.items():
            by_name[name] = _given(question, by_case[question.case])
        by_spec = {spec: answer_by(question, spec) for spec in columns}
        rows.append(SupportRow(question, by_spec, by_name, versions))
    return SupportTable(id, columns, tuple(rows), tuple(answerers))


def _given(question: SupportQuestion, answer: AnyAnswer) -> Given:
    return given(answer) if question.is_resolved else reading_of(answer, question.looked_at)


def answer_by(question: SupportQuestion, spec: Spec) -> Given:
    """Compute the answer of a standard to a question."""
    if isinstance(question.case, Case):
        return given_by(spec, question.case)
    if spec.standard.division is None:
        return Silence.NO_RULE
    (url,) = question.case.texts
    return reading_by(divided_by(spec, url), question.looked_at)
