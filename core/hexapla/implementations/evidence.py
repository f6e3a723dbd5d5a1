"""Whether answers are evidence enough for a verdict, and if not, why."""

from collections import Counter
from collections.abc import Sequence

from hexapla.implementations.explanation import Explanation
from hexapla.implementations.question import Finding
from hexapla.text.counted import counted
from hexapla.text.signs import sanitized
from hexapla.values.errors import HexaplaError


class NoVerdictError(HexaplaError, ValueError):
    """The answers are no evidence that a standard is followed; the message says why."""


def why_no_verdict(explanations: Sequence[Explanation]) -> str | None:
    """Return why no standard is said to be followed; None where the first one is.

    An implementation has to answer half of the cases, and not by refusals alone. Of several
    explanations the best, which is the first, has to leave at most half of what it would by chance,
    and no other may explain as much. One alone is not chosen, but measured.
    """
    best, *others = explanations
    question, label = best.question, best.spec.label
    failed = [item.answer for item in best.answers if not item.findings]
    if 2 * len(failed) > len(best.answers):
        where = ""
        if len(failed) < len(best.answers):
            where = f" in {len(failed):,} of {counted(len(best.answers), question.noun)}"
        why = sanitized(failed[0].trouble or "")
        return f"it gave no answer{where}: it {why}; {question.hint}"
    compared, agreeing, by_chance = _compared(best)
    if not compared or 2 * (compared - agreeing) > compared - by_chance:
        if not any(item.answer.accepts for item in best.answers):
            error = next((item.answer.error for item in best.answers if item.answer.error), None)
            said = f" ({sanitized(error)})" if error else ""
            return f"it refused everything{said}; {question.hint}"
        if others:
            best_of = f"{label} explains the most, {agreeing:,} of {compared:,}"
            return f"{best_of}; by chance it would be about {by_chance:,.0f}"
    alike = [label, *(item.spec.label for item in others if item.rank == best.rank)]
    if len(alike) > 1:
        return f"{' and '.join(alike)} explain as much; name one of them, or give more cases"
    return None


_REJECTED = ("rejected",)


def _compared(best: Explanation) -> tuple[int, int, float]:
    """Return how many components were compared, how many agree, and how many would by chance.

    By chance is with the answer to any other case. An empty component is as good as none. An answer
    where the standard has no rule is not explained.
    """
    expected, given = Counter[tuple[str, object]](), Counter[tuple[str, object]]()
    compared, agreeing, alike = Counter[str](), Counter[str](), Counter[str]()
    for item in best.answers:
        here, there = (
            {} if value is None else best.question.parts(value)
            for value in (item.expected.value, item.answer.value)
        )
        for name, finding in item.findings.items():
            if finding is not Finding.REJECTED:
                wanted, told = (each.get(name, _REJECTED) or None for each in (here, there))
                expected[name, wanted] += 1
                given[name, told] += 1
                compared[name] += 1
                agreeing[name] += wanted == told
    for (name, part), number in expected.items():
        alike[name] += number * given[name, part]
    chance = sum((alike[name] - agreeing[name]) / max(1, compared[name] - 1) for name in compared)
    return compared.total(), agreeing.total(), chance
