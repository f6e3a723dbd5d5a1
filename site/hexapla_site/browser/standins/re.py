r"""A stand-in for `re`, with Python's syntax and JavaScript's engine.

Patterns are translated for `RegExp` with the flag `u`. Syntax specific to Python is rewritten, such
as `(?P<name>`, `\Z`, `$`, and the Unicode classes. Possessive quantifiers lose their `+`. This
makes no difference for Hexapla's patterns: even if the engine backtracks into such a quantifier,
the pattern can't match. Offsets count code points.
"""

from browser import self as worker

ASCII = 256
IGNORECASE = 2
MULTILINE = 8
DOTALL = 16
VERBOSE = 64

_compile = worker.hexaplaCompile
_exec = worker.hexaplaExec
_exec_all = worker.hexaplaExecAll

_END = r"(?![\s\S])"
_SPACE = r"\t-\r\x1c-\x20\x85\xa0\u1680\u2000-\u200a\u2028\u2029\u202f\u205f\u3000"
_CLASSES = {"d": r"\p{Nd}", "w": r"\p{L}\p{N}_", "s": _SPACE}
_ASCII_CLASSES = {"d": "0-9", "w": "A-Za-z0-9_", "s": r"\t-\r\x20"}
# The only punctuation that can be escaped outside a class with the flag `u`.
_SYNTAX = "^$\\.*+?()[]{}|/"


class error(ValueError):
    """An expression that can't be compiled."""


PatternError = error


class _Translator:
    """Translates a Python pattern into a JavaScript pattern."""

    def __init__(self, text, flags):
        self.text = text
        self.flags = flags
        self.at = 0
        self.names = {}
        self.groups = 0
        self.closed = []
        self.classes = _ASCII_CLASSES if flags & ASCII else _CLASSES

    def translated(self):
        pieces = []
        opened = []
        while self.at < len(self.text):
            character = self.text[self.at]
            if character == "\\":
                pieces.append(self._escape())
            elif character == "[":
                pieces.append(self._class())
            elif character == "(":
                piece, number = self._group()
                opened.append(number)
                pieces.append(piece)
            elif character == ")":
                number = opened.pop()
                if number:
                    self.closed.append(number)
                pieces.append(")")
                self.at += 1
            else:
                pieces.append(self._plain(character))
        return "".join(pieces)

    def _plain(self, character):
        self.at += 1
        if self.flags & VERBOSE:
            if character in " \t\n\r":
                return ""
            if character == "#":
                end = self.text.find("\n", self.at)
                self.at = len(self.text) if end < 0 else end
                return ""
        if character == ".":
            return r"[\s\S]" if self.flags & DOTALL else r"[^\n]"
        if character == "$":
            return r"(?=\n|" + _END + ")" if self.flags & MULTILINE else r"(?=\n?" + _END + ")"
        if character == "^":
            return r"(?<=\n|(?<![\s\S]))" if self.flags & MULTILINE else r"(?<![\s\S])"
        if character in "*+?}" and self.text[self.at : self.at + 1] == "+":
            self.at += 1  # possessive
            return character
        if character == "]":
            return r"\]"
        if character in "{}" and not self._is_count(character):
            return "\\" + character
        if self.flags & IGNORECASE and self.flags & ASCII and character.isalpha():
            return "[" + character.lower() + character.upper() + "]"
        return character

    def _is_count(self, character):
        if character == "}":
            begin = self.text.rfind("{", 0, self.at)
            inner = self.text[begin + 1 : self.at - 1]
        else:
            inner = self.text[self.at : self.text.find("}", self.at)]
        return bool(inner) and all([each in "0123456789," for each in inner])

    def _escape(self):
        letter = self.text[self.at + 1]
        self.at += 2
        if letter == "Z":
            return _END
        if letter == "A":
            return r"(?<![\s\S])"
        if letter in "dws":
            return "[" + self.classes[letter] + "]"
        if letter in "DWS":
            return "[^" + self.classes[letter.lower()] + "]"
        return self._escaped_character(letter, _SYNTAX)

    def _escaped_character(self, letter, syntax):
        if letter == "U":
            digits = self.text[self.at : self.at + 8]
            self.at += 8
            return "\\u{" + digits.lstrip("0") + "}"
        if letter in "abfnrtvxu0123456789" or letter in syntax:
            return {"a": r"\x07", "0": r"\x00"}.get(letter, "\\" + letter)
        return letter

    def _class(self):
        self.at += 1
        pieces = ["["]
        if self.text[self.at] == "^":
            pieces.append("^")
            self.at += 1
        is_first = True
        while is_first or self.text[self.at] != "]":
            is_first = False
            character = self.text[self.at]
            self.at += 1
            if character != "\\":
                pieces.append("\\" + character if character in "[]" else character)
                continue
            letter = self.text[self.at]
            self.at += 1
            if letter in "dws":
                pieces.append(self.classes[letter])
            elif letter in "DWS":
                pieces.append({"S": r"\S", "D": r"\P{Nd}", "W": r"\W"}[letter])
            else:
                pieces.append(self._escaped_character(letter, _SYNTAX + "-"))
        self.at += 1
        return "".join(pieces) + "]"

    def _group(self):
        rest = self.text[self.at : self.at + 4]
        if rest.startswith("(?P<"):
            end = self.text.index(">", self.at)
            name = self.text[self.at + 4 : end]
            self.at = end + 1
            self.groups += 1
            self.names[name] = self.groups
            return "(", self.groups
        if rest.startswith("(?P="):
            end = self.text.index(")", self.at)
            name = self.text[self.at + 4 : end]
            self.at = end
            return "(?:\\" + str(self.names[name]), 0
        for opening in ("(?:", "(?=", "(?!", "(?<=", "(?<!"):
            if rest.startswith(opening):
                self.at += len(opening)
                return opening, 0
        if rest.startswith("(?"):
            raise error("this syntax isn't supported in the browser: " + self.text)
        self.at += 1
        self.groups += 1
        return "(", self.groups


