"""The commands `hexapla grammar show` and `hexapla grammar diff`."""

import sys
from collections.abc import Sequence

import attrs
import click

import hexapla
from hexapla.cli.command import Command, argument
from hexapla.cli.exit_codes import AGREE, DISAGREE
from hexapla.cli.options import completed_by, json_option
from hexapla.cli.output import print_json
from hexapla.cli.terminal import echo
from hexapla.comparison.one_line import GAP, relation_text
from hexapla.documents.reading import SelectorError, unknown
from hexapla.grammar import Grammar, GrammarRule, Relation, RelationKind
from hexapla.grammar.grammar import rule_key
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import Syntax, corresponding


@click.group()
def grammar() -> None:
    """Show grammars, and compare two of them."""


@attrs.frozen
class _Written:
    """A spec that has a grammar, and what it has."""

    selector: str
    syntax: Syntax
    grammar: Grammar


def _with_grammar(ctx: click.Context, param: click.Parameter, value: str) -> _Written:
    try:
        spec: Spec = hexapla.spec(value)
    except SelectorError as error:
        raise click.BadParameter(str(error), ctx, param) from error
    if spec.syntax is None or spec.grammar is None:
        raise click.BadParameter(f"{spec.selector} has no grammar", ctx, param)
    return _Written(spec.selector, spec.syntax, spec.grammar)


@grammar.command(
    "show",
    cls=Command,
    examples=("hexapla grammar show rfc1808 net_loc", "hexapla grammar show rfc3986 --json"),
)
@argument(
    "spec",
    "A standard, such as rfc2396.",
    metavar="SPEC",
    callback=_with_grammar,
    shell_complete=completed_by("selectors"),
)
@argument(
    "rule",
    "A rule of its grammar; by default all rules.",
    required=False,
    shell_complete=completed_by("rules"),
)
@json_option
def show(spec: _Written, rule: str | None, as_json: bool) -> None:
    """Show a rule of a grammar, or all of them, as transcribed."""
    rules: Sequence[GrammarRule] = tuple(spec.grammar.rules.values())
    if rule is not None:
        rules = (_rule(spec.grammar, rule),)
    if as_json:
        shown = [item.to_dict() for item in rules]
        print_json("grammar show", {"spec": spec.selector, "rules": shown})
    else:
        echo("\n".join(item.text for item in rules))


@grammar.command(
    "diff",
    cls=Command,
    examples=(
        "hexapla grammar diff rfc1808 rfc2396",
        "hexapla grammar diff rfc1808 rfc2396 net_loc authority",
    ),
)
@argument(
    "first",
    "The first standard.",
    metavar="SPEC",
    callback=_with_grammar,
    shell_complete=completed_by("selectors"),
)
@argument(
    "second",
    "The second standard.",
    metavar="SPEC",
    callback=_with_grammar,
    shell_complete=completed_by("selectors"),
)
@argument(
    "rule",
    "A rule of the first; by default all that have the same role.",
    required=False,
    shell_complete=completed_by("rules"),
)
@argument(
    "other_rule",
    "A rule of the second; by default the one of the same name.",
    metavar="[RULE]",
    shell_complete=completed_by("rules"),
    required=False,
)
@json_option
def diff(
    first: _Written, second: _Written, rule: str | None, other_rule: str | None, as_json: bool
) -> None:
    """Compare what two grammars derive, rule by rule.

    The languages of two rules are equal, one contains the other, or each has texts of its own; the
    shortest of these are shown.

    Exit code: 0 where each two derive the same, 1 where they do not.
    """
    if rule is None:
        pairs = corresponding(first.syntax, second.syntax)
    else:
        names = _rule(first.grammar, rule).name, _rule(second.grammar, other_rule or rule).name
        pairs = ((rule, *names),)
    relations = [
        _Related(role, here, there, first.grammar.relation(second.grammar, here, there))
        for role, here, there in pairs
    ]
    if as_json:
        forms = [item.to_dict() for item in relations]
        form = {"first": first.selector, "second": second.selector, "relations": forms}
        print_json("grammar diff", form)
    else:
        for item in relations:
            echo(f"{item.rule} · {item.other_rule}{GAP}{relation_text(item.relation)}")
    equal = all(item.relation.kind is RelationKind.EQUAL for item in relations)
    sys.exit(AGREE if equal else DISAGREE)


@attrs.frozen
class _Related:
    """Two rules that have the same role, and how what they derive relates."""

    role: str
    rule: str
    other_rule: str
    relation: Relation

    def to_dict(self) -> dict[str, object]:
        return {
            "role": self.role,
            "rule": self.rule,
            "other_rule": self.other_rule,
            **self.relation.to_dict(),
        }


def _rule(grammar: Grammar, name: str) -> GrammarRule:
    """Return a rule by its name, in any case, with underscores written as hyphens."""
    by_name = {item.name.lower(): item for item in grammar.rules.values()}
    wanted = rule_key(name)
    if wanted not in by_name:
        raise click.UsageError(str(unknown("rule", wanted, by_name)))
    return by_name[wanted]
