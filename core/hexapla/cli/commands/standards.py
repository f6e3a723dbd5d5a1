"""The commands about the standards themselves: specs, grammar show, grammar diff and vectors."""

import functools
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import click

import hexapla
from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import echo, faint, headed, indented, print_json, wrap
from hexapla.documents.reading import Reading, unknown
from hexapla.grammar import Grammar, GrammarRule, RelationKind
from hexapla.grammar.grammar import rule_key
from hexapla.jobs.atomic import write_whole
from hexapla.standard.display import published, relation_text
from hexapla.standard.registry import columns_of
from hexapla.standard.registry import spec as spec_of
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import corresponding
from hexapla.text.table import GAP
from hexapla.vectors import SCHEMA_FILE, file_name, schema_text, vectors_text


def _chosen(ctx: click.Context, param: click.Parameter, value: str | None) -> Spec | None:
    if value is None:
        return None
    return spec_of(value)


@command("specs", "hexapla specs", "hexapla specs rfc2396", "hexapla specs --json")
@argument(
    "spec",
    "A standard to show in detail, with its options and errata; by default, all are listed.",
    metavar="[SPEC]",
    required=False,
    callback=_chosen,
    shell_complete=completion.selectors,
)
@options.json
def specs(spec: Spec | None, as_json: bool) -> None:
    """List the standards, with their components and readings.

    The option --spec of other commands takes the ids of standards. A reading is a question that a
    standard leaves open, or on which it contradicts itself; for the URL Standard, it is the date of
    the text. To select an option of a reading, write rfc2396[excess-dots=remove], for example; the
    first option listed is the default.
    """
    listed = hexapla.specs()
    if spec is not None:
        listed = (spec,)
    if as_json:
        print_json("specs", {"specs": listed})
    elif spec is None:
        texts = ["\n".join(_summary_lines(item)) for item in listed]
        echo("\n\n".join(texts))
    else:
        echo("\n".join(_details(spec)))


def _heading_lines(spec: Spec) -> Iterator[str]:
    yield headed(spec.id, f"{spec.title}, {published(spec)}")
    yield indented(spec.url)
    yield indented(f"components: {', '.join(spec.component_names)}")


def _summary_lines(spec: Spec) -> Iterator[str]:
    """Yield the lines about a standard and the options of its readings."""
    yield from _heading_lines(spec)
    for reading in spec.readings:
        choices = f"{reading.name}={'|'.join(reading.options)}"
        yield indented(choices, faint(reading.question))


def _details(spec: Spec) -> Iterator[str]:
    """Yield the details of a standard, the options of its readings, and its errata."""
    yield from _heading_lines(spec)
    for reading in spec.readings:
        yield ""
        yield from _reading_lines(reading)
        for erratum in spec.errata:
            if reading.name in erratum.about:
                yield indented(f"see erratum {erratum.number}")
    if spec.errata:
        as_of = max(erratum.as_of for erratum in spec.errata)
        yield ""
        yield headed("errata", f"as of {as_of}")
    for erratum in spec.errata:
        heading = f"{erratum.number} on {erratum.section}, {erratum.state.value}"
        yield wrap(f"{heading}: {erratum.says} {erratum.effect}", GAP)


def _reading_lines(reading: Reading) -> Iterator[str]:
    """Yield the question of a reading, then its options with their rationales."""
    question = reading.question
    if reading.is_extension:
        question += " An extension: no standard allows it."
    yield headed(reading.name, question)
    for option, rationale in reading.rationales.items():
        says = f"{option}: {rationale.says}"
        if rationale.citation is not None:
            says += f" ({rationale.citation.section})"
        yield wrap(says, GAP)


def _with_grammar(ctx: click.Context, param: click.Parameter, value: str) -> Spec:
    spec = spec_of(value)
    if spec.standard.syntax is None or spec.standard.grammar is None:
        raise click.BadParameter(
            f"{spec.selector} has no grammar; name another standard", ctx, param
        )
    return spec


_spec_argument = functools.partial(
    argument, metavar="SPEC", callback=_with_grammar, shell_complete=completion.selectors
)
_rule_argument = functools.partial(
    argument, metavar="[RULE]", required=False, shell_complete=completion.rules
)


@command("show", "hexapla grammar show rfc1808 net_loc", "hexapla grammar show rfc3986 --json")
@_spec_argument("spec", "A standard, such as rfc2396.")
@_rule_argument("rule", "A rule of the standard's grammar; by default, all rules.")
@options.json
def show(spec: Spec, rule: str | None, as_json: bool) -> None:
    """Show one rule or all rules of a standard's grammar, as transcribed from the standard."""
    rules = list(_grammar(spec).rules.values())
    if rule is not None:
        rules = [_rule(spec, rule)]
    if as_json:
        print_json("grammar show", {"spec": spec.selector, "rules": rules})
    else:
        echo("\n".join(item.text for item in rules))


