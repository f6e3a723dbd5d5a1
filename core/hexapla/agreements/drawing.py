"""Draw random strings that an automaton accepts, and mutate words."""

from random import Random

from hexapla.grammar.automaton import DEAD, Automaton

_LONGEST = 40


def drawn(automaton: Automaton, random: Random) -> str:
    """Draw a string that an automaton accepts.

    Args:
        automaton: The automaton; an accepting state must be reachable from each of its states.
        random: The source of randomness.
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
    """Return a word after at most two insertions, deletions or replacements of a character.

    Args:
        word: The word.
        inserted: The characters that can be inserted.
        random: The source of randomness.
    """
    for _ in range(random.choice((1, 1, 2))):
        place = random.randint(0, len(word))
        character = random.choice((random.choice(inserted), ""))
        behind = place + random.choice((0, 1))
        word = word[:place] + character + word[behind:]
    return word
