"""Shell completion of selectors of specs, names of adapters, and names of grammar rules."""

from collections.abc import Iterable, Iterator

import click
from click.shell_completion import CompletionItem

ADAPTER, SPEC, PYTHON = "adapter:", "spec:", "python:"

Items = list[CompletionItem]


def selectors(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete a selector: the id of a spec or, after "[" or a comma, its readings and options."""
    last = _last_selector(incomplete)
    before = incomplete.removesuffix(last)
    return [CompletionItem(f"{before}{item.value}", help=item.help) for item in _selectors(last)]


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of an adapter; with `--parse`, of an adapter that can parse."""
    return list(_adapters(incomplete, ctx.params.get("question")))


def programs(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of a program: an adapter, a Python function, or a spec if it can parse.

    Specs aren't offered to commands with the option `--parse`.
    """
    question = ctx.params.get("question")
    specs = {} if question else {SPEC: _selectors(incomplete.removeprefix(SPEC))}
    adapters = _adapters(incomplete.removeprefix(ADAPTER), question or "parse")
    items: dict[str, Iterable[CompletionItem]] = {ADAPTER: adapters, **specs, PYTHON: ()}
    for prefix, behind in items.items():
        if incomplete.startswith(prefix):
            return [CompletionItem(f"{prefix}{item.value}", help=item.help) for item in behind]
    return [CompletionItem(prefix) for prefix in items if prefix.startswith(incomplete)]


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of a rule in the grammar of the preceding spec.

    For the second rule of `grammar diff`, the second spec is used.
    """
    name = "second" if param.name == "other_rule" else "first"
    spec = ctx.params.get("spec") or ctx.params.get(name)
    known = () if spec is None else spec.grammar.rules.values()
    starting = incomplete.lower()
    return [CompletionItem(rule.name) for rule in known if rule.name.lower().startswith(starting)]


def _selectors(incomplete: str) -> Iterator[CompletionItem]:
    import hexapla

    name, bracket, given = incomplete.partition("[")
    specs = {spec.id: spec for spec in hexapla.specs()}
    if not bracket:
        for id_, spec in specs.items():
            if id_.startswith(name):
                yield CompletionItem(id_, help=spec.title)
        return
    before, comma, last = given.rpartition(",")
    taken = {choice.partition("=")[0] for choice in before.split(",")}
    for reading in specs[name].readings if name in specs else ():
        for option in reading.options:
            choice = f"{reading.name}={option}"
            if choice.startswith(last) and reading.name not in taken:
                yield CompletionItem(f"{name}[{before}{comma}{choice}]", help=reading.question)


def _last_selector(selectors: str) -> str:
    """Return the text after the last comma between selectors; commas in brackets don't count."""
    start = depth = 0
    for place, character in enumerate(selectors):
        depth += {"[": 1, "]": -1}.get(character, 0)
        if character == "," and depth == 0:
            start = place + 1
    return selectors[start:]


def _adapters(incomplete: str, question: str | None) -> Iterator[CompletionItem]:
    from hexapla.implementations.adapters import answering

    for adapter in answering(question or "resolve"):
        if adapter.name.startswith(incomplete):
            yield CompletionItem(adapter.name, help=adapter.library)
