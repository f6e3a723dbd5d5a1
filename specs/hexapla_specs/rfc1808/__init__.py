"""RFC 1808, Relative Uniform Resource Locators (R. Fielding, June 1995)."""

from pathlib import Path

from hexapla.documents.citation import Provision
from hexapla.operations.base import BaseLevel, BasePrecedence, BaseRule, Source
from hexapla.operations.escaping import EscapingRules
from hexapla.standard.example import Example, load_examples
from hexapla.standard.spec import Spec
from hexapla.values.frozen import FrozenMapping
from hexapla_specs.rfc1808 import resolving
from hexapla_specs.rfc1808.document import RFC1808, cite
from hexapla_specs.rfc1808.syntax import COMPONENTS, FORM_NAMES, PARSING, SYNTAX, form

# 2.2: escapes stand in the grammar; the memo does not say what they mean, or when two URLs are the
# same.

NO_MEANING = Provision(
    cite("2.2", "BNF for Relative URLs"),
    "has escapes in its grammar and does not say what they mean",
)
MALFORMED_ESCAPE = Provision(
    cite("2.2", "BNF for Relative URLs"), "has two hexadecimal digits in every escape"
)

# 3 Establishing a Base URL, and 10 Embedding the Base URL in HTML documents.

EMBEDDED = "Base URL within Document Content"
BASE_PRECEDENCE = BasePrecedence(
    (
        BaseRule(
            BaseLevel.DOCUMENT,
            Source.BASE_ELEMENT,
            Provision(
                cite("3.1, 10", EMBEDDED), "takes the base that the content has within itself"
            ),
        ),
        BaseRule(
            BaseLevel.DOCUMENT,
            Source.HEADER,
            Provision(cite("3.1", EMBEDDED), "takes the base of a message from its field Base"),
            header="Base",
            around=Provision(
                cite("3.2", "Base URL from the Encapsulating Entity"),
                "takes the base of the entity that a document is enclosed in",
            ),
        ),
        BaseRule(
            BaseLevel.RETRIEVAL,
            Source.RETRIEVAL,
            Provision(
                cite("3.3", "Base URL from the Retrieval URL"),
                "takes the URL by which the document was retrieved",
            ),
        ),
        BaseRule(
            BaseLevel.DEFAULT,
            Source.NOTHING,
            Provision(cite("3.4", "Default Base URL"), "takes the empty base for undefined"),
        ),
    ),
    absolute=Provision(cite("3.1, 10", EMBEDDED), "needs an absolute URL for a base"),
)


class Rfc1808(Spec):
    """RFC 1808: six components, and an example algorithm in seven steps."""

    document = RFC1808
    components = COMPONENTS
    form_names = FORM_NAMES
    syntax = SYNTAX
    readings = resolving.READINGS
    rules = (*(step.rule for step in PARSING if step.rule), *resolving.RULES)
    default_column = True
    candidate = True
    base_precedence = BASE_PRECEDENCE

    parsing = PARSING
    form = staticmethod(form)
    classify = staticmethod(resolving.classify)
    combine = staticmethod(resolving.combine)
    remove_dots = staticmethod(resolving.remove_dots)
    recombine = staticmethod(resolving.recombine)

    def examples(self) -> tuple[Example, ...]:
        """Return the tables of 5.1 and 5.2."""
        return load_examples(RFC1808, Path(__file__).with_name("examples.json"))

    # 2.2 BNF for Relative URLs.

    def escaping_rules(self) -> EscapingRules:
        """Give the little that the grammar says of escapes."""
        classes = self.classes("safe", "extra", "unreserved", "reserved", "national", "punctuation")
        return EscapingRules(FrozenMapping(), None, NO_MEANING, MALFORMED_ESCAPE, classes)


SPEC = Rfc1808()
