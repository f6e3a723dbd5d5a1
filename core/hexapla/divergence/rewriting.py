"""Characters that a program encodes, or doesn't, and lengths at which it cuts components off.

Which characters, and which length, is seen in the program's answers: each answer is compared with
the standard's URI.
"""

import re
from collections.abc import Iterable, Iterator, Sequence
from urllib.parse import quote

from hexapla.divergence.model import Behaviour, Kind, Sign
from hexapla.divergence.outcomes import Outcomes
from hexapla.divergence.parts import part_of, with_part
from hexapla.divergence.situation import Situation, Uri
from hexapla.divergence.transforms import Text

_COMPONENTS = ("userinfo", "host", "path", "query", "fragment")
_ENCODED_BEYOND_ASCII = re.compile("(?:%[89A-F][0-9A-F])+")
_SHORTEST_CUT = 3


def rewritings_in(
    situations: Sequence[Situation], answers: Sequence[str | None], departing: Sequence[int]
) -> Iterator[Behaviour]:
    """Yield the behaviours of encoding and cutting that answers suggest.

    Args:
        situations: The cases, with the standard's results.
        answers: The program's answer to each.
        departing: The numbers of the cases in which the program departs from the standard.
    """
    texts: list[tuple[str, Text, Text]] = []
    for number in departing:
        answer, due = answers[number], situations[number].uri
        if answer is not None and due is not None:
            given = situations[number].resolver.split(answer)
            texts += [(name, part_of(due, name), part_of(given, name)) for name in _COMPONENTS]
    yield from component_rewritings(texts)


def component_rewritings(texts: Iterable[tuple[str, Text, Text]]) -> Iterator[Behaviour]:
    """Yield the behaviours of encoding and cutting that components suggest.

    Args:
        texts: Names of components, each with its text as the standard has it, and as it was given.
    """
    found: dict[tuple[Kind, str], dict[str, None]] = {}
    cuts: dict[Behaviour, None] = {}
    for component, here, there in texts:
        if here is None or there is None or here == there:
            continue
        for sign in _encoded_signs(here, there):
            found.setdefault((Kind.ENCODES, component), {})[sign] = None
        for sign in _encoded_signs(there, here):
            found.setdefault((Kind.DOES_NOT_ENCODE, component), {})[sign] = None
        length = _cut_length(component, here, there)
        if length:
            cuts[Behaviour(Kind.CUTS, component, str(length))] = None
    for (kind, component), signs in found.items():
        if len(signs) > 1:
            yield Behaviour(kind, component, " ".join(sorted(signs)))
        for sign in sorted(signs):
            yield Behaviour(kind, component, sign)
    yield from cuts


def _encoded_signs(text: str, encoded: str) -> Iterator[str]:
    """Yield the characters of a text that occur percent-encoded in another text."""
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
    return character if character.isprintable() else Sign.CONTROL


def _cut_length(component: str, due: str, given: str) -> int:
    """Return the length at which a component, or a segment of the path, is cut off; 0 if not."""
    pairs = [(due, given)]
    if component == "path":
        pairs = list(zip(due.split("/"), given.split("/"), strict=False))
        if due.count("/") != given.count("/"):
            return 0
    for here, there in pairs:
        if here != there:
            is_cut = len(there) >= _SHORTEST_CUT and here.startswith(there)
            return len(there) if is_cut else 0
    return 0


def rewritten_by(behaviour: Behaviour) -> Outcomes:
    """Return the results of encoding some characters, of not encoding them, or of cutting."""

    def outcomes(situation: Situation) -> Iterator[str]:
        uri = situation.uri
        text = None if uri is None else part_of(uri, behaviour.component)
        if uri is None or text is None:
            return
        changed = rewritten(behaviour, text, f"{situation.base_text} {situation.reference_text}")
        if changed != text:
            yield _with(uri, behaviour.component, changed)

    return outcomes


def _with(uri: Uri, component: str, text: str) -> str:
    return with_part(uri, component, text).text


def rewritten(behaviour: Behaviour, text: str, written: str) -> str:
    """Return a component as a program with a behaviour writes it.

    Args:
        behaviour: The behaviour.
        text: The component.
        written: The base and the reference, as they were written.
    """
    if behaviour.kind is Kind.CUTS:
        length = int(behaviour.sign)
        if behaviour.component == "path":
            return "/".join(segment[:length] for segment in text.split("/"))
        return text[:length]
    signs = behaviour.sign.split(" ")
    if behaviour.kind is Kind.ENCODES:
        return "".join(_encoded(each) if _sign_of(each) in signs else each for each in text)
    for sign in signs:
        text = _undone(sign, text, written)
    return text


def _encoded(character: str) -> str:
    if character.isascii():
        return f"%{ord(character):02X}"
    return quote(character, safe="", errors="replace")


def _undone(sign: str, text: str, written: str) -> str:
    """Return a component with a character as it was written, instead of percent-encoded."""

    def decoded(match: re.Match[str]) -> str:
        octets = bytes.fromhex(match[0].replace("%", ""))
        characters = octets.decode("utf-8", "replace")
        return characters if characters in written else match[0]

    if sign == Sign.BEYOND_ASCII:
        return _ENCODED_BEYOND_ASCII.sub(decoded, text) if not written.isascii() else text
    if sign == Sign.CONTROL:
        return re.sub("%[01][0-9A-F]|%7F", decoded, text)
    character = " " if sign == Sign.WHITE_SPACE else sign
    return text.replace(_encoded(character), character) if character in written else text
