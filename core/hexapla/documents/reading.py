"""Readings: the choices that a memo leaves open, and the selectors that name them."""

import difflib
import re
from collections.abc import Iterable, Mapping

import attrs

from hexapla.documents.citation import Citation
from hexapla.values.frozen import FrozenMapping


class SelectorError(LookupError):
    """A selector names what does not exist; the message lists what does."""


@attrs.frozen
class Rationale:
    """What speaks for one option: a place in a memo and what it says, in our words."""

    says: str
    citation: Citation | None = None

    def to_dict(self) -> dict[str, object]:
        """Give the pull's JSON form."""
        return {"says": self.says, "citation": self.citation and self.citation.to_dict()}


def _unchanging(rationales: Mapping[str, Rationale]) -> Mapping[str, Rationale]:
    return FrozenMapping(rationales)


@attrs.frozen
class Reading:
    """A choice that a memo leaves open, or a place where it contradicts itself.

    `pulls` has one entry an option, the default first.
    """

    name: str
    question: str
    rationales: Mapping[str, Rationale] = attrs.field(converter=_unchanging)

    @property
    def options(self) -> tuple[str, ...]:
        """The names of the options, the default first."""
        return tuple(self.rationales)

    @property
    def default(self) -> str:
        """The option in force where a selector says nothing."""
        return self.options[0]

    def to_dict(self) -> dict[str, object]:
        """Give the reading's JSON form."""
        return {
            "name": self.name,
            "question": self.question,
            "default": self.default,
            "options": {
                option: rationale.to_dict() for option, rationale in self.rationales.items()
            },
        }


@attrs.frozen(order=True)
class Choice:
    """One reading with the option taken."""

    reading: str
    option: str

    def __str__(self) -> str:
        return f"{self.reading}={self.option}"

    def to_dict(self) -> dict[str, str]:
        """Give the choice's JSON form."""
        return {"reading": self.reading, "option": self.option}


@attrs.frozen
class Selector:
    """The name of a spec with the choices made: `rfc2396[excess-dots=remove]`."""

    id: str
    choices: tuple[Choice, ...] = ()

    def __str__(self) -> str:
        return f"{self.id}[{','.join(map(str, self.choices))}]" if self.choices else self.id


_SELECTOR = re.compile(r"\s*(?P<id>[^\[\]\s]+)\s*(?:\[(?P<choices>[^\[\]]*)\])?\s*")


def parse_selector(text: str) -> Selector:
    """Take `id[reading=option,…]` apart; raise `SelectorError` where it is not of that form."""
    if not isinstance(text, str):
        raise TypeError(f"a selector is a str such as 'rfc2396', not {type(text).__name__}")
    match = _SELECTOR.fullmatch(text)
    if match is None:
        raise SelectorError(f"{text!r} is no selector; write it as rfc2396[excess-dots=remove]")
    return Selector(match["id"], tuple(_parse_choices(text, match["choices"] or "")))


def _parse_choices(selector: str, text: str) -> Iterable[Choice]:
    for item in filter(None, map(str.strip, text.split(","))):
        reading, equals, option = (part.strip() for part in item.partition("="))
        if not equals:
            raise SelectorError(
                f"{item!r} in {selector!r} names no option; write it as reading=option"
            )
        yield Choice(reading, option)


def check_choices(
    owner: str, readings: Iterable[Reading], choices: Iterable[Choice]
) -> dict[str, str]:
    """Give the options chosen, by reading.

    Raises `SelectorError` for a reading or option that `owner` does not have, and for a reading
    that is named twice with different options.
    """
    known = {reading.name: reading for reading in readings}
    chosen: dict[str, str] = {}
    for choice in choices:
        if choice.reading not in known:
            raise unknown(f"reading of {owner}", choice.reading, known)
        options = known[choice.reading].options
        if choice.option not in options:
            raise unknown(f"option of {owner}[{choice.reading}=…]", choice.option, options)
        if chosen.setdefault(choice.reading, choice.option) != choice.option:
            raise SelectorError(f"{owner}: {choice.reading} is given twice; give it once")
    return chosen


def unknown(what: str, name: str, known: Iterable[str]) -> SelectorError:
    """Build the error for a name that does not exist: the nearest one, and all there are."""
    names = list(known)
    by_lower = {known_name.lower(): known_name for known_name in names}
    nearest = difflib.get_close_matches(name.lower(), by_lower, n=1, cutoff=0.5)
    hint = f" did you mean {by_lower[nearest[0]]!r}?" if nearest else ""
    return SelectorError(f"{name!r} is no {what};{hint} there is: {', '.join(names) or 'none'}")
