"""Run a standard's package with one change, and the unchanged package, each in its own process."""

import importlib
import importlib.abc
import importlib.util
import multiprocessing
import resource
import signal
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import attrs

from hexapla.grammar.validity import Verdict
from hexapla.vectors.answers import answer_to
from hexapla.vectors.cases import ResolveCase, VectorCase, example_cases

ROOT = Path(__file__).parent.parent
SPECS = ROOT / "specs" / "hexapla_specs"
SECONDS = 3.0
MEMORY = 4 << 30


@attrs.frozen
class Change:
    """A file of a standard's package, and its text after a change."""

    file: Path
    line: int
    text: str = attrs.field(repr=False)

    @property
    def module(self) -> str:
        """The name of the module, if the file is one."""
        return ".".join(self.file.relative_to(SPECS.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        )


class ChangedModule(importlib.abc.MetaPathFinder, importlib.abc.Loader):
    """Loads a changed module in place of its file."""

    def __init__(self, change: Change) -> None:
        self._change = change

    def find_spec(self, name: str, path: object, target: object = None) -> Any:
        """Return the import spec of the changed module; None for any other module."""
        if name != self._change.module:
            return None
        is_package = self._change.file.name == "__init__.py"
        folders = [str(self._change.file.parent)] if is_package else None
        return importlib.util.spec_from_file_location(
            name, self._change.file, loader=self, submodule_search_locations=folders
        )

    def exec_module(self, module: Any) -> None:
        """Run the changed code."""
        exec(compile(self._change.text, str(self._change.file), "exec"), vars(module))


def put_in_place(change: Change) -> None:
    """Make this process load the changed file; the package must not be loaded yet."""
    if change.file.suffix == ".py":
        sys.meta_path.insert(0, ChangedModule(change))
        return
    read = Path.read_text

    def read_text(path: Path, *arguments: Any, **options: Any) -> str:
        return change.text if path == change.file else read(path, *arguments, **options)

    Path.read_text = read_text  # type: ignore[method-assign, assignment]


Answers = list[object]
Rounds = Sequence[Sequence[VectorCase]]
"""Inputs in rounds: a changed standard gets a round only if no earlier round notices the change."""

# Data for a forked process, which can't be passed to it in any other way.
NAME: list[str] = []
CHANGES: list[Change] = []
INPUTS: dict[str, Rounds] = {}
RIGHT: dict[str, list[Answers]] = {}


class TooLongError(Exception):
    """A changed standard takes too long."""


def too_long(*_: object) -> None:
    """Raise `TooLongError`; a signal calls this function if a standard takes too long."""
    raise TooLongError


def answers(spec: Any, cases: Sequence[VectorCase]) -> Iterator[object]:
    """Yield the answer of a standard to each case; stop after three that take too long."""
    signal.signal(signal.SIGALRM, too_long)
    slow = 0
    for case in cases:
        signal.setitimer(signal.ITIMER_REAL, SECONDS)
        try:
            yield answer_to(spec, case)
        except TooLongError:
            slow += 1
            yield "takes too long"
        except Exception as error:
            yield type(error).__name__
        finally:
            signal.setitimer(signal.ITIMER_REAL, 0)
        if slow == 3:
            return


def loaded() -> Any:
    """Limit the memory of this process, then load the standard and return its spec."""
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))
    return importlib.import_module(f"hexapla_specs.{NAME[0]}").STANDARD.spec


def right_answers(_: int) -> dict[str, list[Answers]]:
    """Return the answers of the unchanged standard to each round of each kind."""
    spec = loaded()
    return {
        kind: [list(answers(spec, cases)) for cases in rounds] for kind, rounds in INPUTS.items()
    }


