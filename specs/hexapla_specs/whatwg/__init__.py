"""URL Standard (WHATWG), as of July 2026 and as of seven earlier dates."""

import functools
import re
from collections.abc import Callable, Mapping
from importlib.util import find_spec
from pathlib import Path

import attrs

from hexapla.documents.citation import Citation, Provision
from hexapla.operations.operation import operation
from hexapla.standard.component import Component
from hexapla.standard.driver import Parts
from hexapla.standard.phases import NoUri, Options, PhaseResult, Reason, Record, Step, Target
from hexapla.standard.rule import Phase, Rule, rules_in
from hexapla.standard.standard import Standard
from hexapla.standard.syntax import Syntax, ValidationError
from hexapla.standard.trace import Trace
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg import former, history, parsing, phases
from hexapla_specs.whatwg import rules as url_rules
from hexapla_specs.whatwg.components import COMPONENTS, FORM_NAMES, SCHEME, WHATWG, cite
from hexapla_specs.whatwg.history import (
    AS_OF,
    PARSERS,
    deciding_changes,
    is_alike_at_each_date,
    provision_of,
)
from hexapla_specs.whatwg.parsing import Parsed, TextParser
from hexapla_specs.whatwg.search_frames import SEARCH_FRAMES
from hexapla_specs.whatwg.serializing import recombine, written
from hexapla_specs.whatwg.states import state_without_scheme
from hexapla_specs.whatwg.syntax import SYNTAX, syntax_under
from hexapla_specs.whatwg.validation import validation_errors

if find_spec("ada_url") is None:
    raise ModuleNotFoundError("No module named 'ada_url'", name="ada_url")

_SPECIAL_BASE = "http://h/"
# A reference that fails under each of these bases fails under every base.
_KINDS_OF_BASE = (_SPECIAL_BASE, "x://h/", "file:///")

# For bases and references that match this pattern, no word is treated differently from another: in
# HTTP and FTP URLs with a lower-case domain, the parser's states (4.4) treat characters differently
# only if they belong to delimiters, dot segments or percent-encoding. A host that ends in a number
# would be an IPv4 address, so it isn't matched here.
_LABEL = "(?!..--|-)[a-z0-9-]+(?<!-)"
_DOMAIN = rf"(?:{_LABEL}\.)*(?=[a-z]){_LABEL}(?=[/?# ]|\Z)"


def _any(others: str, above: str = "") -> str:
    """Return a pattern for text in which the parser treats all words alike.

    The pattern never backtracks, to save memory.

    Args:
        others: Further US-ASCII characters, which aren't delimiters at this place.
        above: An alternative for other characters; "" if there is none.
    """
    return rf"(?:[A-Za-z0-9$_+!*(),&=;.@~{others}-]++|%(?!2[Ee])[0-9A-Fa-f]{{2}}{above})*+"


# This set is a separate alternative; merged with the ASCII characters, it would take much longer to
# compile.
_ABOVE = r"|[^\0-\x7f\ud800-\udfff]++"
_FRAGMENT = f"(?:#{_any('/?#')})?"
_WORDS_ALIKE = re.compile(
    rf"(?:https?|ftp)://{_DOMAIN}/{_any('/', _ABOVE)}(?:\?{_any('/?', _ABOVE)})?{_FRAGMENT} "
    rf"(?:(?:(?:https?|ftp):)?//{_DOMAIN}|(?!//)){_any('/?', _ABOVE)}{_FRAGMENT}"
)


