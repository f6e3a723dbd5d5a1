"""Other ways to write an IPv6 address than the shortest, which standards use."""

import re
from collections.abc import Callable, Mapping

from hexapla.divergence.model import Variation

_ZEROS = re.compile(r"(?:\A|(?<=:))0(?::0)*(?=:|\Z)")
_LAST_NUMBERS = re.compile(r"([0-9A-Fa-f]{1,4}):([0-9A-Fa-f]{1,4})\Z")


def _expanded(address: str) -> str:
    """Return an IPv6 address with its "::" written out as zeros."""
    left, mark, right = address.partition("::")
    if not mark:
        return address
    before = left.split(":") if left else []
    behind = right.split(":") if right else []
    zeros = ["0"] * (8 - len(before) - len(behind))
    return ":".join([*before, *zeros, *behind])


def _with_run_compressed(address: str, run: re.Match[str]) -> str:
    """Return an address without "::", with a run of zeros as "::"."""
    before, after_run = address[: run.start()], address[run.end() :]
    return f"{before.removesuffix(':')}::{after_run.removeprefix(':')}"


def _runs(address: str) -> list[re.Match[str]]:
    """Return the runs of more than one zero in an address without "::"."""
    return [run for run in _ZEROS.finditer(address) if run[0] != "0"]


def _shortened(address: str) -> str:
    """Return an IPv6 address in its shortest form."""
    numbers = _expanded(address).split(":")
    long = ":".join(number.lstrip("0") or "0" for number in numbers)
    runs = _runs(long)
    if not runs:
        return long
    return _with_run_compressed(long, max(runs, key=_length))


def _last_zeros_compressed(address: str) -> str:
    """Return an IPv6 address with the last of several longest runs of zeros as "::"."""
    long = _expanded(address)
    runs = _runs(long)
    most = max(map(_length, runs), default=0)
    longest = [run for run in runs if _length(run) == most]
    if len(longest) < 2:
        return address
    return _with_run_compressed(long, longest[-1])


def _length(run: re.Match[str]) -> int:
    return len(run[0])


def _first_zeros_compressed(address: str) -> str:
    """Return an IPv6 address with its first run of zeros as "::" if a later run is longer."""
    long = _expanded(address)
    runs = _runs(long)
    if not runs or _length(runs[0]) == max(map(_length, runs)):
        return address
    return _with_run_compressed(long, runs[0])


def _single_zero_compressed(address: str) -> str:
    """Return an IPv6 address with its first single zero as "::", unless it contains "::"."""
    if "::" in address:
        return address
    return re.sub(r"(?:\A|:)0(?::|\Z)", "::", address, count=1)


def _padded(address: str) -> str:
    return ":".join(number.zfill(4) for number in _expanded(address).split(":"))


def _with_ipv4(address: str) -> str:
    """Return an IPv6 address with its last two numbers as an IPv4 address."""
    numbers = _LAST_NUMBERS.search(_expanded(address))
    if numbers is None:
        return address
    octets = [str(octet) for part in numbers.groups() for octet in divmod(int(part, 16), 256)]
    ipv4 = ".".join(octets)
    if _LAST_NUMBERS.search(address):
        return _LAST_NUMBERS.sub(ipv4, address)
    head, colon, _ = address.rpartition(":")
    return f"{head}{colon}{ipv4}"


IPV6_VARIATIONS: Mapping[Variation, Callable[[str], str]] = {
    Variation.SHORTEN_IPV6: _shortened,
    Variation.EXPAND_IPV6: _expanded,
    Variation.PAD_IPV6: _padded,
    Variation.COMPRESS_SINGLE_ZERO: _single_zero_compressed,
    Variation.COMPRESS_LAST_ZEROS: _last_zeros_compressed,
    Variation.COMPRESS_FIRST_ZEROS: _first_zeros_compressed,
    Variation.EMBED_IPV4: _with_ipv4,
}
"""Changes to an IPv6 address without brackets that a standard has written."""