@command(
    "diff",
    "hexapla grammar diff rfc1808 rfc2396",
    "hexapla grammar diff rfc1808 rfc2396 net_loc authority",
)
@_spec_argument("first", "The first standard.")
@_spec_argument("second", "The second standard.")
@_rule_argument(
    "rule", "A rule of the first standard; by default, all rules with a counterpart in the second."
)
@_rule_argument(
    "other_rule", "A rule of the second standard; by default, the rule with the same name."
)
@options.json
def diff(first: Spec, second: Spec, rule: str | None, other_rule: str | None, as_json: bool) -> int:
    """Compare two grammars rule by rule.

    Two rules can match the same strings, one can match more than the other, or each can match
    strings that the other doesn't. The output shows the shortest string that only the first rule
    matches, the shortest that only the second matches, and the shortest that both match.

    Exit code: 0 if every pair of rules matches the same strings, 1 if not.
    """
    code = AGREE
    forms = []
    for pair in _pairs(first, second, rule, other_rule):
        relation = _grammar(first).relation(_grammar(second), pair.rule, pair.other_rule)
        if relation.kind is not RelationKind.EQUAL:
            code = DISAGREE
        if as_json:
            forms.append({**pair._asdict(), **relation.to_dict()})
        else:
            echo(f"{pair.rule} · {pair.other_rule}{GAP}{relation_text(relation)}")
    if as_json:
        form = {"first": first.selector, "second": second.selector, "relations": forms}
        print_json("grammar diff", form)
    return code


class _Pair(NamedTuple):
    """Two rules to compare.

    `role` is the role of both rules in their grammars or, for rules that the user named, the first
    rule's name as the user wrote it.
    """

    role: str
    rule: str
    other_rule: str


def _pairs(first: Spec, second: Spec, rule: str | None, other_rule: str | None) -> Iterator[_Pair]:
    """Yield the given pair of rules, or all pairs of corresponding rules."""
    if rule is not None:
        own = _rule(first, rule)
        other = _rule(second, other_rule or rule)
        yield _Pair(rule, own.name, other.name)
        return
    assert first.standard.syntax is not None
    assert second.standard.syntax is not None
    for names in corresponding(first.standard.syntax, second.standard.syntax):
        yield _Pair(*names)


grammar = click.Group("grammar", [show, diff], help="Show a grammar, or compare two grammars.")


def _grammar(spec: Spec) -> Grammar:
    return spec.grammar


def _rule(spec: Spec, name: str) -> GrammarRule:
    """Return a rule by its name, ignoring case and treating underscores as hyphens."""
    rules = {item.name.lower(): item for item in _grammar(spec).rules.values()}
    wanted = rule_key(name)
    if wanted not in rules:
        raise unknown("rule", wanted, rules)
    return rules[wanted]


@command(
    "vectors",
    "hexapla vectors rfc3986 -o rfc3986-vectors.json",
    "hexapla vectors -o vectors",
    "hexapla vectors 'rfc2396[excess-dots=remove]' > removed.json",
    "hexapla vectors --schema -o vectors.schema.json",
)
@argument(
    "spec",
    "A standard such as rfc3986, optionally with options of its readings; by default, all "
    "standards.",
    required=False,
    metavar="[SPEC]",
    shell_complete=completion.selectors,
)
@options.value(
    "-o --output",
    "FILE",
    "Write the vectors to this file. Without SPEC, write a file for each standard and the schema "
    "into this folder. - is standard output, the default.",
    type=options.FileName(allow_dash=True, path_type=Path),
)
@options.flag("--schema only_schema", "Write the JSON Schema of the vectors instead.")
@options.force
def vectors(spec: str | None, output: Path | None, only_schema: bool, force: bool) -> None:
    """Write test vectors of a standard, for testing a parser in any programming language.

    The vectors of a standard are one JSON document on one line, with the expected results of
    resolving, parsing, validating, normalizing and comparing URIs. The cases are examples from all
    the standards, cases from test pages of 1997, and cases that catch mistakes in implementations
    of the standard's algorithm. The document and its schema explain how to compare a parser's
    answers, and what to do if the standard has no rule or leaves a choice.

    Exit code: 0, or 2 for usage and other errors.
    """
    if only_schema and spec is not None:
        raise click.UsageError("the schema is the same for every standard; omit SPEC")
    texts = {}
    if only_schema:
        texts[SCHEMA_FILE] = schema_text()
    elif spec is not None:
        one = spec_of(spec)
        texts[file_name(one)] = vectors_text(one)
    else:
        for each in columns_of(None):
            texts[file_name(each)] = vectors_text(each)
    if output is None or str(output) == options.STANDARD_STREAM:
        click.echo("".join(texts.values()), nl=False)
        return
    if spec is None and not only_schema:
        texts[SCHEMA_FILE] = schema_text()
        if output.exists() and not output.is_dir():
            wrong = f"{output} isn't a folder; name a folder, or give one SPEC"
            raise click.UsageError(wrong)
        output.mkdir(parents=True, exist_ok=True)
    in_folder = output.is_dir()
    files = {}
    for name, text in texts.items():
        path = output / name if in_folder else output
        files[path] = text
    check_outputs({f"the output {named(path)}": path for path in files}, force=force)
    for path, text in files.items():
        write_whole(path, text)
