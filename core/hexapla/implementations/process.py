"""A program that is asked question by question, and contained whatever it does.

It is asked a line at a time on its standard input, and answers by a line on its standard output, in
one of the protocols of `hexapla.implementations.protocol`. It is asked the next question once it
has answered the last one, so that an answer without a question is noticed.
"""

from typing import Any

import attrs

from hexapla.implementations.asking import NoAnswerError, RejectionError, case_of
from hexapla.implementations.child_process import ChildProcess
from hexapla.implementations.protocol import JsonLines, Plain
from hexapla.jobs.time_limit import TimeLimit


@attrs.define(eq=False)
class Program:
    """A program as an implementation: started on entering the context, and again after it failed.

    It is killed when it fails and on leaving the context, with the processes that it started. One
    that has left its session (setsid), as a daemon does, is not caught. A program has the rights of
    whoever runs it.

    Attributes:
        command: The program and its arguments.
        timeout: How many seconds an answer may take, the start of the program included.
        patience: After how many failures with no answer in between it is no longer asked.
        restarts: After how many failures in all it is still asked.
        plain: Whether it uses the plain protocol, and not JSON Lines.
        limit: How long all questions may take together, those to other programs included.
    """

    command: tuple[str, ...]
    timeout: float = 5.0
    patience: int = 3
    restarts: int = 50
    plain: bool = False
    limit: TimeLimit = attrs.field(factory=TimeLimit, repr=False)

    _process: ChildProcess | None = attrs.field(default=None, init=False, repr=False)
    _questions: int = attrs.field(default=0, init=False, repr=False)
    _failures: int = attrs.field(default=0, init=False, repr=False)
    _in_a_row: int = attrs.field(default=0, init=False, repr=False)

    def __enter__(self) -> "Program":
        """Start the program; raise `OSError` where it can't be started."""
        self._process = ChildProcess(self.command)
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()

    def __call__(self, *texts: str) -> Any:
        """Ask the program to resolve a reference against a base, or to parse a URL.

        Returns:
            The URI, or None for no URI; or the components that the program tells.

        Raises:
            RejectionError: The program gave a reason why there is no URI, or refused the URL.
            NoAnswerError: The program failed to answer; or the protocol can't ask the question,
                which does not count as a failure.
        """
        if self._in_a_row >= self.patience or self._failures > self.restarts:
            raise NoAnswerError(f"was not asked, after {self._failures} failures")
        if self.limit.is_over():
            raise self._too_late()
        case = case_of(texts)
        self._questions += 1
        protocol = Plain() if self.plain else JsonLines()
        line = protocol.question(self._questions, case)
        try:
            reply = self._started().exchange(line, min(self.timeout, self.limit.left))
            given = protocol.value(self._questions, case, reply)
        except NoAnswerError:
            self._failures += 1
            self._in_a_row += 1
            self.stop()
            if self.limit.is_over():
                raise self._too_late() from None
            raise
        except RejectionError:
            self._in_a_row = 0
            raise
        self._in_a_row = 0
        return given

    def stop(self) -> None:
        """Kill the program with the processes that it started, and wait for its end."""
        process, self._process = self._process, None
        if process is not None:
            process.kill()

    def _too_late(self) -> NoAnswerError:
        return NoAnswerError(f"was not asked, as the whole run may take {self.limit}")

    def _started(self) -> ChildProcess:
        try:
            self._process = self._process or ChildProcess(self.command)
        except OSError as error:
            raise NoAnswerError(f"can't be started again: {error}") from error
        return self._process
