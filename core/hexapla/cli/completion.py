"""Shell completion of spec selectors, program names and grammar rule names."""

from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

import click
from click.shell_completion import CompletionItem

if TYPE_CHECKING:
    from hexapla.standard.spec import Spec

ADAPTER, SPEC, PYTHON = "adapter:", "spec:", "python:"

Items = list[CompletionItem]


def selectors(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the last selector: the id of a spec or, in brackets, a reading with an option."""
    last = _last_selector(incomplete)
    return _after(incomplete.removesuffix(last), _selectors(last))


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of an adapter that can resolve or, with `--parse`, can parse."""
    return list(_adapters(incomplete, ctx.params.get("question")))


def asked_names(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of an adapter that can parse or, with `--base`, can resolve."""
    question = "parse" if ctx.params.get("base") is None else "resolve"
    return list(_adapters(incomplete, question))


def programs(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of an adapter or a spec, or the prefix `python:` of a Python function.

    Specs aren't offered for commands that have the option `--parse`.
    """
    question = ctx.params.get("question")
    items: dict[str, Iterable[CompletionItem]] = {}
    items[ADAPTER] = _adapters(incomplete.removeprefix(ADAPTER), question or "parse")
    if not question:
        items[SPEC] = _selectors(incomplete.removeprefix(SPEC))
    items[PYTHON] = ()
    for prefix, after in items.items():
        if incomplete.startswith(prefix):
            return _after(prefix, after)
    return [CompletionItem(prefix) for prefix in items if prefix.startswith(incomplete)]


def _after(prefix: str, items: Iterable[CompletionItem]) -> Items:
    """Return completion items with a prefix added to their values."""
    return [CompletionItem(prefix + item.value, help=item.help) for item in items]


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of a rule in the grammar of the command's spec.

    For `grammar diff`, the first rule belongs to the first spec, and the second rule to the second.
    """
    name = "second" if param.name == "other_rule" else "first"
    spec = ctx.params.get("spec") or ctx.params.get(name)
    if spec is None:
        return []
    known = [rule.name for rule in spec.grammar.rules.values()]
    starting = incomplete.lower()
    return [CompletionItem(name) for name in known if name.lower().startswith(starting)]


def _selectors(incomplete: str) -> Iterator[CompletionItem]:
    import hexapla

    name, bracket, given = incomplete.partition("[")
    for spec in hexapla.specs():
        if bracket and spec.id == name:
            yield from _with_choice(spec, given)
        elif not bracket and spec.id.startswith(name):
            yield CompletionItem(spec.id, help=spec.title)


def _with_choice(spec: "Spec", given: str) -> Iterator[CompletionItem]:
    """Complete the last choice in the brackets of a selector."""
    before, comma, last = given.rpartition(",")
    taken = {choice.partition("=")[0] for choice in before.split(",")}
    for reading in spec.readings:
        if reading.name in taken:
            continue
        for option in reading.options:
            choice = f"{reading.name}={option}"
            if choice.startswith(last):
                selector = f"{spec.id}[{before}{comma}{choice}]"
                yield CompletionItem(selector, help=reading.question)


def _last_selector(selectors: str) -> str:
    """Return the text after the last comma between selectors; commas in brackets don't count."""
    start = 0
    depth = 0
    for place, character in enumerate(selectors, 1):
        if character == "[":
            depth += 1
        elif character == "]":
            depth -= 1
        elif character == "," and depth == 0:
            start = place
    return selectors[start:]


def _adapters(incomplete: str, question: str | None) -> Iterator[CompletionItem]:
    from hexapla.implementations.adapters import answering

    for adapter in answering(question or "resolve"):
        if adapter.name.startswith(incomplete):
            yield CompletionItem(adapter.name, help=adapter.library)
