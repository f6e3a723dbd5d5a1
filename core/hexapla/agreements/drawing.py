"""Texts drawn at random: such as an automaton accepts, and words with a character changed."""

from random import Random

from hexapla.grammar.automaton import DEAD, Automaton

_LONGEST = 40


def drawn(automaton: Automaton, random: Random) -> str:
    """Draw a text that an automaton accepts.

    Args:
        automaton: The automaton, each of whose states leads to one that accepts.
        random: Draws it.
    """
    state = 0
    text = ""
    for _ in range(random.randint(1, _LONGEST)):
        ways = [number for number, to in enumerate(automaton.rows[state]) if to != DEAD]
        if not ways:
            break
        number = random.choice(ways)
        first, last = random.choice(automaton.alphabet[number].ranges)
        text += chr(random.randint(first, last))
        state = automaton.rows[state][number]
    return text + automaton.completions[state]


def mutated(word: str, inserted: str, random: Random) -> str:
    """Return a word with a character put in, taken out or replaced, once or twice.

    Args:
        word: The word.
        inserted: The characters that are put in.
        random: Draws the places.
    """
    for _ in range(random.choice((1, 1, 2))):
        place = random.randint(0, len(word))
        character = random.choice((random.choice(inserted), ""))
        behind = place + random.choice((0, 1))
        word = word[:place] + character + word[behind:]
    return word
