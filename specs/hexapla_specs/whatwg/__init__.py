"""URL Standard (WHATWG), as of July 2026."""

import functools
import re
from collections.abc import Callable, Iterator, Mapping
from importlib.util import find_spec
from typing import Any

from hexapla.documents.reading import Choice
from hexapla.operations.operation import operation
from hexapla.standard.component import REMOVED
from hexapla.standard.phases import NoUri, Options, Reason
from hexapla.standard.rule import Phase, Rule, rules_in
from hexapla.standard.standard import Standard
from hexapla.standard.syntax import Syntax, ValidationError
from hexapla.standard.trace import Trace
from hexapla.text.span import Span
from hexapla.values.checked import checked
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.whatwg import former, history, normalising, resolving
from hexapla_specs.whatwg import parsing as url_parsing
from hexapla_specs.whatwg.components import COMPONENTS, FORM_NAMES, PORT, WHATWG, Parsed
from hexapla_specs.whatwg.history import AS_OF, UrlParser, is_alike_at_each_date
from hexapla_specs.whatwg.parsing import spans_in
from hexapla_specs.whatwg.syntax import SYNTAX, syntax_under
from hexapla_specs.whatwg.validation_errors import validation_errors

if find_spec("ada_url") is None:
    raise ModuleNotFoundError("No module named 'ada_url'", name="ada_url")

# In URLs of HTTP and FTP whose host is a domain of small letters, the states tell apart only marks,
# dot segments, and what is percent-encoded (4.4). A host that ends in a number is an address.
_LABEL = "(?!..--|-)[a-z0-9-]+(?<!-)"
_DOMAIN = rf"(?:{_LABEL}\.)*(?=[a-z]){_LABEL}(?=[/?# ]|\Z)"


def _any(others: str, above: str = "") -> str:
    """Return a pattern for any such text; it goes back nowhere, which would take much memory."""
    return rf"(?:[A-Za-z0-9$_+!*(),&=;.@~{others}-]++|%(?!2[Ee])[0-9A-Fa-f]{{2}}{above})*+"


# A set by itself: together with single characters it takes ten times as long to compile.
_ABOVE = r"|[^\0-\x7f\ud800-\udfff]++"
_FRAGMENT = f"(?:#{_any('/?#')})?"
_WORDS_ALIKE = re.compile(
    rf"(?:https?|ftp)://{_DOMAIN}/{_any('/', _ABOVE)}(?:\?{_any('/?', _ABOVE)})?{_FRAGMENT} "
    rf"(?:(?:(?:https?|ftp):)?//{_DOMAIN}|(?!//)){_any('/?', _ABOVE)}{_FRAGMENT}"
)


def _of_parser(name: str) -> Any:
    """Return what a class has for a phase that is as of a date."""
    return functools.cached_property(lambda spec: getattr(spec.parser, name))


