"""Values of Thrift's compact protocol, as the metadata of Parquet files has them.

https://github.com/apache/thrift/blob/master/doc/specs/thrift-compact-protocol.md
"""

import io
from typing import BinaryIO

# What a value is, by the number that says so.
_TRUE, _FALSE, _BYTE, _I16, _I32, _I64, _DOUBLE, _BINARY, _LIST, _SET, _MAP, _STRUCT = range(1, 13)
_OCTETS_OF = {_BYTE: 1, _DOUBLE: 8}

Struct = dict[int, "int | Struct"]
"""The fields of a struct that are whole numbers of 32 bits, truth values or structs."""


class ThriftError(ValueError):
    """There is no struct that can be read, or it is too large."""


class ThriftReader:
    """Reads structs from a file; texts are passed over, whatever their length.

    `structs` counts the structs read by how deep they are, from 0; `elements` counts those of
    lists, sets and maps.
    """

    def __init__(self, file: BinaryIO, most_octets: int) -> None:
        self._file = file
        self._end = file.tell() + most_octets
        self.structs: list[int] = []
        self.elements = 0

    def struct(self, depth: int = 0) -> Struct:
        """Read a struct.

        Args:
            depth: How many structs it is in.

        Raises:
            ThriftError: There is none, or one of more octets than may be read.
        """
        self._count(depth)
        fields: Struct = {}
        number = 0
        while head := self._octet():
            kind = head & 15
            number = number + (head >> 4) if head >> 4 else _signed(self._number())
            if not -(1 << 15) <= number < 1 << 15:
                raise ThriftError("the number of a field is out of range")
            value = self._value(kind, depth)
            if value is not None:
                fields[number] = value
        return fields

    def _count(self, depth: int) -> None:
        if depth == len(self.structs):
            if depth == _DEEPEST:
                raise ThriftError("its structs are nested too deep")
            self.structs.append(0)
        self.structs[depth] += 1

    def _value(self, kind: int, depth: int) -> "int | Struct | None":
        """Read the value of a field; return None for one that nobody asks for."""
        if kind in (_TRUE, _FALSE):
            return int(kind == _TRUE)
        if kind == _STRUCT:
            return self.struct(depth + 1)
        if kind in (_I16, _I32, _I64):
            number = _signed(self._number())
            return number if kind == _I32 else None
        if kind in _OCTETS_OF:
            self._pass(_OCTETS_OF[kind])
        elif kind == _BINARY:
            self._pass(self._number())
        elif kind in (_LIST, _SET):
            self._list(depth)
        elif kind == _MAP:
            self._map(depth)
        else:
            raise ThriftError("a field is of no kind that there is")
        return None

    def _list(self, depth: int) -> None:
        head = self._octet()
        count = self._number() if head >> 4 == 15 else head >> 4
        for _ in range(count):
            self._element(head & 15, depth)

    def _map(self, depth: int) -> None:
        count = self._number()
        kinds = self._octet() if count else 0
        for _ in range(count):
            self._element(kinds >> 4, depth)
            self._element(kinds & 15, depth)

    def _element(self, kind: int, depth: int) -> None:
        self.elements += 1
        if kind in (_TRUE, _FALSE):  # an octet here, unlike those of fields
            self._pass(1)
        elif kind in (_LIST, _SET, _MAP):
            raise ThriftError("it has a list within a list")  # as no metadata of Parquet has
        else:
            self._value(kind, depth)

    def _octet(self) -> int:
        octet = self._file.read(1)
        if not octet or self._file.tell() > self._end:
            raise ThriftError("it ends too early, or is too long")
        return octet[0]

    def _pass(self, octets: int) -> None:
        if self._file.tell() + octets > self._end:
            raise ThriftError("it ends too early, or is too long")
        self._file.seek(octets, io.SEEK_CUR)

    def _number(self) -> int:
        """Read a whole number that is not negative."""
        number = 0
        for shift in range(0, 70, 7):
            octet = self._octet()
            number |= (octet & 127) << shift
            if octet < 128:
                return number
        raise ThriftError("a number has too many digits")


_DEEPEST = 32


def _signed(number: int) -> int:
    """Return the number that zigzag stands for."""
    return number >> 1 ^ -(number & 1)
