"""URL Standard (WHATWG), as the library Ada runs it.

The standard describes one state machine that parses, resolves and normalises in one go. It is not
written again here: every answer of this column is the library's own.
"""

import re
from importlib.util import find_spec

from hexapla.operations.operation import operation
from hexapla.standard.spec import Spec
from hexapla.text.span import Span
from hexapla_specs.whatwg import parsing as url_parsing
from hexapla_specs.whatwg.document import WHATWG
from hexapla_specs.whatwg.parsing import Parsed

if find_spec("ada_url") is None:
    raise ModuleNotFoundError("No module named 'ada_url'", name="ada_url")


# Under a base of HTTP whose host is a name in small letters, the state machine tells apart in a
# relative reference only its marks, dot segments, and what it percent-encodes or decodes (4.4).
_IN_PATH = r"[A-Za-z0-9$_+!*(),&=;.@~-]"
_WORDS_ALIKE = re.compile(
    rf"https?://[a-z]+(?:\.[a-z]+)+(?:/{_IN_PATH}*)+ (?!//)(?:{_IN_PATH}|[/?#])*"
)


class Whatwg(Spec):
    """URL Standard: what browsers do, through a library."""

    document = WHATWG
    components = url_parsing.COMPONENTS
    form_names = url_parsing.FORM_NAMES
    rules = (url_parsing.UNUSABLE_BASE, url_parsing.RUNS_THE_MACHINE)
    default_column = True
    candidate = True
    insensitive_to_words = _WORDS_ALIKE

    parsing = url_parsing.PARSING
    form = staticmethod(url_parsing.form)
    classify = staticmethod(url_parsing.classify)
    combine = staticmethod(url_parsing.combine)
    remove_dots = staticmethod(url_parsing.remove_dots)
    recombine = staticmethod(url_parsing.recombine)
    state_of = staticmethod(url_parsing.state_of)

    escaping = operation("hexapla_specs.whatwg.escaping:WhatwgEscaping")
    equivalence = operation("hexapla_specs.whatwg.equivalence:WhatwgEquivalence")
    division = operation("hexapla_specs.whatwg.authority:WhatwgDivision")

    def spans_of(self, parts: Parsed) -> tuple[Span | None, ...]:
        """Return the span of each part, in code points; none where the parser changed the text."""
        return url_parsing.spans(parts)


SPEC = Whatwg()
