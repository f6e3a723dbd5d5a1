"""Find the characters that a program does or doesn't encode, and where it cuts off components.

Both are found by comparing the program's answers with the standard's results. Simple edits of
components (`EDITS`) are found in the same way.
"""

import functools
import re
from collections import Counter
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from urllib.parse import quote

from hexapla.divergence.compare import URL
from hexapla.divergence.model import Behaviour, Kind, Sign
from hexapla.divergence.outcomes import Outcomes
from hexapla.divergence.parts import part_of, with_part
from hexapla.divergence.situation import Situation
from hexapla.divergence.transforms import Text, change_between

Edit = Callable[[str, str], str]
"""Takes a component and a character; returns the edited component."""


def _decoded(text: str, sign: str) -> str:
    escape = _encoded(sign)
    return text.replace(escape, sign).replace(escape.lower(), sign)


EDITS: Mapping[Kind, Edit] = {
    Kind.ENDS: lambda text, sign: text.partition(sign)[0],
    Kind.DECODES_SIGN: _decoded,
}
"""Simple edits of a component, beginning with those that are preferred."""

_SIGNS = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~"
# Characters that no standard encodes, so that an escape is in the input.
_NEVER_ENCODED = "!$&()*+,-./_~"
_AFTER_AUTHORITY = ("path", "query", "fragment")
_COMPONENTS = ("userinfo", "host", "path", "query", "fragment")
_ENCODED_BEYOND_ASCII = re.compile("(?:%[89A-F][0-9A-F])+")
_DELETE = "\x7f"
_SHORTEST_CUT = 3


def rewritings_in(
    situations: Sequence[Situation], answers: Sequence[str | None], departing: Sequence[int]
) -> tuple[list[Behaviour], list[Behaviour]]:
    """Return two lists of behaviours that rewrite components.

    Those in the first list encode characters. Those in the second list leave characters unencoded,
    edit a component, or cut it off.

    Args:
        situations: The cases, with the standard's results.
        answers: The program's answer to each case.
        departing: The indexes of the cases in which the program departs from the standard.
    """
    texts: list[tuple[str, Text, Text]] = []
    for number in departing:
        answer, due = answers[number], situations[number].uri
        if answer is not None and due is not None:
            given = situations[number].resolver.split(answer)
            texts += [(name, part_of(due, name), part_of(given, name)) for name in _COMPONENTS]
            texts.append((URL, due.text, answer))
    return component_rewritings(texts)


def components_of(behaviour: Behaviour) -> tuple[str, ...]:
    """Return the names of the components that a behaviour rewrites."""
    if behaviour.component == URL:
        return _AFTER_AUTHORITY
    return (behaviour.component,)


def component_rewritings(
    texts: Iterable[tuple[str, Text, Text]],
) -> tuple[list[Behaviour], list[Behaviour]]:
    """Return two lists of behaviours that rewrite components.

    Those in the first list encode characters. Those in the second list leave characters unencoded,
    edit a component, or cut it off.

    Args:
        texts: Names of components, each with the standard's text and the program's text.
    """
    found: dict[tuple[Kind, str], dict[str, None]] = {}
    cuts = Counter[Behaviour]()
    edits: dict[Behaviour, None] = {}
    longest = Counter[str]()
    decoded: dict[str, list[frozenset[str]]] = {}
    for component, here, there in texts:
        if here is None or there is None or here == there:
            continue
        longest[component] = max(longest[component], _length(component, there))
        length = _cut_length(component, here, there)
        if length:
            cuts[Behaviour(Kind.CUTS, component, str(length))] += 1
        if component == URL:
            continue
        edits |= dict.fromkeys(_edits(component, here, there))
        if "%" in here and here.count("%") > there.count("%"):
            signs = frozenset(sign for sign in _NEVER_ENCODED if _decoded(here, sign) == there)
            decoded.setdefault(component, []).append(signs)
        for sign in _encoded_signs(here, there):
            found.setdefault((Kind.ENCODES, component), {})[sign] = None
        for sign in _encoded_signs(there, here):
            found.setdefault((Kind.DOES_NOT_ENCODE, component), {})[sign] = None
    # A single string may be shorter for another reason. So may several strings, if a longer string
    # isn't cut off.
    cutting = [
        behaviour
        for behaviour, number in cuts.items()
        if number > 1 and longest[behaviour.component] <= int(behaviour.sign)
    ]
    others = (*_of_signs(Kind.DOES_NOT_ENCODE, found), *edits, *cutting)
    return [*_of_signs(Kind.ENCODES, found), *_decoding_of_one(decoded)], [*others]


def _decoding_of_one(decoded: Mapping[str, Sequence[frozenset[str]]]) -> Iterator[Behaviour]:
    """Yield the behaviour for each component in which a program decodes only one character.

    Args:
        decoded: For each component, the characters whose decoding alone explains each of its texts.
    """
    for component, signs in decoded.items():
        shared = frozenset.intersection(*signs)
        if len(signs) > 1 and len(shared) == 1:
            (sign,) = shared
            yield Behaviour(Kind.DECODES_SIGN, component, sign)


def _edits(component: str, due: str, given: str) -> Iterator[Behaviour]:
    """Yield the edits that turn a component into another text, if no transforms do."""
    if change_between(component, due, given, "") is not None:
        return
    # An edit changes only a text that has the character, or an escape.
    signs = _SIGNS if "%" in due else [sign for sign in _SIGNS if sign in due]
    for kind, edit in EDITS.items():
        for sign in signs:
            # A dot segment, or a slash at an end of a path, has behaviours of its own.
            if component == "path" and sign in "./":
                continue
            if edit(due, sign) == given:
                yield Behaviour(kind, component, sign)


