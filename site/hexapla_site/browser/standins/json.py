"""A stand-in for `json`, which uses the browser's `JSON`."""

from browser import self as worker

loads = worker.hexaplaLoads


def dumps(value, **_):
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return worker.hexaplaQuoted(str(value))
    if isinstance(value, dict):
        members = [dumps(name) + ":" + dumps(member) for name, member in value.items()]
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join([dumps(item) for item in value]) + "]"
    return str(value)
