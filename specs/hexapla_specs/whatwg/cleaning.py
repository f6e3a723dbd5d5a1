"""URL Standard, 4.4, basic URL parser, steps 1.2 to 3: clean the input before the states run.

The input of the parser is a scalar value string, so other strings are converted first.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from hexapla.standard.phases import State
from hexapla.standard.rule import Rule
from hexapla.text.span import Span
from hexapla_specs.whatwg import rules

C0_CONTROL_OR_SPACE = "".join(map(chr, range(0x21)))
_ASCII_TAB_OR_NEWLINE = "\t\n\r"
_REMOVED = str.maketrans("", "", _ASCII_TAB_OR_NEWLINE)
_TABS_OR_NEWLINES = re.compile(f"[{_ASCII_TAB_OR_NEWLINE}]+")
_PAIRS = re.compile("(?:[\ud800-\udbff][\udc00-\udfff])+")
_SURROGATES = re.compile("[\ud800-\udfff]+")


def scalar_values(text: str) -> str:
    """Convert a string to scalar values.

    A pair of surrogates becomes the code point that it encodes, and any other surrogate U+FFFD.
    """
    if _SURROGATES.search(text) is None:
        return text
    paired = _PAIRS.sub(_joined, text)
    return _SURROGATES.sub(lambda match: "\ufffd" * len(match[0]), paired)


def scalar_components(components: State) -> State:
    """Convert the components of a string to scalar values."""
    return tuple([None if text is None else scalar_values(text) for text in components])


def _joined(match: re.Match[str]) -> str:
    return match[0].encode("utf-16", "surrogatepass").decode("utf-16")


def remove_tabs_and_newlines(text: str) -> str:
    """Step 3: remove all ASCII tab or newline."""
    has_any = "\t" in text or "\n" in text or "\r" in text
    return text.translate(_REMOVED) if has_any else text


class Cleaning:
    """Cleans strings as the parser did at some date.

    Args:
        stripped: The code points that are removed from both ends (step 1.3).
        removes_tabs: Whether all ASCII tabs and newlines are removed (step 3).
        strips: The rule of step 1.3.
    """

    __slots__ = ("removes_tabs", "stripped", "strips")

    def __init__(
        self,
        stripped: str = C0_CONTROL_OR_SPACE,
        *,
        removes_tabs: bool = True,
        strips: Rule = rules.STRIPS,
    ) -> None:
        self.stripped = stripped
        self.removes_tabs = removes_tabs
        self.strips = strips

    def removing_tabs(self) -> "Cleaning":
        """Return a cleaning that strips the same code points, and removes tabs and newlines.

        If a date's cleaning doesn't remove tabs and newlines, its states do. The returned cleaning
        therefore keeps the code points that are left after the states have run.
        """
        return Cleaning(self.stripped, strips=self.strips)

    def clean(self, text: str) -> str:
        """Clean a string; the result is the input of the states."""
        values = text if text.isascii() else scalar_values(text)
        stripped = values.strip(self.stripped)  # 1.3
        return remove_tabs_and_newlines(stripped) if self.removes_tabs else stripped  # 3

    def kept(self, text: str) -> range | list[int]:
        """Return the offsets of the code points that cleaning keeps in a string of scalar values.

        The last item is the offset after the last code point kept.
        """
        start, stop = self._ends(text)
        if not self.removes_tabs or _TABS_OR_NEWLINES.search(text, start, stop) is None:
            return range(start, stop + 1)
        kept = [
            offset for offset in range(start, stop) if text[offset] not in _ASCII_TAB_OR_NEWLINE
        ]
        return [*kept, stop]

    def _ends(self, text: str) -> tuple[int, int]:
        """Return the start and end of the text left after stripping."""
        start = len(text) - len(text.lstrip(self.stripped))
        return start, max(start, len(text.rstrip(self.stripped)))

    def errors(self, text: str) -> Iterator[tuple[int, str]]:
        """Yield the validation errors of steps 1.2 and 2, each with its offset and step."""
        start, stop = self._ends(text)
        if stop - start != len(text):
            yield 0 if start else stop, "4.4, basic URL parser 1.2"
        tab = _TABS_OR_NEWLINES.search(text, start, stop) if self.removes_tabs else None
        if tab is not None:
            yield tab.start(), "4.4, basic URL parser 2"

    def steps(self, text: str) -> "Iterator[CleaningStep]":
        """Yield the cleaning steps that change a string."""
        values = scalar_values(text)
        if values != text:
            yield CleaningStep(rules.CONVERTS, values, ())
        start, stop = self._ends(values)
        stripped = values[start:stop]
        if stripped != values:
            ends = Span(0, start), Span(stop, len(values))
            removed = tuple(span for span in ends if span.start < span.stop)
            yield CleaningStep(self.strips, stripped, removed)
        if self.removes_tabs and _TABS_OR_NEWLINES.search(stripped):
            removed = tuple(Span(*match.span()) for match in _TABS_OR_NEWLINES.finditer(stripped))
            yield CleaningStep(rules.REMOVES, remove_tabs_and_newlines(stripped), removed)


class CleaningStep(NamedTuple):
    """A step that cleans a string.

    Attributes:
        rule: The rule that the step applies.
        text: The string after the step.
        removed: The spans removed from the string before the step, in code points.
    """

    rule: Rule
    text: str
    removed: tuple[Span, ...]
