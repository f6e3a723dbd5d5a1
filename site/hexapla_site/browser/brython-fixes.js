// What Brython 3.15 does otherwise than Python, or slowly: put right from outside, before any
// Python runs. It stands behind the text of Brython.

// Texts. JavaScript counts code units, Python code points; they are the same but where a text has
// characters beyond U+FFFF. The worker counts so, too.

const isWide = (text) => /[\ud800-\udbff][\udc00-\udfff]/.test(text);

const unitsOf = (text, points) => {
  if (!isWide(text)) return points;
  let at = 0;
  for (let left = points; left > 0 && at < text.length; left -= 1) {
    at += text.codePointAt(at) > 0xffff ? 2 : 1;
  }
  return at;
};

const pointsOf = (text, units) => {
  if (units < 0 || !isWide(text)) return units;
  let points = 0;
  for (let at = 0; at < units; points += 1) at += text.codePointAt(at) > 0xffff ? 2 : 1;
  return points;
};

{
  const B = __BRYTHON__;
  const { str, list, map, zip, enumerate, filter, reversed, dict } = B.builtins;
  const None = B.builtins.None;

  // A method of a class that is built in, which Brython keeps in two places.
  const setMethod = (kind, name, method) => {
    kind.tp_funcs[name] = method;
    B.search_in_mro(kind, name).method = method;
  };

  // Iterating. Brython ends each iterator by an exception, which takes most of the time.

  const FAST = B.FAST_ITER;

  const returned = B.generator_return(None).ob_type;

  B.generator[FAST] = (self) => {
    const generator = self.js_gen;
    return {
      [Symbol.iterator]() {
        return this;
      },
      next() {
        if (generator.$finished) return { done: true, value: undefined };
        if (generator.gi_running === true)
          B.RAISE(B.builtins.ValueError, "generator already executing");
        generator.$has_run = true;
        generator.gi_running = true;
        const frames = B.frame_obj;
        if (self.$frame) B.frame_obj = B.push_frame(self.$frame);
        let step;
        try {
          step = generator.next(None);
        } catch (error) {
          generator.$finished = true;
          B.frame_obj = frames;
          throw error;
        }
        if (B.frame_obj !== null && B.frame_obj.frame === self.$frame) B.leave_frame();
        B.frame_obj = frames;
        generator.gi_running = false;
        const isDone = step.done || step.value?.ob_type === returned;
        if (!isDone) return step;
        generator.$finished = true;
        return { done: true, value: undefined };
      },
    };
  };

  map[FAST] = function* (self) {
    const { args, func } = self;
    for (;;) {
      const given = [];
      for (const iterator of args) {
        const step = iterator.next();
        if (step.done) return;
        given.push(step.value);
      }
      yield B.$call(func, ...given);
    }
  };

  zip[FAST] = function* (self) {
    for (;;) {
      const step = zip.tp_iternext(self).next();
      if (step.done) return;
      yield step.value;
    }
  };

  reversed[FAST] = function* (self) {
    for (;;) {
      const step = reversed.tp_iternext(self).next();
      if (step.done) return;
      yield step.value;
    }
  };

  enumerate[FAST] = (self) => enumerate.tp_iternext(self);
  filter[FAST] = (self) => filter.tp_iternext(self);

  // A dictionary keeps texts that have characters beyond U+FFFF as JavaScript's own.

  const asPython = (key) => (typeof key === "string" ? B.String(key) : key);
  const asKept = (key) => (key instanceof String ? key.valueOf() : key);

  function* keys(self) {
    for (const { key } of dict.$iter_items(self.dict_obj ?? self)) yield asPython(key);
  }

  dict[FAST] = keys;
  B.dict_keys[FAST] = keys;
  B.dict_values[FAST] = function* (self) {
    for (const { value } of dict.$iter_items(self.dict_obj)) yield value;
  };
  B.dict_items[FAST] = function* (self) {
    for (const { key, value } of dict.$iter_items(self.dict_obj)) {
      yield B.fast_tuple([asPython(key), value]);
    }
  };

  for (const name of ["$setitem", "$getitem", "sq_contains", "mp_subscript", "mp_ass_subscript"]) {
    const act = dict[name];
    if (act) dict[name] = (self, key, ...rest) => act(self, asKept(key), ...rest);
  }
  // What is not there is no exception.
  setMethod(dict, "get", (self, key, otherwise = None) => {
    const kept = asKept(key);
    return dict.$contains(self, kept) ? dict.$getitem(self, kept) : otherwise;
  });
  for (const name of ["pop", "setdefault"]) {
    const act = dict.tp_funcs[name];
    setMethod(dict, name, (self, key, ...rest) => act(self, asKept(key), ...rest));
  }

  str[FAST] = function* (self) {
    for (const character of textOf(self)) yield B.String(character);
  };

  B.builtins.set[FAST] = (self) => B.builtins.set.tp_iter(self).it;
  B.builtins.frozenset[FAST] = (self) => B.builtins.frozenset.tp_iter(self).it;

  // Iterators whose state is their own, so that each step can be taken by itself.
  const RESUMED = new Set([B.generator, map, zip]);

  const next = B.builtins.next;

  B.builtins.next = (iterator, ...others) => {
    const kind = iterator.ob_type;
    if (!RESUMED.has(kind)) return next(iterator, ...others);
    const step = kind[FAST](iterator)[Symbol.iterator]().next();
    if (!step.done) return step.value;
    if (others.length === 0) B.RAISE(B.builtins.StopIteration);
    return others[0];
  };

  B.builtins.all = (items) => {
    for (const item of B.make_js_iterator(items)) if (!B.$bool(item)) return false;
    return true;
  };

  // What a category has of characters is asked of an expression that is compiled once.

  const isInCategory = B.in_unicode_category;
  const expressions = new Map();

  const expressionFor = (category) => {
    try {
      return new RegExp(`^\\p{${category}}`, "u");
    } catch {
      return null; // a category of Brython's own
    }
  };

  B.in_unicode_category = (category, code) => {
    if (!expressions.has(category)) expressions.set(category, expressionFor(category));
    const expression = expressions.get(category);
    return expression ? expression.test(String.fromCodePoint(code)) : isInCategory(category, code);
  };

  // Where a generator fails in `[*generator]`, Brython asks it for more, and tells of its end.
  list.$unpack = (items) => list.$factory(items);

  // Methods of texts. Brython holds a text that has characters beyond U+FFFF as an object.

  const { ValueError, tuple } = B.builtins;

  function textOf(text) {
    return typeof text === "string" ? text : String(str.$to_string(text));
  }

  // The part of a text that two offsets delimit, in code units.
  const rangeOf = (text, start, stop) => {
    const length = pointsOf(text, text.length);
    const place = (offset, otherwise) => {
      if (offset === undefined || offset === None) return otherwise;
      return Math.min(Math.max(offset < 0 ? offset + length : offset, 0), length);
    };
    const first = start !== undefined && start !== None && start > length ? null : place(start, 0);
    return {
      first: first === null ? null : unitsOf(text, first),
      last: unitsOf(text, place(stop, length)),
    };
  };

  const find = (self, part, start, stop) => {
    const [text, sought] = [textOf(self), textOf(part)];
    const { first, last } = rangeOf(text, start, stop);
    if (first === null || first > last) return -1;
    const at = text.slice(0, last).indexOf(sought, first);
    return pointsOf(text, at);
  };

  const rfind = (self, part, start, stop) => {
    const [text, sought] = [textOf(self), textOf(part)];
    const { first, last } = rangeOf(text, start, stop);
    if (first === null || first > last) return -1;
    const at = text.slice(0, last).lastIndexOf(sought);
    return at < first ? -1 : pointsOf(text, at);
  };

  const orFail = (search) => (self, part, start, stop) => {
    const at = search(self, part, start, stop);
    if (at < 0) B.RAISE(ValueError, "substring not found");
    return at;
  };

  const anyOf = (holds) => (self, parts, start, stop) => {
    const text = textOf(self);
    const { first, last } = rangeOf(text, start, stop);
    if (first === null || first > last) return false;
    const range = text.slice(first, last);
    const options = parts.ob_type === tuple ? parts : [parts];
    return options.some((part) => holds(range, textOf(part)));
  };

  const inPieces = (...pieces) => B.fast_tuple(pieces.map(B.String));

  const partition = (self, separator) => {
    const [text, between] = [textOf(self), textOf(separator)];
    const at = text.indexOf(between);
    if (at < 0) return inPieces(text, "", "");
    return inPieces(text.slice(0, at), between, text.slice(at + between.length));
  };

  const rpartition = (self, separator) => {
    const [text, between] = [textOf(self), textOf(separator)];
    const at = text.lastIndexOf(between);
    if (at < 0) return inPieces("", "", text);
    return inPieces(text.slice(0, at), between, text.slice(at + between.length));
  };

  const splitAtSpaces = str.tp_funcs.split;

  const split = (self, separator, most) => {
    if (separator === undefined || separator === None)
      return splitAtSpaces(self, separator ?? None, most ?? -1);
    const between = textOf(separator);
    const pieces = textOf(self).split(between);
    if (most >= 0 && pieces.length > most + 1) pieces.push(pieces.splice(most).join(between));
    return B.$list(pieces.map(B.String));
  };

  const stripped = (atStart, atEnd) => (self, characters) => {
    const text = textOf(self);
    const isSpace = characters === undefined || characters === None;
    const set = isSpace ? null : new Set(textOf(characters));
    const isCut = (character) =>
      isSpace ? /[\s\x1c-\x1f\x85]/u.test(character) : set.has(character);
    const all = Array.from(text);
    let start = 0;
    let stop = all.length;
    while (atStart && start < stop && isCut(all[start])) start += 1;
    while (atEnd && stop > start && isCut(all[stop - 1])) stop -= 1;
    return B.String(all.slice(start, stop).join(""));
  };

  const replace = (self, before, after, count) => {
    const [text, from, to] = [self, before, after].map(textOf);
    if (count === undefined || count < 0) return B.String(text.split(from).join(to));
    const pieces = text.split(from);
    const head = pieces.splice(0, count + 1).join(to);
    return B.String([head, ...pieces].join(from));
  };

  const count = (self, part, start, stop) => {
    const text = textOf(self);
    const { first, last } = rangeOf(text, start, stop);
    if (first === null || first > last) return 0;
    return text.slice(first, last).split(textOf(part)).length - 1;
  };

  const removeprefix = (self, part) => {
    const [text, prefix] = [textOf(self), textOf(part)];
    return B.String(text.startsWith(prefix) ? text.slice(prefix.length) : text);
  };

  const removesuffix = (self, part) => {
    const [text, suffix] = [textOf(self), textOf(part)];
    return B.String(suffix && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text);
  };

  const join = (self, items) => {
    const texts = Array.from(B.make_js_iterator(items), textOf);
    return B.String(texts.join(textOf(self)));
  };

  const translate = str.tp_funcs.translate;

  const translated = (self, table) => {
    const text = textOf(self);
    if (!B.is_dict(table)) return translate(self, table);
    const pieces = Array.from(text, (character) => {
      const code = character.codePointAt(0);
      const found = dict.tp_funcs.get(table, code, code);
      if (found === None) return "";
      return typeof found === "number" ? String.fromCodePoint(found) : textOf(found);
    });
    return B.String(pieces.join(""));
  };

  const { isdigit } = str.tp_funcs;

  const methods = {
    count,
    endswith: anyOf((range, part) => range.endsWith(part)),
    find,
    index: orFail(find),
    isdigit: (self) =>
      /^[0-9]+$/.test(textOf(self)) || (!/^[\x00-\x7f]*$/.test(textOf(self)) && isdigit(self)),
    isascii: (self) => /^[\x00-\x7f]*$/.test(textOf(self)),
    join,
    lower: (self) => B.String(textOf(self).toLowerCase()),
    lstrip: stripped(true, false),
    partition,
    removeprefix,
    removesuffix,
    replace,
    rfind,
    rindex: orFail(rfind),
    rpartition,
    rstrip: stripped(false, true),
    split,
    startswith: anyOf((range, part) => range.startsWith(part)),
    strip: stripped(true, true),
    translate: translated,
    upper: (self) => B.String(textOf(self).toUpperCase()),
  };
  for (const [name, method] of Object.entries(methods)) setMethod(str, name, method);

  const places = B.builtins.slice.$conv_for_seq;

  str.$getitem_slice = (self, slice) => {
    const text = textOf(self);
    const { start, stop, step } = places(slice, pointsOf(text, text.length));
    if (step === 1)
      return B.String(text.slice(unitsOf(text, start), Math.max(0, unitsOf(text, stop))));
    const characters = isWide(text) ? Array.from(text) : text;
    const kept = [];
    for (let at = start; step > 0 ? at < stop : at > stop; at += step) kept.push(characters[at]);
    return B.String(kept.join(""));
  };

  const made = str.$factory;

  str.$factory = (...given) => {
    // Brython would put a zero-width space before a combining character.
    if (given.length === 1 && given[0] instanceof String) return given[0];
    const text = made(...given);
    return typeof text === "string" ? B.String(text) : text;
  };

  str.tp_str = (self) => B.String(textOf(self));

  // Octets. A lone surrogate is replaced by "?", and what octets stand for may be beyond U+FFFF.

  const { encode } = str.tp_funcs;

  const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

  setMethod(str, "encode", (self, encoding = "utf-8", errors = "strict") =>
    encode(errors === "replace" ? textOf(self).replace(LONE, "?") : self, encoding, errors),
  );

  const { bytes } = B.builtins;
  const { decode } = bytes.tp_funcs;

  // RFC 3492, 6.2.
  const fromPunycode = (text) => {
    const digitOf = (code) => (code < 58 ? code - 22 : (code | 32) - 97);
    const cut = text.lastIndexOf("-");
    const points = cut > 0 ? Array.from(text.slice(0, cut), (each) => each.codePointAt(0)) : [];
    let [point, offset, bias, isFirst] = [128, 0, 72, true];
    for (let at = cut > 0 ? cut + 1 : 0; at < text.length; ) {
      const before = offset;
      let weight = 1;
      for (let base = 36; ; base += 36) {
        const digit = digitOf(text.charCodeAt(at));
        at += 1;
        if (!(digit >= 0 && digit < 36)) B.RAISE(B.builtins.UnicodeError, "no Punycode");
        offset += digit * weight;
        const threshold = Math.min(Math.max(base - bias, 1), 26);
        if (digit < threshold) break;
        weight *= 36 - threshold;
      }
      let delta = isFirst ? Math.floor((offset - before) / 700) : (offset - before) >> 1;
      isFirst = false;
      delta += Math.floor(delta / (points.length + 1));
      let steps = 0;
      for (; delta > 455; steps += 36) delta = Math.floor(delta / 35);
      bias = steps + Math.floor((36 * delta) / (delta + 38));
      point += Math.floor(offset / (points.length + 1));
      offset %= points.length + 1;
      if (point > 0x10ffff) B.RAISE(B.builtins.UnicodeError, "no Punycode");
      points.splice(offset, 0, point);
      offset += 1;
    }
    return String.fromCodePoint(...points);
  };

  const latin = (octets) => String.fromCharCode(...octets.source);

  const leniently = (octets) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(octets.source));

  setMethod(bytes, "decode", (octets, encoding = "utf-8", errors = "strict") => {
    if (encoding === "punycode") return B.String(fromPunycode(latin(octets)));
    if (encoding === "utf-8" && errors === "replace") return B.String(leniently(octets));
    return B.String(textOf(decode(octets, encoding, errors)));
  });

  // A text as Python writes it in ASCII.

  const { ascii } = B.builtins;

  const NAMED = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

  const inAscii = (character, quote) => {
    const code = character.codePointAt(0);
    if (character === quote) return `\\${quote}`;
    if (NAMED[character]) return NAMED[character];
    if (code >= 0x20 && code < 0x7f) return character;
    const [letter, digits] = code < 0x100 ? ["x", 2] : code < 0x10000 ? ["u", 4] : ["U", 8];
    return `\\${letter}${code.toString(16).padStart(digits, "0")}`;
  };

  B.builtins.ascii = (value) => {
    if (!B.is_str(value)) return ascii(value);
    const text = textOf(value);
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    return quote + Array.from(text, (character) => inAscii(character, quote)).join("") + quote;
  };
}
