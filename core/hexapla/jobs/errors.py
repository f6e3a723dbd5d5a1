"""What can keep a run from beginning or ending."""

from hexapla.values.errors import HexaplaError


class RunError(HexaplaError, RuntimeError):
    """A run can't begin, or go on; the message says what to do."""


class ResumeError(RunError):
    """What an earlier run left can't be gone on with, or has to be."""


class SameFileError(RunError):
    """What is to be written is an input, or another output."""


class ForeignFolderError(RunError):
    """A folder can't be replaced, since it holds what Hexapla did not write."""


class ForeignFileError(RunError):
    """What is to be written has something that Hexapla did not write."""


class BusyError(RunError):
    """Another process is at work on the same output."""


class WorkerError(RunError):
    """A worker process was ended from outside."""
