"""When two URIs are the same: pairs of URIs, and URIs in normal form."""

from collections.abc import Iterable, Iterator

from hexapla.comparison.operations import equivalent, normalize
from hexapla.documents.citation import Provision
from hexapla.operations.equivalence import Equivalence, NormalForm, Sameness
from hexapla.standard.spec import Spec
from hexapla_site.data import operation_examples
from hexapla_site.data.operation_examples import Input, OperationExample, run_examples
from hexapla_site.data.table import Table, as_json, table_of
from hexapla_site.pages.kind import Page, PageKind, Site
from hexapla_site.report.grouping import groups_in, pattern_of

SIGNS = {Sameness.SAME: "=", Sameness.DIFFERENT: "≠", Sameness.UNDECIDED: "?"}


def topics(site: Site) -> list[tuple[Input, list[OperationExample[Equivalence]]]]:
    """Return each question with its pairs, and whether each column calls the two the same."""
    return [
        (
            topic,
            run_examples(
                topic["pairs"],
                site.columns,
                lambda spec, pair: equivalent(spec, pair["left"], pair["right"]),
            ),
        )
        for topic in operation_examples.read_examples()["equivalence"]
    ]


def pattern_of_verdicts(results: Iterable[Equivalence]) -> str:
    """Return which columns say the same; one that leaves it undecided is in no group."""
    verdicts = (item.verdict for item in results)
    return pattern_of([None if each is Sameness.UNDECIDED else each for each in verdicts])


def normal_forms(site: Site) -> list[OperationExample[NormalForm]]:
    """Return the URIs in each column's normal form."""
    inputs = operation_examples.read_examples()["normal_forms"]
    return run_examples(inputs, site.columns, lambda spec, item: normalize(spec, item["text"]))


def rewriting_provisions(spec: Spec) -> tuple[Provision, ...]:
    """Return what a standard lets be written differently, each provision once, in its order."""
    rewritings = spec.equivalence.rewritings() if spec.equivalence is not None else ()
    return tuple(dict.fromkeys(item.provision for item in rewritings))


def _pages(site: Site) -> Iterator[Page]:
    context = {
        "topics": site.once(topics),
        "pattern_of_verdicts": pattern_of_verdicts,
        "groups_in": groups_in,
        "normals": site.once(normal_forms),
        "verdict_signs": SIGNS,
        "rewriting_provisions": rewriting_provisions,
    }
    yield Page("equivalence.html", "equivalence.html", context)


def _tables(site: Site) -> Iterator[Table]:
    ids = [spec.id for spec in site.columns]
    rows = (
        (pair["left"], pair["right"], topic["id"], *(item.verdict for item in results))
        for topic, pairs in site.once(topics)
        for pair, results in pairs
    )
    yield table_of("equivalence", rows, ids)
    normals = (
        (item["text"], *as_json(form.normal for form in forms))
        for item, forms in site.once(normal_forms)
    )
    yield table_of("normal-forms", normals, ids)


KIND = PageKind("equivalence", "equivalence.html", _pages, "Equivalence", tables=_tables)
