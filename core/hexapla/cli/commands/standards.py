"""The commands about the standards themselves: specs, grammar show, grammar diff and vectors."""

import functools
from collections.abc import Iterator
from pathlib import Path

import click

import hexapla
from hexapla.cli import AGREE, DISAGREE, completion, options
from hexapla.cli.command import argument, command
from hexapla.cli.files import check_outputs, named
from hexapla.cli.output import echo, faint, print_json, strong, wrap
from hexapla.documents.reading import unknown
from hexapla.grammar import Grammar, GrammarRule, RelationKind
from hexapla.grammar.grammar import rule_key
from hexapla.jobs.atomic import write_whole
from hexapla.standard.display import published, relation_text
from hexapla.standard.registry import columns_of
from hexapla.standard.spec import Spec
from hexapla.standard.syntax import corresponding
from hexapla.text.table import GAP
from hexapla.vectors import SCHEMA_FILE, file_name, schema_text, vectors_text


def _chosen(ctx: click.Context, param: click.Parameter, value: str | None) -> Spec | None:
    return None if value is None else columns_of([value])[0]


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

    The option --spec of other commands takes the id of a standard. A reading is a question that a
    standard leaves open, or on which it contradicts itself. To select an option of a reading, write
    rfc2396[excess-dots=remove], for example; the first option listed is the default.
    """
    listed = hexapla.specs() if spec is None else (spec,)
    if as_json:
        print_json("specs", {"specs": [item.to_dict() for item in listed]})
    elif spec is None:
        echo("\n\n".join(map(_spec_text, listed)))
    else:
        echo("\n".join(_details(spec)))


def _heading_lines(spec: Spec) -> list[str]:
    return [
        f"{strong(spec.id)}{GAP}{spec.title}, {published(spec)}",
        f"{GAP}{spec.url}",
        f"{GAP}components: {', '.join(spec.component_names)}",
    ]


def _spec_text(spec: Spec) -> str:
    lines = _heading_lines(spec)
    for reading in spec.readings:
        choices = f"{reading.name}={'|'.join(reading.options)}"
        lines.append(f"{GAP}{choices}{GAP}{faint(reading.question)}")
    return "\n".join(lines)


def _details(spec: Spec) -> Iterator[str]:
    """Yield the details of a standard, the options of its readings, and its errata."""
    yield from _heading_lines(spec)
    for reading in spec.readings:
        beyond = " An extension: no standard allows it." if reading.is_extension else ""
        yield f"\n{strong(reading.name)}{GAP}{reading.question}{beyond}"
        for option, rationale in reading.rationales.items():
            section = "" if rationale.citation is None else f" ({rationale.citation.section})"
            yield wrap(f"{option}: {rationale.says}{section}", GAP)
        for erratum in spec.errata:
            if reading.name in erratum.about:
                yield f"{GAP}see erratum {erratum.number}"
    if spec.errata:
        yield f"\n{strong('errata')}{GAP}as of {max(item.as_of for item in spec.errata)}"
    for erratum in spec.errata:
        told = f"{erratum.number} on {erratum.section}, {erratum.state.value}: {erratum.says}"
        yield wrap(f"{told} {erratum.effect}", GAP)


def _with_grammar(ctx: click.Context, param: click.Parameter, value: str) -> Spec:
    (spec,) = columns_of([value])
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
    """Show one rule or all rules of a standard's grammar, as transcribed."""
    rules = _grammar(spec).rules.values() if rule is None else [_rule(spec, rule)]
    if as_json:
        shown = [item.to_dict() for item in rules]
        print_json("grammar show", {"spec": spec.selector, "rules": shown})
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
    strings that the other doesn't. The shortest string that only one of them matches is shown.

    Exit code: 0 if every pair of rules matches the same strings, 1 if not.
    """
    assert first.standard.syntax is not None
    assert second.standard.syntax is not None
    pairs = (
        corresponding(first.standard.syntax, second.standard.syntax)
        if rule is None
        else [(rule, _rule(first, rule).name, _rule(second, other_rule or rule).name)]
    )
    relations = [
        (role, here, there, _grammar(first).relation(_grammar(second), here, there))
        for role, here, there in pairs
    ]
    if as_json:
        forms = [
            {"role": role, "rule": here, "other_rule": there, **relation.to_dict()}
            for role, here, there, relation in relations
        ]
        form = {"first": first.selector, "second": second.selector, "relations": forms}
        print_json("grammar diff", form)
    else:
        for _, here, there, relation in relations:
            echo(f"{here} · {there}{GAP}{relation_text(relation)}")
    equal = all(relation.kind is RelationKind.EQUAL for *_, relation in relations)
    return AGREE if equal else DISAGREE


grammar = click.Group("grammar", [show, diff], help="Show a grammar, or compare two grammars.")


def _grammar(spec: Spec) -> Grammar:
    return spec.grammar


def _rule(spec: Spec, name: str) -> GrammarRule:
    """Return a rule by its name, ignoring case and treating underscores as hyphens."""
    by_name = {item.name.lower(): item for item in _grammar(spec).rules.values()}
    wanted = rule_key(name)
    if wanted not in by_name:
        raise unknown("rule", wanted, by_name)
    return by_name[wanted]


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
    """Write test vectors of a standard, for testing a parser in any language.

    The vectors of a standard are one JSON document on one line, with the expected results of
    resolving, parsing, validating, normalizing and comparing URIs. The cases are examples from all
    the standards, the test pages of 1997, and cases that catch mistakes in implementations of the
    standard's algorithm. The document and its schema explain how to compare a parser's answers, and
    what to do if the standard has no rule or leaves a choice.

    Exit code: 0, or 2 for usage and other errors.
    """
    if only_schema and spec is not None:
        raise click.UsageError("the schema is the same for every standard; omit SPEC")
    schema = {SCHEMA_FILE: schema_text()}
    named_specs = columns_of(None if spec is None else [spec])
    texts = schema if only_schema else {file_name(item): vectors_text(item) for item in named_specs}
    if output is None or str(output) == options.STANDARD_STREAM:
        click.echo("".join(texts.values()), nl=False)
        return
    if spec is None and not only_schema:
        texts |= schema
        if output.exists() and not output.is_dir():
            wrong = f"{output} isn't a folder; name a folder, or give one SPEC"
            raise click.UsageError(wrong)
        output.mkdir(parents=True, exist_ok=True)
    in_folder = output.is_dir()
    files = {output / name if in_folder else output: text for name, text in texts.items()}
    check_outputs({f"the output {named(path)}": path for path in files}, force=force)
    for path, text in files.items():
        write_whole(path, text)
