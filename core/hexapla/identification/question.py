"""The questions that implementations are asked.

There are two questions: resolving references (`Resolving`) and parsing URLs (`Parsing`). Each class
defines how differences are described. The answers to both questions are compared, explained,
recorded and reported in the same way.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from hexapla.standard.registry import columns_of
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import Spec

Nearness = Callable[[Spec, Any, Any], bool]
"""Takes a spec, a case and a smaller case; returns whether the two cases are similar enough."""


class Question:
    """A question to implementations, and the specs that may explain the answers.

    Attributes:
        name: The name of the question.
        noun: The noun for a case.
        rejects: The behaviour of a program that rejects a case, as a verb phrase.
        components: The components of an answer that are compared; the first is part of every
            answer.
        nearest: The criterion for choosing the nearest standard, in words.
        choice_price: The number of additional components that a non-default choice must explain.
        alphabet: The preferred characters of a smallest example.
        bases: The preferred bases of a smallest example.
        turns: For each shrinking pass, the test for whether a smaller case is similar enough.
        given_as: The types in which a caller may give a case.
        needs: A noun phrase for the smallest number of cases that can be given.
        hint: Advice for a program that was made for the other question.
        specs: The specs.
    """

    name: ClassVar[str]
    noun: ClassVar[str]
    rejects: ClassVar[str]
    components: ClassVar[tuple[str, ...]]
    nearest: ClassVar[str]
    choice_price: ClassVar[int] = 0
    alphabet: ClassVar[str]
    bases: ClassVar[tuple[str, ...]] = ()
    turns: ClassVar[tuple[Nearness, ...]] = (lambda spec, case, smaller: True,)
    given_as: ClassVar[tuple[type, ...]]
    needs: ClassVar[str]
    hint: ClassVar[str]

    def __init__(self, specs: Iterable[str | Spec] | None = None) -> None:
        """Prepare the question; by default, the specs are the candidates that can answer it."""
        self.specs = candidates() if specs is None else columns_of(specs)


def candidates() -> tuple[Spec, ...]:
    """Return the specs that `identify` chooses from by default, oldest first.

    A plug-in's spec is included only if its own class sets `candidate = True`. A value inherited
    from a built-in spec doesn't count.
    """
    return tuple(spec for spec in installed() if spec.standard.candidate)
