"""A stand-in for the library jinja2, which renders the compiled templates in the bundle."""

import markupsafe
from markupsafe import Markup

missing = object()
escaped = markupsafe.escaped


class StrictUndefined:
    """The value of an undefined name: using it is an error."""

    def __init__(self, name=""):
        self._name = name

    def __str__(self):
        raise NameError(self._name)

    def __bool__(self):
        raise NameError(self._name)


Undefined = StrictUndefined


class _Escaping:
    """An evaluation context in which strings are escaped."""

    autoescape = True


class Context:
    """The names with which a template is rendered."""

    def __init__(self, environment, names):
        self.environment = environment
        self._names = names
        self.vars = {}
        self.exported_vars = set()
        self.eval_ctx = _Escaping

    def resolve_or_missing(self, name):
        return self._names.get(name, missing)

    def __getitem__(self, name):
        return self._names[name]

    def call(self, function, *args, _loop_vars=None, _block_vars=None, **keywords):
        return function(function._passed(self), *args, **keywords)


def pass_context(function):
    function._passed = lambda context: context
    return function


def pass_environment(function):
    function._passed = lambda context: context.environment
    return function


class TemplateModule:
    """The macros of a template, as attributes."""


class Macro:
    """A macro: its parameters, and the function that renders it."""

    def __init__(self, environment, function, name, arguments, *_):
        self._function = function
        self._arguments = arguments

    def __call__(self, *args, **keywords):
        given = [*args]
        for name in self._arguments[len(args) :]:
            given.append(keywords.get(name, missing))
        return Markup(self._function(*given))


class LoopContext:
    """The value of `loop` in a template; iterating yields each item with the context itself."""

    def __init__(self, iterable, undefined=None):
        self._items = [*iterable]
        self.length = len(self._items)
        self.index0 = -1

    def __iter__(self):
        for item in self._items:
            self.index0 += 1
            yield item, self

    @property
    def index(self):
        return self.index0 + 1

    @property
    def first(self):
        return self.index0 == 0

    @property
    def last(self):
        return self.index0 == self.length - 1

    @property
    def nextitem(self):
        return self._items[self.index0 + 1]


class Template:
    def __init__(self, environment, make):
        self._environment = environment
        self._root = make(environment)

    def _run(self, names):
        context = Context(self._environment, {**self._environment.globals, **names})
        return context, "".join(list(self._root(context)))

    def render(self, **names):
        return self._run(names)[1]

    def make_module(self, names):
        context, _ = self._run(names)
        module = TemplateModule()
        for name in context.exported_vars:
            setattr(module, name, context.vars[name])
        return module


class FileSystemLoader:
    def __init__(self, folder):
        """Ignore the folder, which doesn't exist in a browser."""


_PATHS = {}


def _attribute(value, name):
    """Return an attribute by name (or a dotted path), or an item by number."""
    if isinstance(name, int):
        return value[name]
    if name not in _PATHS:
        _PATHS[name] = [int(each) if each.isdigit() else each for each in name.split(".")]
    for each in _PATHS[name]:
        value = value[each] if isinstance(each, int) else getattr(value, each)
    return value


def make_attrgetter(environment, attribute):
    return lambda value: _attribute(value, attribute)


def _map(context, items, *args, attribute=None):
    if attribute is not None:
        return [_attribute(item, attribute) for item in items]
    name, *rest = args
    apply = context.environment.filters[name]
    return [apply(item, *rest) for item in items]


def _select(context, items, attribute, test=None, *args):
    holds = context.environment.tests[test] if test else bool
    return [item for item in items if holds(_attribute(item, attribute), *args)]


def _reject(context, items, attribute, test=None, *args):
    holds = context.environment.tests[test] if test else bool
    return [item for item in items if not holds(_attribute(item, attribute), *args)]


def _select_items(context, items, test, *args):
    holds = context.environment.tests[test]
    return [item for item in items if holds(item, *args)]


def _reject_items(context, items, test, *args):
    holds = context.environment.tests[test]
    return [item for item in items if not holds(item, *args)]


def _join(items, between=""):
    return Markup(between).join(items)


def _sort(items, attribute=None):
    return sorted(items, key=lambda item: _attribute(item, attribute))


def _trim(text, characters=None):
    return (
        Markup(str.strip(str(text), characters))
        if isinstance(text, Markup)
        else text.strip(characters)
    )


def _string(value):
    return value if isinstance(value, str) else str(value)


def _format(how, *args):
    return how % args


def _default(value, default, boolean=False):
    return value or default if boolean else value


_FILTERS = {
    "capitalize": lambda text: str(text).capitalize(),
    "default": _default,
    "first": lambda items: next(iter(items)),
    "format": _format,
    "join": _join,
    "length": len,
    "list": lambda items: [*items],
    "map": _map,
    "reject": _reject_items,
    "rejectattr": _reject,
    "select": _select_items,
    "selectattr": _select,
    "sort": _sort,
    "string": _string,
    "striptags": lambda text: Markup(str(text)).striptags(),
    "trim": _trim,
}
_TESTS = {
    "in": lambda value, items: value in items,
    "none": lambda value: value is None,
    "string": lambda value: isinstance(value, str),
}


class Environment:
    undefined = StrictUndefined

    def __init__(self, **_):
        self.filters = {**_FILTERS}
        self.tests = {**_TESTS}
        self.globals = {}
        self._templates = {}

    def get_template(self, name):
        if name not in self._templates:
            from hexapla_templates import TEMPLATES

            self._templates[name] = Template(self, TEMPLATES[name])
        return self._templates[name]


def identity(value):
    return value


def markup_join(items):
    return Markup("").join(items)


def str_join(items):
    return "".join([str(item) for item in items])


Environment.concat = staticmethod(lambda pieces: "".join(pieces))
