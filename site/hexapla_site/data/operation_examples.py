"""The examples of the pages on operations: inputs, and what each column makes of them."""

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from hexapla.standard.spec import Spec
from hexapla_site.folders import read_data

Input = Mapping[str, Any]
Result = TypeVar("Result")
OperationExample = tuple[Input, tuple[Result, ...]]
"""An input, with its source as the file has it, and what each column makes of it."""


def read_examples() -> Mapping[str, Any]:
    """Read the inputs to run, by the operation."""
    examples: Mapping[str, Any] = read_data("operation-examples.json")
    return examples


def run_examples(
    inputs: Iterable[Input], columns: Iterable[Spec], run: Callable[[Spec, Input], Result]
) -> list[OperationExample[Result]]:
    """Run an operation on inputs in each column."""
    specs = tuple(columns)
    return [(item, tuple(run(spec, item) for spec in specs)) for item in inputs]