def _of_signs(
    kind: Kind, found: Mapping[tuple[Kind, str], Mapping[str, None]]
) -> Iterator[Behaviour]:
    """Yield the behaviours of a kind, beginning with those for all components and characters."""
    components = {name: signs for (of, name), signs in found.items() if of is kind}
    after = {name: signs for name, signs in components.items() if name in _AFTER_AUTHORITY}
    if len(after) > 1:
        every = sorted({sign for signs in after.values() for sign in signs})
        yield Behaviour(kind, URL, " ".join(every))
        for sign in every:
            yield Behaviour(kind, URL, sign)
    for component, signs in components.items():
        if len(signs) > 1:
            yield Behaviour(kind, component, " ".join(sorted(signs)))
        for sign in sorted(signs):
            yield Behaviour(kind, component, sign)


def _encoded_signs(text: str, encoded: str) -> Iterator[str]:
    """Yield the signs of a string's characters whose escapes occur more often in another string."""
    if "%" in text and encoded.count("%25") > text.count("%25"):
        yield "%"
    for character in dict.fromkeys(text):
        if character.isascii() and (character.isalnum() or character == "%"):
            continue
        form = quote(character, safe="", errors="replace")
        form = f"%{ord(character):02X}" if character in "-._~" else form
        if encoded.upper().count(form) > text.upper().count(form):
            yield _sign_of(character)


def _sign_of(character: str) -> str:
    if not character.isascii():
        return Sign.BEYOND_ASCII
    if character == " ":
        return Sign.WHITE_SPACE
    if character.isprintable() or character == _DELETE:
        return character
    return Sign.CONTROL


def _length(component: str, text: str) -> int:
    """Return the length of a component, or of the longest segment of the path."""
    if component == "path":
        return max(map(len, text.split("/")))
    return len(text)


def _cut_length(component: str, due: str, given: str) -> int:
    """Return the length at which a component, or a path segment, is cut off; 0 if it isn't."""
    pairs = [(due, given)]
    if component == "path":
        pairs = list(zip(due.split("/"), given.split("/"), strict=False))
        if due.count("/") != given.count("/"):
            return 0
    for here, there in pairs:
        if here != there:
            is_cut = len(there) >= _SHORTEST_CUT and here.startswith(there)
            if is_cut:
                return len(there)
            return 0
    return 0


def rewritten_by(behaviour: Behaviour) -> Outcomes:
    """Return the outcomes of a behaviour that rewrites components; see `component_rewritings`."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.uri
        if uri is None:
            return
        changed = uri
        if behaviour.kind is Kind.CUTS and behaviour.component == URL:
            yield uri.text[: int(behaviour.sign)]
            return
        written = f"{situation.base_text} {situation.reference_text}"
        for component in components_of(behaviour):
            text = part_of(changed, component)
            if text:
                changed = with_part(changed, component, rewritten(behaviour, text, written))
        if changed != uri:
            yield changed.text

    return outcomes


def rewritten(behaviour: Behaviour, text: str, written: str) -> str:
    """Return a component as written by a program that has a behaviour.

    Args:
        behaviour: The behaviour.
        text: The component.
        written: The input as it was written: the base and the reference, or the URL.
    """
    if behaviour.kind is Kind.CUTS:
        length = int(behaviour.sign)
        if behaviour.component == "path":
            return "/".join(segment[:length] for segment in text.split("/"))
        return text[:length]
    if behaviour.kind in EDITS:
        return EDITS[behaviour.kind](text, behaviour.sign)
    if behaviour.kind is Kind.ENCODES:
        return text.translate(_encoder(behaviour.sign))
    for sign in behaviour.sign.split(" "):
        text = _undone(sign, text, written)
    return text


class _Encoder(dict[int, str]):
    """A table for `str.translate` that percent-encodes the characters of some signs."""

    def __init__(self, signs: Container[str]) -> None:
        super().__init__()
        self._signs = signs

    def __missing__(self, code_point: int) -> str:
        character = chr(code_point)
        is_meant = _sign_of(character) in self._signs
        self[code_point] = _encoded(character) if is_meant else character
        return self[code_point]


@functools.lru_cache(1024)
def _encoder(signs: str) -> _Encoder:
    """Return the table for signs, which are separated by spaces."""
    return _Encoder(signs.split(" "))


def _encoded(character: str) -> str:
    if character.isascii():
        return f"%{ord(character):02X}"
    return quote(character, safe="", errors="replace")


def _undone(sign: str, text: str, written: str) -> str:
    """Undo the percent-encoding of a sign's characters if the input contains them unencoded."""

    def decoded(match: re.Match[str]) -> str:
        octets = bytes.fromhex(match[0].replace("%", ""))
        characters = octets.decode("utf-8", "replace")
        if characters in written:
            return characters
        return match[0]

    if sign == Sign.BEYOND_ASCII:
        if not written.isascii():
            return _ENCODED_BEYOND_ASCII.sub(decoded, text)
        return text
    if sign == Sign.CONTROL:
        return re.sub("%[01][0-9A-F]", decoded, text)
    character = " " if sign == Sign.WHITE_SPACE else sign
    form = _encoded(character)
    is_open = character in written and form not in written
    if is_open:
        return text.replace(form, character)
    return text
