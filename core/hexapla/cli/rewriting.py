"""Lines for the steps in which a text is rewritten to another that is equivalent."""

from collections.abc import Iterable, Iterator

from hexapla.cli.terminal import GAP, Terminal
from hexapla.comparison.one_line import show
from hexapla.operations.equivalence import Rewritten


def rewriting_lines(steps: Iterable[Rewritten], terminal: Terminal) -> Iterator[str]:
    """Yield a line for each step: the text before and after it, and the provision."""
    for step in steps:
        rule = terminal.faint(str(step.provision))
        yield f"{GAP}{show(step.before)} → {show(step.after)}{GAP}{rule}"