class Whatwg(Standard):
    """URL Standard: what browsers do. IDNA is the library Ada's."""

    document = WHATWG
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    readings = (AS_OF,)
    rules = rules_in(*map(vars, (url_parsing, resolving, normalising, former)))
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
    telling_bases = FrozenMapping(
        {
            "http://A/b/../c": "a special URL that is not in normal form",
            "file:///a": "a file URL",
            "file:///C:/a": "a file URL with a drive letter",
            "x://a": "an authority that is not special",
            "x:a": "an opaque path",
        }
    )

    splits_by_base = True
    parse = _of_parser("parse")
    form = staticmethod(url_parsing.form)
    classify = _of_parser("classify")
    combine = _of_parser("combine")
    remove_dots = _of_parser("without_dots")
    normalise = _of_parser("normalised")
    recombine = _of_parser("recombine")
    text_of = staticmethod(resolving.written)

    escaping = operation("hexapla_specs.whatwg.operations:WhatwgEscaping")
    equivalence = operation("hexapla_specs.whatwg.operations:WhatwgEquivalence")
    division = operation("hexapla_specs.whatwg.authority:WhatwgDivision")

    @functools.cached_property
    def parser(self) -> UrlParser:
        """The parser as of the date chosen."""
        return history.parser_as_of(self.options)

    @functools.cached_property
    def at_each_date(self) -> tuple[Standard, ...]:
        """A reading of the standard under each of its dates."""
        return tuple(self.choosing(Choice(AS_OF.name, date)) for date in AS_OF.options)

    @functools.cached_property
    def split(self) -> Callable[..., Parsed]:
        """The function that parses a text; it may be given the parsed base."""
        return self.parser.split

    def split_watched(self, text: str, base: Any, trace: Trace) -> tuple[Any, ...]:
        """Parse a text, under a base that was parsed, while a trace watches."""
        return self.parser.split_watched(text, base, trace)

    def clean_text(self, text: str) -> str:
        """Return a text without what the parser removes from it."""
        return self.parser.clean(text)

    def ask(self, options: Options, base: str | None, text: str) -> None:
        """Ask for the date, where the results of two differ."""
        given: Iterator[object]
        if base is None:
            given = (standard.split(text) for standard in self.at_each_date)
        elif is_alike_at_each_date(base, text):
            return
        else:
            given = (
                standard.spec.resolve(text, base=base).target for standard in self.at_each_date
            )
        first = next(given)
        if any(other != first for other in given):
            options[AS_OF.name]

    def spans_of(self, parts: Parsed) -> tuple[Span | None, ...]:
        """Return the span of each part, in code points."""
        text = checked(parts, "parts", tuple)[0]
        return spans_in(text, self.clean_text(text), parts)

    def ends_by_span(self, parts: Parsed) -> Mapping[str, int] | None:
        """Return where the parts end; None for an absolute URL for which there is failure."""
        if parts[1] is not None and isinstance(self.parser.parse_url(parts), NoUri):
            return None
        ends = super().ends_by_span(parts)
        removed = len(url_parsing.scalar_values(parts[0])) - len(self.clean_text(parts[0]))
        return ends if ends is None or removed == 0 else {**ends, REMOVED: removed}

    def rules_of_base(self, base: str, rule: Rule) -> tuple[Rule, ...]:
        """Return what rewrites a base before a rule takes of its URL record."""
        if rule not in resolving.OF_PARSED_BASE.values():
            return ()
        # The URL "x:/" has nothing that the base, as a reference, could take.
        steps = [step for step in self.record(base, base="x:/").steps if step.changed]
        taken = resolving.LAST_TAKEN.get(rule.kind, PORT)
        phases = (Phase.CLEAN, Phase.DOTS) if taken > PORT else (Phase.CLEAN,)
        rules = self.parser.normalising_rules(self.split(base))
        return (
            *(step.rule for step in steps if step.phase in phases),
            *(item for place, item in rules if place <= taken),
        )

    def syntax_of(self, parts: Parsed, base: Parsed | None = None) -> Syntax:
        """Return what a valid URL string is, given the base."""
        return SYNTAX if base is None else syntax_under(self.parser.parse_url(base))

    def errors_of(self, parts: Parsed, base: Parsed | None = None) -> tuple[ValidationError, ...]:
        """Return the validation errors (1.1); a base that is no URL is none."""
        record = None if base is None else self.parser.parse_url(base)
        return validation_errors(parts[0], None if isinstance(record, NoUri) else record)

    def failure_of(self, parts: Parsed) -> Reason | None:
        """Return the validation error by which an absolute URL is failure; None for any other."""
        if parts[1] is None:
            return None
        record = self.parser.parse_url(parts)
        if not isinstance(record, NoUri):
            return None
        failures = [error for error in self.errors_of(parts) if error.failure]
        if not failures:
            return record.reason
        last = failures[-1]
        return Reason(f"{last.name}, at {last.offset}", last.citation)

    def values_of(self, parts: Parsed) -> Mapping[str, str | None]:
        """Return the components of the URL record that are written otherwise in the text."""
        record = () if parts[1] is None else self.parser.parse_url(parts)
        if isinstance(record, NoUri):
            return FrozenMapping()
        named = zip(self.component_names, parts[1:], record, strict=False)
        return FrozenMapping((name, value) for name, text, value in named if text != value)

    def is_absolute(self, text: str) -> bool:
        """Return whether a text is a URL by itself: the parser parses it without a base."""
        return not isinstance(self.parser.parse_url(self.split(checked(text, "text"))), NoUri)


STANDARD = Whatwg()