def noticing(number: int) -> tuple[int, dict[str, list[int]]]:
    """Return the number of a change, and the inputs that notice it, keyed by kind.

    The inputs of a kind are numbered over all rounds. If the standard can't be loaded after the
    change, the mapping is empty.
    """
    put_in_place(CHANGES[number])
    try:
        spec = loaded()
    except Exception:
        return number, {}
    return number, {kind: differing(spec, kind) for kind in INPUTS}


def differing(spec: Any, kind: str) -> list[int]:
    """Return the numbers of the inputs that notice a change, in the first round that has some."""
    before = 0
    for cases, right in zip(INPUTS[kind], RIGHT[kind], strict=True):
        given = enumerate(zip(answers(spec, cases), right, strict=False), before)
        found = [number for number, (one, other) in given if one != other]
        if found:
            return found
        before += len(cases)
    return []


def in_processes(function: Any, numbers: Sequence[int]) -> Iterator[Any]:
    """Yield a function's result for each number; each result is computed in its own process.

    The results come in the order in which they are ready.
    """
    fork = multiprocessing.get_context("fork")
    with fork.Pool(2, maxtasksperchild=1) as pool:
        yield from pool.imap_unordered(function, numbers, chunksize=1)


def noticed(
    inputs: Mapping[str, Rounds], changes: Sequence[Change]
) -> dict[int, dict[str, list[int]]]:
    """Return the inputs that notice each change (see `noticing`), keyed by the change's number.

    Changes after which the standard can't be loaded are left out.
    """
    INPUTS.clear()
    INPUTS.update(inputs)
    CHANGES[:] = changes
    RIGHT.clear()
    (right,) = in_processes(right_answers, [0])
    RIGHT.update(right)
    found = dict(in_processes(noticing, range(len(changes))))
    return {number: by_kind for number, by_kind in found.items() if by_kind}


def example_cases_in_process() -> Iterator[ResolveCase]:
    """Yield the examples of all standards, without loading any standard in this process."""
    (found,) = in_processes(examples_here, [0])
    yield from found


def examples_here(_: int) -> list[ResolveCase]:
    """Return the examples of all standards."""
    return list(example_cases())


def valid_in_process(inputs: Mapping[str, Sequence[VectorCase]]) -> dict[str, list[VectorCase]]:
    """Return the inputs without an invalid string under the unchanged standard, keyed by kind."""
    INPUTS.clear()
    INPUTS.update({kind: [cases] for kind, cases in inputs.items()})
    (found,) = in_processes(valid_here, [0])
    return dict(found)


def valid_here(_: int) -> dict[str, list[VectorCase]]:
    """Return the inputs without an invalid string, keyed by kind; empty strings aren't tested."""
    spec = loaded()
    return {
        kind: [
            case
            for case in cases
            if all(spec.validate(text).verdict is not Verdict.NO for text in case if text)
        ]
        for kind, (cases,) in INPUTS.items()
    }


def items_in_process(rounds: Mapping[str, Rounds]) -> dict[str, dict[str, dict[object, list[int]]]]:
    """Return the inputs that show each item, keyed by kind of case, kind of item, and item.

    For the items, see `vector_features`.
    """
    INPUTS.clear()
    INPUTS.update(rounds)
    (found,) = in_processes(items_here, [0])
    return dict(found)


def items_here(_: int) -> dict[str, dict[str, dict[object, list[int]]]]:
    """Return the inputs that show each item, keyed as in `items_in_process`."""
    from vector_features import inputs_by_item

    spec = loaded()
    return {
        kind: inputs_by_item(spec, [case for cases in rounds for case in cases])
        for kind, rounds in INPUTS.items()
    }


def vectors_in_process() -> list[VectorCase]:
    """Return the cases of the unchanged standard's vectors."""
    (found,) = in_processes(vectors_here, [0])
    return list(found)


def vectors_here(_: int) -> list[VectorCase]:
    """Return the cases of a standard's vectors."""
    from hexapla.vectors.cases import vector_cases

    return [case for cases in vector_cases(loaded()).by_kind.values() for case in cases]
