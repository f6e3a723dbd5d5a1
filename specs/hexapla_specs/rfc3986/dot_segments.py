"""RFC 3986, 5.2.4: Remove Dot Segments."""


def remove_dot_segments(path: str) -> str:
    """Return a path after steps 2A to 2E, with one pass over the input buffer."""
    if "." not in path:
        return path
    start = 0
    while path.startswith(("../", "./"), start):  # 2A
        start = path.index("/", start) + 1
    path = path[start:]
    if path in (".", ".."):  # 2D
        return ""
    first, *segments = path.split("/")
    output = [first] if first else []
    for number, segment in enumerate(segments, 1):
        final = number == len(segments)
        if segment not in (".", ".."):
            output.append("/" + segment)  # 2E
            continue
        if segment == ".." and output:
            output.pop()  # 2C
        if final:  # 2B and 2C leave a slash
            output.append("/")
    return "".join(output)
