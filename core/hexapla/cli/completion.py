"""What a shell completes: selectors of specs, names of adapters and of rules.

A command names a function of this module, which is loaded only where a shell asks.
"""

from collections.abc import Iterator

import click
from click.shell_completion import CompletionItem

_ADAPTER, _SPEC, _PYTHON = "adapter:", "spec:", "python:"

Items = list[CompletionItem]


def selectors(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete a selector: the id of a spec, and behind [ or a comma its readings and options."""
    return list(_selectors(incomplete))


def names(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of an adapter; with `--parse`, of one that can be asked to parse."""
    return list(_adapters(incomplete, parse=bool(ctx.params.get("parse"))))


def program(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete what names one program: an adapter, or a function of Python."""
    given = _behind(_ADAPTER, incomplete)
    if given is None:
        return _prefixes((_ADAPTER, _PYTHON), incomplete)
    parse = bool(ctx.params.get("parse"))
    return [_prefixed(_ADAPTER, item) for item in _adapters(given, parse=parse)]


def programs(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete what names a program that parses: an adapter, a spec, or a function of Python."""
    given = _behind(_ADAPTER, incomplete)
    if given is not None:
        return [_prefixed(_ADAPTER, item) for item in _adapters(given, parse=True)]
    given = _behind(_SPEC, incomplete)
    if given is not None:
        return [_prefixed(_SPEC, item) for item in _selectors(given)]
    return _prefixes((_ADAPTER, _SPEC, _PYTHON), incomplete)


def rules(ctx: click.Context, param: click.Parameter, incomplete: str) -> Items:
    """Complete the name of a rule in the grammar of the spec before it.

    The second rule of `grammar diff` is one of the second spec.
    """
    name = "second" if param.name == "other_rule" else "first"
    spec = ctx.params.get("spec") or ctx.params.get(name)
    grammar = None if spec is None else spec.grammar
    known = () if grammar is None else (rule.name for rule in grammar.rules.values())
    return [CompletionItem(rule) for rule in known if rule.lower().startswith(incomplete.lower())]


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


def _adapters(incomplete: str, *, parse: bool) -> Iterator[CompletionItem]:
    from hexapla.implementations.adapters import PARSERS, RESOLVERS

    for adapter in PARSERS if parse else RESOLVERS:
        if adapter.name.startswith(incomplete):
            yield CompletionItem(adapter.name, help=adapter.library)


def _behind(prefix: str, text: str) -> str | None:
    """Return what follows a prefix; None for a text without it."""
    return text.removeprefix(prefix) if text.startswith(prefix) else None


def _prefixed(prefix: str, item: CompletionItem) -> CompletionItem:
    return CompletionItem(f"{prefix}{item.value}", help=item.help)


def _prefixes(prefixes: tuple[str, ...], incomplete: str) -> Items:
    return [CompletionItem(prefix) for prefix in prefixes if prefix.startswith(incomplete)]