class Match:
    """A match, with the offsets of the whole match and the strings of the groups."""

    def __init__(self, pattern, text, found):
        self.re = pattern
        self.string = text
        self._found = found

    def group(self, *names):
        if not names:
            return self._found[2]
        if len(names) == 1:
            return self._found[2 + self._place(names[0])]
        return tuple([self._found[2 + self._place(name)] for name in names])

    def __getitem__(self, name):
        return self._found[2 + self._place(name)]

    def _place(self, name):
        return self.re.groupindex[name] if isinstance(name, str) else name

    def groups(self, default=None):
        if default is None:
            return self._found[3:]
        return tuple([default if text is None else text for text in self._found[3:]])

    def groupdict(self):
        return {name: self._found[2 + place] for name, place in self.re.groupindex.items()}

    def start(self, group=0):
        return self.span(group)[0]

    def end(self, group=0):
        return self.span(group)[1]

    def span(self, group=0):
        if group == 0:
            return self._found[:2]
        return self.re.span_of(self, self._place(group))

    @property
    def lastindex(self):
        for number in reversed(self.re.closed):
            if self._found[2 + number] is not None:
                return number
        return None

    @property
    def lastgroup(self):
        last = self.lastindex
        for name, place in self.re.groupindex.items():
            if place == last:
                return name
        return None


class Pattern:
    """A compiled pattern."""

    def __init__(self, text, flags):
        translator = _Translator(text, flags)
        self.pattern = text
        self.flags = flags
        self._source = translator.translated()
        self._options = "ui" if flags & IGNORECASE and not flags & ASCII else "u"
        self.groupindex = translator.names
        self.groups = translator.groups
        self.closed = translator.closed
        self._search = self._match = self._fullmatch = self._places = None

    def match(self, text, pos=0, endpos=None):
        if self._match is None:
            self._match = _compile(self._source, self._options + "y")
        return self._found(self._match, text, pos, endpos)

    def fullmatch(self, text, pos=0, endpos=None):
        if self._fullmatch is None:
            self._fullmatch = _compile("(?:" + self._source + ")" + _END, self._options + "y")
        return self._found(self._fullmatch, text, pos, endpos)

    def search(self, text, pos=0, endpos=None):
        if self._search is None:
            self._search = _compile(self._source, self._options + "g")
        return self._found(self._search, text, pos, endpos)

    def _found(self, compiled, text, pos, endpos):
        if endpos is not None:
            text = text[:endpos]
        found = _exec(compiled, text, pos)
        return None if found is None else Match(self, text, found)

    def span_of(self, match, number):
        if self._places is None:
            self._places = _compile(self._source, self._options + "yd")
        return worker.hexaplaSpan(self._places, match.string, match.start(), number)

    def _all(self, text, pos=0):
        if self._search is None:
            self._search = _compile(self._source, self._options + "g")
        return _exec_all(self._search, text, pos)

    def finditer(self, text, pos=0, endpos=None):
        if endpos is not None:
            text = text[:endpos]
        for found in self._all(text, pos):
            yield Match(self, text, found)

    def findall(self, text):
        if self.groups == 0:
            return [found[2] for found in self._all(text)]
        texts = [Match(self, text, found).groups("") for found in self._all(text)]
        return [each[0] for each in texts] if self.groups == 1 else texts

    def sub(self, replacement, text, count=0):
        pieces = []
        end = 0
        for found in self._all(text)[: count or None]:
            pieces.append(text[end : found[0]])
            if isinstance(replacement, str):
                pieces.append(_expanded(replacement, found))
            else:
                pieces.append(replacement(Match(self, text, found)))
            end = found[1]
        if not pieces:
            return text
        pieces.append(text[end:])
        return "".join(pieces)

    def split(self, text, maxsplit=0):
        pieces = []
        end = 0
        for found in self._all(text)[: maxsplit or None]:
            pieces.append(text[end : found[0]])
            pieces += found[3:]
            end = found[1]
        return [*pieces, text[end:]]


def _expanded(replacement, found):
    r"""Fill in references to groups, such as `\1`, in a replacement."""
    if "\\" not in replacement:
        return replacement
    first, *rest = replacement.split("\\")
    return first + "".join([(found[2 + int(each[0])] or "") + each[1:] for each in rest])


_KNOWN = {}


def compile(pattern, flags=0):
    if isinstance(pattern, Pattern):
        return pattern
    if (pattern, flags) not in _KNOWN:
        _KNOWN[pattern, flags] = Pattern(pattern, flags)
    return _KNOWN[pattern, flags]


def match(pattern, text, flags=0):
    return compile(pattern, flags).match(text)


def fullmatch(pattern, text, flags=0):
    return compile(pattern, flags).fullmatch(text)


def search(pattern, text, flags=0):
    return compile(pattern, flags).search(text)


def findall(pattern, text, flags=0):
    return compile(pattern, flags).findall(text)


def split(pattern, text, maxsplit=0, flags=0):
    return compile(pattern, flags).split(text, maxsplit)


def sub(pattern, replacement, text, count=0, flags=0):
    return compile(pattern, flags).sub(replacement, text, count)


def escape(text):
    return "".join(["\\" + each if each in _SYNTAX + "-#&~ \t\n\r" else each for each in text])
