"""The questions that implementations are asked.

There are two questions: resolving references (`Resolving`) and parsing URLs (`Parsing`). Each
defines how differences are described. Comparing, explaining, recording and reporting answers works
the same for both.
"""

from collections.abc import Callable, Iterable
from typing import Any, ClassVar

from hexapla.standard.registry import columns_of
from hexapla.standard.registry import specs as installed
from hexapla.standard.spec import Spec

Nearness = Callable[[Spec, Any, Any], bool]
"""Takes a spec, a case and a smaller one; returns whether the smaller case is near enough."""


class Question:
    """A question to implementations, and the specs that may explain the answers.

    Attributes:
        name: The name of the question.
        noun: The noun for a case.
        rejects: The behaviour of a program that rejects a case, in words that follow "it".
        components: The components of an answer that are compared; if there is only one, cases are
            counted by it.
        nearest: The criterion for choosing the nearest standard, in words.
        choice_price: The number of additional components that a non-default choice must explain.
        alphabet: The preferred characters of a smallest example.
        bases: The preferred bases of a smallest example.
        turns: For each shrinking pass, the test of whether a smaller case is near enough.
        given_as: The types in which a caller may give a case.
        needs: The minimum requirement for cases, in words.
        hint: What to do if the program was made for the other question.
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
        """Prepare the question; by default, the specs are the candidates that answer it."""
        self.specs = candidates() if specs is None else columns_of(specs)


def candidates() -> tuple[Spec, ...]:
    """Return the specs that `identify` chooses from by default, oldest first.

    A plug-in's spec is included only if its own class sets `candidate = True`. A value inherited
    from a built-in spec doesn't count.
    """
    return tuple(spec for spec in installed() if spec.standard.candidate)
