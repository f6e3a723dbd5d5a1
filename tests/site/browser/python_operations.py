"""Operations that must give the same results in a browser's Python; each result is noted as text.

The module runs here and in a browser.
"""

TEXTS = [
    *(
        "http://ex\U0001f600mple.com/\U0001f600",
        "\U0001f600a\U0001f601b",
        "a\U0001f600",
        "\U0001f600",
    ),
    *("abc/d", "\u00e9\U0001f600/", "http://u@h/x", "a.b.c", "", "  a b  ", "%41%4", "a\nb\n"),
]


def texts(note):
    for text in TEXTS:
        length = len(text)
        note("length", length, ascii(text), text.isascii(), text.isdigit(), [*text], list(text))
        for start in range(-2, length + 2):
            for stop in range(-2, length + 2):
                note("slice", text[start:stop], len(text[start:stop]), text[start:stop:2])
                note("find", text.find("@", start, stop), text.rfind("/", start, stop))
                note("find", text.find("", start, stop), text.rfind("", start, stop))
                note(
                    "edge",
                    text.startswith("a", start, stop),
                    text.endswith(("c", "x"), start, stop),
                )
                note("count", text.count("a", start, stop), text.find("\U0001f600", start, stop))
        for part in ("/", "\U0001f600", "a", ".", "zz"):
            for pieces in (text.partition(part), text.rpartition(part), text.split(part)):
                note(
                    "pieces",
                    pieces,
                    [len(piece) for piece in pieces],
                    [piece[1:] for piece in pieces],
                )
            note("split", text.split(part, 1), part in text, text.replace(part, "-"))
            note("replace", text.replace("a", part)[1:], text.replace(part, "-", 1))
            note("strip", text.strip(part), text.lstrip(part)[1:], text.rstrip(part)[1:])
            note("remove", text.removeprefix(part)[1:], text.removesuffix(part)[1:])
        note(
            "made", f"{text}:{text}"[2:], "".join([text, "q", text])[2:], len(str(text)), text[::-1]
        )
        note("case", text.upper()[1:], text.lower()[1:], (text + "/x").find("/"), ("x" + text)[2:])
        note(
            "octets", list(text.encode()), text.encode().decode()[1:], [ord(sign) for sign in text]
        )
        note("translated", text.translate({97: "\U0001f602", 47: None, 46: 45})[1:])
    note(
        "lone",
        list("a\ud800b".encode("utf-8", "replace")),
        ascii("\ud800"),
        b"a\xc3b\xff".decode("utf-8", "replace"),
    )
    note("punycode", b"mnchen-3ya".decode("punycode"), b"ls8h".decode("punycode")[1:])


def collections_of_texts(note):
    one = "a\U0001f600"
    for key in (one, "".join(["a", "\U0001f600"]), "za\U0001f600"[1:], f"a{chr(0x1F600)}"):
        by_key = {key: 1}
        note(
            "get",
            by_key.get(one),
            [by_key[each] for each in by_key],
            one in by_key,
            key in {one: 0},
        )
        note("lengths", [len(each) for each in by_key], [len(each) for each, _ in by_key.items()])
        note("lengths", [len(each) for each in {key}], [len(each) for each in dict.fromkeys([key])])
        others = {"b": 2}
        others[key] = 3
        note(
            "mixed", [others[each] for each in others], others.pop(one), others, others.get("c", 4)
        )
        note(
            "sets",
            one in {key},
            {one, key} == {one},
            frozenset([key]) == {one},
            {(key,): 1}[(one,)],
        )
        note("merged", dict(**{key: 1}).get(one), {**by_key}.get(one), (by_key | {"q": 1}).get(one))
        note("lists", [key].index(one), (key,).count(one), [key] == [one], sorted([key, "b", "a"]))


def calls(note):
    def rule(phase, kind, *words, keeps=False, detail=""):
        return phase, kind, words, keeps, detail

    def numbers():
        yield 1
        yield 2

    def failing():
        yield 1
        raise ValueError("in a generator")

    note("keywords", rule(1, 2, 3, keeps=True), rule(1, *(2, 3), detail="x"))
    note("generators", [*numbers()], next(numbers()), next((n for n in ()), 0), sum(numbers()))
    note(
        "generators",
        all(n > 0 for n in numbers()),
        any(n > 1 for n in numbers()),
        dict(zip("ab", numbers())),
    )
    note("maps", list(map(rule, (1, 2), (3, 4))), [*enumerate("ab", 1)], [*filter(None, (0, 1))])
    note("unpacked", [(a, rest) for a, *rest in ((1, 2, 3), (4,))], [*reversed([1, 2])])
    try:
        [*failing()]
    except ValueError as error:
        note("raised", str(error))
    note(
        "numbers", int("5A", 16), 256**3, -7 // 2, -7 % 3, f"{300:04X}", "%02X" % 10, divmod(17, 5)
    )
    match ("a", 3):
        case (str(text), int(number)) if number > 2:
            note("matched", text, number)


def run(note):
    texts(note)
    collections_of_texts(note)
    calls(note)