class Whatwg(Standard):
    """URL Standard: URLs as parsed by browsers. Unicode ToASCII is provided by the library Ada."""

    document = WHATWG
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    readings = (AS_OF,)
    rules = rules_in(url_rules, former)
    cases_path = Path(__file__).with_name("cases.json")
    default_column = candidate = parser_decides = True
    insensitive_to_words = _WORDS_ALIKE

    telling_pieces = (
        "a",
        ":",
        "/",
        "?",
        "#",
        ".",
        "\\",
        "\t",
        " ",
        "%",
        "|",
        "@",
        "[",
        "]",
        "1",
        "A",
        "é",
        "//",
        "%2e",
        "http:",
        "file:",
        ":01",
        ":80",
        ":65536",
        "[::01]",
        "localhost",
    )
    telling_frames = SEARCH_FRAMES
    telling_bases = FrozenMapping(
        {
            "http://A/b": "a special URL whose host is not in normal form",
            "http://a/b/../c": "a special URL with dot segments in its path",
            "file:///a": "a file URL",
            "file:///C:": "a file URL with nothing but a drive letter",
            "file:///C:/a": "a file URL with a drive letter",
            "x://a": "an authority that is not special",
            "x:a": "an opaque path",
        }
    )

    runs_by_phase = False
    splits_by_base = True
    rewrites = True
    form = staticmethod(parsing.form)
    recombine = staticmethod(recombine)
    text_of = staticmethod(written)

    escaping = operation("hexapla_specs.whatwg.operations:WhatwgEscaping")
    equivalence = operation("hexapla_specs.whatwg.operations:WhatwgEquivalence")
    division = operation("hexapla_specs.whatwg.authority:WhatwgDivision")

    @functools.cached_property
    def parser(self) -> TextParser:
        """The parser as of the date chosen by the reading as-of."""
        return history.parser_as_of(self.options)

    # Parsing and resolving, each in a single run of the parser.

    def parse(self, text: str, options: Options, trace: Trace | None) -> Parsed:
        """Parse a string without a base."""
        return self.parser.parse(text)

    def resolve_text(self, base: Parts, reference: str) -> Target:
        """Resolve a reference against a parsed base."""
        return self.parser.resolve_text(base, reference)

    @functools.cached_property
    def split(self) -> Callable[..., Parsed]:
        """The function that parses a string, with or without a parsed base."""
        return self.parser.split

    @functools.cached_property
    def resolve_parts(self) -> Callable[..., Target]:
        """The function that resolves a parsed reference against a parsed base."""
        return self.parser.resolve

    def record(self, reference: str, *, base: str) -> Record:
        """Resolve a reference and record every step; any `str` is accepted for both."""
        steps = self._steps_for(checked(base, "base"), checked(reference, "reference"))
        phases.play(phases.watched(self.parser, reference, self.parser.parse(base)), steps)
        return steps.record

    def record_parsing(self, text: str) -> Record:
        """Parse a string and record every step; any `str` is accepted."""
        steps = self._steps_for(None, checked(text, "text"))
        phases.play_parsing(phases.watched_alone(self.parser, text), steps)
        return steps.record

    def _steps_for(self, base: str | None, text: str) -> Trace:
        """Create a trace for the steps, including the date if the result depends on the date."""
        steps = Trace(self.text_of, self.options, text)
        self.ask(steps.options, base, text)
        steps.keep_choices()
        return steps

    def passed_from(
        self, base: Parts, parts: Parts, after: Phase = Phase.SPLIT, rule: Rule | None = None
    ) -> tuple[PhaseResult, ...]:
        """Resume resolving after a given phase; return the results of this and all later phases."""
        return phases.resumed(self.parser, self.parser.of(base), parts, after, rule).passed

    def continue_parts(
        self, base: Parts, parts: Parts, after: Phase = Phase.SPLIT, rule: Rule | None = None
    ) -> Record:
        """Resolve from the components after a given phase, and record every step."""
        checked(after, "after", Phase)
        checked(rule, "rule", Rule, type(None))
        base_parts = self.parser.of(base)
        return phases.continued(self.parser, self.options, base_parts, parts, after, rule)

    def clean_text(self, text: str) -> str:
        """Clean a string as the parser does."""
        return self.parser.clean(text)

    def ask(self, options: Options, base: str | None, text: str) -> None:
        """Consult the reading as-of if the result depends on the date."""
        if base is not None and is_alike_at_each_date(base, text):
            return
        # The newest text differs most often from the oldest one.
        newest, *between, oldest = PARSERS.values()
        first = _result_at(newest, base, text)
        if any(_result_at(parser, base, text) != first for parser in (oldest, *between)):
            options[AS_OF.name]

    def changes_since(self, other: Standard, text: str, base: str | None) -> tuple[Provision, ...]:
        """Return the commits that change the result between two dates.

        The result is the target if there is a base; otherwise, it is the URL record.
        """
        newer, older = sorted((self.options[AS_OF.name], other.options[AS_OF.name]), reverse=True)

        def ask(parser: TextParser) -> object:
            if base is None:
                return parser.url_of(text)
            return parser.resolve_text(parser.parse(base), text)

        return tuple(map(provision_of, deciding_changes(newer, older, ask)))

    # The positions of the components.

    def spans_of(self, parts: Parts) -> tuple[Span | None, ...]:
        """Return the span of each component, in code points."""
        return parsing.spans_of(self.parser.of(checked(parts, "parts", tuple)))

    def ends_of(self, parts: Parts) -> Mapping[str, int] | None:
        """Return the end of each component by shared name; None for a failure, or if unknown."""
        parsed = self.parser.of(parts)
        return None if self._failure(parsed) else parsing.ends_of(parsed)

    def needs_base(self, parts: Parts) -> Reason | None:
        """Return why the parser rejects a reference that another base can turn into a URL.

        The result is None if there is no such failure, or if parsing the base failed. Without a
        base, the reference is split as under a base that isn't special.
        """
        parsed = self.parser.of(checked(parts, "parts", tuple))
        failure = parsed.run.failure
        if failure is None or self._failure(parsed) is not None:
            return None
        if parsed.base is not None:
            base = parsed.base.run
            if base.failure is not None or not base.has_opaque_path:
                return None
        return failure.reason

    def _failure(self, parts: Parsed) -> NoUri | None:
        """Return the failure of a string with a scheme, or of one that fails under every base.

        The result is None if the text is a URL, or a reference that a base can turn into a URL.
        """
        run = parts.run
        if parts.scheme is None:
            return None if run.failure is None else self._failure_under_any_base(parts.text)
        if parts.base is not None:
            base = parts.base.run
            # Parse again without the base if the base can affect the result: if the base is
            # failure, if it has the same scheme or, at one date, if the URL is a file URL.
            if base.failure is not None or run.scheme in (base.scheme, "file"):
                run = self.parser.parse(parts.text).run
        return run.failure

    def _failure_under_any_base(self, text: str) -> NoUri | None:
        """Return the failure under a special base if the other kinds of bases fail too."""
        bases = map(self.parser.parse, _KINDS_OF_BASE)
        targets = [self.parser.resolve_text(base, text) for base in bases]
        failures = [target for target in targets if isinstance(target, NoUri)]
        return failures[0] if len(failures) == len(targets) else None

    def base_as_read(self, base: str) -> str:
        """Parse and serialize a base; return it unchanged if parsing returns failure."""
        url = self.parser.url_of(checked(base, "base"))
        return base if isinstance(url, NoUri) else written(url)

    def steps_of_base(self, base: str, rule: Rule) -> tuple[Step, ...]:
        """Return the steps that rewrote the base's parts, if a combining rule uses these parts."""
        return phases.steps_of_base(self.parser, self.parser.parse(checked(base, "base")), rule)

    def cited(self, citation: Citation) -> Citation:
        """Return a citation; for an earlier date, without step numbers.

        Step numbers and some names of states have changed since then.
        """
        date = self.options[AS_OF.name]
        return citation if date == AS_OF.default else history.as_of_date(citation, date)

    def citation_of(self, component: Component, parts: Parts) -> Citation | None:
        """Cite the step that sets a component; None if parsing failed before that step.

        For a missing scheme, it is the step that detects this; for another missing component, the
        step that usually sets it.
        """
        run = self.parser.of(parts).run
        place = self.components.index(component)
        if place == SCHEME and place not in run.cuts:
            return cite(state_without_scheme(run.text))
        if run.cut_by_failure is not None and place not in run.cut_by_failure:
            return None
        if place not in run.cuts:
            return component.citation
        _, _, section = run.cuts[place]
        return cite(section)

    def steps_of_reading(self, parts: Parts) -> tuple[Step, ...]:
        """Return the steps from an absolute URL to the serialization of its URL record.

        For a reference that fails under every base, they are the steps to the failure. For any
        other reference, there are none.
        """
        parsed = self.parser.of(parts)
        if parsed.scheme is not None:
            return phases.steps_of_reading(self.parser, parsed.text)
        if self._failure(parsed) is None:
            return ()
        return phases.steps_of_reading(self.parser, parsed.text, self.parser.parse(_SPECIAL_BASE))

    # Validity.

    def syntax_of(self, parts: Parts, base: Parts | None = None) -> Syntax | None:
        """Return the syntax of valid URL strings, which depends on the base.

        The result is None for an earlier date, whose text had another syntax.
        """
        if self.options[AS_OF.name] != AS_OF.default:
            return None
        return SYNTAX if base is None else syntax_under(self.parser.of(base).run)

    def errors_of(self, parts: Parts, base: Parts | None = None) -> tuple[ValidationError, ...]:
        """Return the validation errors (1.1); a base that can't be parsed is ignored.

        For an earlier version of the standard, the errors, except for a failure, are those that the
        current text reports in the steps that the earlier version's parser takes.
        """
        text = str(parts[0])
        base_parts = None if base is None else self.parser.of(base)
        if base_parts is not None and isinstance(base_parts.run.url, NoUri):
            base_parts = None
        errors = validation_errors(self.parser, text, base_parts)
        return tuple(map(self._as_of_date, errors))

    def _as_of_date(self, error: ValidationError) -> ValidationError:
        """Return an error as of the date: citing its text, and unnamed if errors had no names."""
        name = error.name if self.parser.states.names_errors else ""
        return attrs.evolve(error, name=name, citation=self.cited(error.citation))

    def failure_of(self, parts: Parts) -> Reason | None:
        """Return why the parser rejects a string; None if it doesn't.

        A string without a scheme counts as rejected only if the parser rejects it under every base.
        """
        parsed = self.parser.of(parts)
        failure = self._failure(parsed)
        if failure is None:
            return None
        assert failure.reason is not None  # each failure has a reason
        says = failure.reason.says
        if self.parser.states.names_errors:
            base = None if parsed.scheme is not None else self.parser.parse(_SPECIAL_BASE)
            *_, error = self.errors_of(parsed, base)
            says = f"{error.name}, at {error.offset}"
        return Reason(says, self.cited(failure.reason.citation))

    def values_of(self, parts: Parts) -> Mapping[str, str | None]:
        """Return the components of the URL record that differ from the text as written.

        There are none for a relative reference or a failure.
        """
        parsed = self.parser.of(parts)
        url = self.parser.url_of(parsed.text)
        if parsed.scheme is None or isinstance(url, NoUri):
            return FrozenMapping()
        named = zip(self.component_names, parsed[1:], url, strict=True)
        return FrozenMapping((name, value) for name, text, value in named if text != value)

    def is_absolute(self, text: str) -> bool:
        """Return whether the parser accepts a string without a base."""
        return not isinstance(self.parser.url_of(checked(text, "text")), NoUri)


def _result_at(parser: TextParser, base: str | None, text: str) -> object:
    """Return a parser's result for a string.

    This is the target or, without a base, the components and whether parsing succeeds.
    """
    if base is not None:
        return parser.resolve_text(parser.parse(base), text)
    parsed = parser.parse(text)
    return parsed, parsed.run.failure is None


STANDARD = Whatwg()
