// Replaces functions of Brython 3.15 that differ from Python's or are slow, before any Python runs. In
// the worker, this script comes after Brython and texts.js.

{
  /** @type {Brython.Main} */
  const B = __BRYTHON__;
  const { str, list, map, zip, enumerate, filter, reversed, dict } = B.builtins;
  const None = B.builtins.None;
  const { isWide, unitsOf, pointsOf, fromPunycode, inAscii } = self.hexaplaTexts;

  /**
   * Set a method of a built-in class, which Brython stores in two places.
   * @param {Brython.Kind} kind
   * @param {string} name
   * @param {Brython.Method} method
   */
  const setMethod = (kind, name, method) => {
    kind.tp_funcs[name] = method;
    B.search_in_mro(kind, name).method = method;
  };

  // Iteration. Brython ends each iterator with an exception, which takes most of the time.

  /** @type {typeof Brython.FAST_ITER} */
  const FAST = B.FAST_ITER;

  const returned = B.generator_return(None).ob_type;

  B.generator[FAST] = (/** @type {Brython.Generator} */ self) => {
    const generator = self.js_gen;
    /** @type {IterableIterator<unknown>} */
    const steps = {
      [Symbol.iterator]() {
        return this;
      },
      next() {
        if (generator.$finished) return { done: true, value: undefined };
        if (generator.gi_running === true) {
          B.RAISE(B.builtins.ValueError, "generator already executing");
        }
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
        const value = /** @type {Brython.Iterator | undefined} */ (step.value);
        const isDone = step.done || value?.ob_type === returned;
        if (!isDone) return step;
        generator.$finished = true;
        return { done: true, value: undefined };
      },
    };
    return steps;
  };

  map[FAST] = function* (/** @type {Brython.Map} */ self) {
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

  // A dictionary stores keys with characters beyond U+FFFF as JavaScript strings.

  /** @param {unknown} key */
  const asPython = (key) => (typeof key === "string" ? B.String(key) : key);
  /** @param {unknown} key */
  const asKept = (key) => (key instanceof String ? key.valueOf() : key);

  /** @typedef {{ dict_obj?: unknown }} View */

  /** @param {View} self */
  function* keys(self) {
    for (const { key } of dict.$iter_items(self.dict_obj ?? self)) yield asPython(key);
  }

  dict[FAST] = keys;
  B.dict_keys[FAST] = keys;
  B.dict_values[FAST] = function* (/** @type {View} */ self) {
    for (const { value } of dict.$iter_items(self.dict_obj)) yield value;
  };
  B.dict_items[FAST] = function* (/** @type {View} */ self) {
    for (const { key, value } of dict.$iter_items(self.dict_obj)) {
      yield B.fast_tuple([asPython(key), value]);
    }
  };

  /**
   * Return a method that converts a key to its stored form.
   * @param {Brython.Method} act
   * @returns {Brython.Method}
   */
  const withKept =
    (act) =>
    (self, key, ...rest) =>
      act(self, asKept(key), ...rest);

  const ofKeys = /** @type {Record<string, Brython.Method>} */ (/** @type {unknown} */ (dict));
  for (const name of ["$setitem", "$getitem", "sq_contains", "mp_subscript", "mp_ass_subscript"]) {
    const act = ofKeys[name];
    if (act) ofKeys[name] = withKept(act);
  }
  // A missing key doesn't raise an exception internally.
  setMethod(dict, "get", (self, key, otherwise = None) => {
    const kept = asKept(key);
    return dict.$contains(self, kept) ? dict.$getitem(self, kept) : otherwise;
  });
  for (const name of ["pop", "setdefault"]) {
    setMethod(dict, name, withKept(dict.tp_funcs[name]));
  }

  str[FAST] = function* (/** @type {Brython.Text} */ self) {
    for (const character of textOf(self)) yield B.String(character);
  };

  B.builtins.set[FAST] = (self) => B.builtins.set.tp_iter(self).it;
  B.builtins.frozenset[FAST] = (self) => B.builtins.frozenset.tp_iter(self).it;

  // Iterators with their own state, so that each step can be taken separately.
  const RESUMED = new Set([B.generator, map, zip]);

  const next = B.builtins.next;

  B.builtins.next = (/** @type {Brython.Iterator} */ iterator, ...others) => {
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

  // The characters of a category are matched by an expression that is compiled once.

  const isInCategory = B.in_unicode_category;
  /** @type {Map<string, RegExp | null>} */
  const expressions = new Map();

  /** @param {string} category */
  const expressionFor = (category) => {
    try {
      return new RegExp(`^\\p{${category}}`, "u");
    } catch {
      return null; // a category that only Brython has
    }
  };

  B.in_unicode_category = (category, code) => {
    if (!expressions.has(category)) expressions.set(category, expressionFor(category));
    const expression = expressions.get(category);
    return expression ? expression.test(String.fromCodePoint(code)) : isInCategory(category, code);
  };

  // If a generator fails in `[*generator]`, Brython asks it for more, and reports its end instead.
  list.$unpack = (items) => list.$factory(items);

  // Methods of str. Brython represents a text with characters beyond U+FFFF as an object.

  const { ValueError, tuple } = B.builtins;

  /** @param {unknown} text */
  function textOf(text) {
    return typeof text === "string" ? text : String(str.$to_string(text));
  }

  /**
   * Return the part of a text between two offsets, in code units; null if it begins after the end of
   * the text, or ends before it begins.
   * @param {string} text
   * @param {Brython.Offset} start
   * @param {Brython.Offset} stop
   */
  const rangeOf = (text, start, stop) => {
    const length = pointsOf(text, text.length);
    /**
     * @param {Brython.Offset} offset
     * @param {number} otherwise
     */
    const place = (offset, otherwise) => {
      if (typeof offset !== "number") return otherwise;
      return Math.min(Math.max(offset < 0 ? offset + length : offset, 0), length);
    };
    if (typeof start === "number" && start > length) return null;
    const first = unitsOf(text, place(start, 0));
    const last = unitsOf(text, place(stop, length));
    return first > last ? null : { first, last };
  };

  /** @type {Brython.Search} */
  const find = (self, part, start, stop) => {
    const text = textOf(self);
    const range = rangeOf(text, start, stop);
    if (range === null) return -1;
    const at = text.slice(0, range.last).indexOf(textOf(part), range.first);
    return pointsOf(text, at);
  };

  /** @type {Brython.Search} */
  const rfind = (self, part, start, stop) => {
    const text = textOf(self);
    const range = rangeOf(text, start, stop);
    if (range === null) return -1;
    const at = text.slice(0, range.last).lastIndexOf(textOf(part));
    return at < range.first ? -1 : pointsOf(text, at);
  };

  /**
   * @param {Brython.Search} search
   * @returns {Brython.Search}
   */
  const orFail = (search) => (self, part, start, stop) => {
    const at = search(self, part, start, stop);
    if (at < 0) B.RAISE(ValueError, "substring not found");
    return at;
  };

  /** @typedef {Brython.Text[] & { ob_type: object }} Tuple */

  /** @param {(range: string, part: string) => boolean} holds */
  const anyOf = (holds) => {
    /**
     * @param {Brython.Text} self
     * @param {Brython.Text | Tuple} parts
     * @param {Brython.Offset} start
     * @param {Brython.Offset} stop
     */
    const isAny = (self, parts, start, stop) => {
      const text = textOf(self);
      const range = rangeOf(text, start, stop);
      if (range === null) return false;
      const inside = text.slice(range.first, range.last);
      const options = Array.isArray(parts) && parts.ob_type === tuple ? parts : [parts];
      return options.some((part) => holds(inside, textOf(part)));
    };
    return isAny;
  };

  /** @param {string[]} pieces */
  const inPieces = (...pieces) => B.fast_tuple(pieces.map(B.String));

  /** @typedef {(self: Brython.Text, part: Brython.Text) => unknown} OfPart */

  /** @type {OfPart} */
  const partition = (self, separator) => {
    const [text, between] = [textOf(self), textOf(separator)];
    const at = text.indexOf(between);
    if (at < 0) return inPieces(text, "", "");
    return inPieces(text.slice(0, at), between, text.slice(at + between.length));
  };

  /** @type {OfPart} */
  const rpartition = (self, separator) => {
    const [text, between] = [textOf(self), textOf(separator)];
    const at = text.lastIndexOf(between);
    if (at < 0) return inPieces("", "", text);
    return inPieces(text.slice(0, at), between, text.slice(at + between.length));
  };

  const splitAtSpaces = str.tp_funcs.split;

  /**
   * @param {Brython.Text} self
   * @param {unknown} separator
   * @param {number} most
   */
  const split = (self, separator, most = -1) => {
    if (separator === undefined || separator === None) return splitAtSpaces(self, None, most);
    const between = textOf(separator);
    const pieces = textOf(self).split(between);
    if (most >= 0 && pieces.length > most + 1) pieces.push(pieces.splice(most).join(between));
    return B.$list(pieces.map(B.String));
  };

  /**
   * @param {boolean} atStart
   * @param {boolean} atEnd
   */
  const stripped = (atStart, atEnd) => {
    /**
     * @param {Brython.Text} self
     * @param {unknown} characters
     */
    const strip = (self, characters) => {
      const isSpace = characters === undefined || characters === None;
      const set = new Set(isSpace ? "" : textOf(characters));
      /** @param {string} character */
      const isCut = (character) =>
        isSpace ? /[\s\x1c-\x1f\x85]/u.test(character) : set.has(character);
      const all = Array.from(textOf(self));
      let start = 0;
      let stop = all.length;
      while (atStart && start < stop && isCut(all[start])) start += 1;
      while (atEnd && stop > start && isCut(all[stop - 1])) stop -= 1;
      return B.String(all.slice(start, stop).join(""));
    };
    return strip;
  };

  /**
   * @param {Brython.Text} self
   * @param {Brython.Text} before
   * @param {Brython.Text} after
   * @param {number} count
   */
  const replace = (self, before, after, count = -1) => {
    const [text, from, to] = [self, before, after].map(textOf);
    if (count < 0) return B.String(text.split(from).join(to));
    const pieces = text.split(from);
    const head = pieces.splice(0, count + 1).join(to);
    return B.String([head, ...pieces].join(from));
  };

  /** @type {Brython.Search} */
  const count = (self, part, start, stop) => {
    const text = textOf(self);
    const range = rangeOf(text, start, stop);
    if (range === null) return 0;
    return text.slice(range.first, range.last).split(textOf(part)).length - 1;
  };

  /** @type {OfPart} */
  const removeprefix = (self, part) => {
    const [text, prefix] = [textOf(self), textOf(part)];
    return B.String(text.startsWith(prefix) ? text.slice(prefix.length) : text);
  };

  /** @type {OfPart} */
  const removesuffix = (self, part) => {
    const [text, suffix] = [textOf(self), textOf(part)];
    return B.String(suffix && text.endsWith(suffix) ? text.slice(0, -suffix.length) : text);
  };

  /**
   * @param {Brython.Text} self
   * @param {unknown} items
   */
  const join = (self, items) => {
    const texts = Array.from(B.make_js_iterator(items), textOf);
    return B.String(texts.join(textOf(self)));
  };

  const translate = str.tp_funcs.translate;

  /**
   * @param {Brython.Text} self
   * @param {unknown} table
   */
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

  /** @type {Record<string, Brython.Method>} */
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
    if (step === 1) {
      return B.String(text.slice(unitsOf(text, start), Math.max(0, unitsOf(text, stop))));
    }
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

  // Bytes. With `errors="replace"`, a lone surrogate is encoded as "?". Decoded characters may be
  // beyond U+FFFF.

  const { encode } = str.tp_funcs;

  const LONE = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;

  setMethod(str, "encode", (self, encoding = "utf-8", errors = "strict") =>
    encode(errors === "replace" ? textOf(self).replace(LONE, "?") : self, encoding, errors),
  );

  /** @typedef {{ source: number[] }} Octets */

  const { bytes } = B.builtins;
  const { decode } = bytes.tp_funcs;

  /** @param {Octets} octets */
  const latin = (octets) => String.fromCharCode(...octets.source);

  /** @param {Octets} octets */
  const leniently = (octets) =>
    new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(octets.source));

  /**
   * @param {Octets} octets
   * @param {unknown} encoding
   * @param {unknown} errors
   */
  const decoded = (octets, encoding = "utf-8", errors = "strict") => {
    if (encoding === "punycode") {
      const text = fromPunycode(latin(octets));
      if (text === undefined) B.RAISE(B.builtins.UnicodeError, "no Punycode");
      return B.String(text);
    }
    if (encoding === "utf-8" && errors === "replace") return B.String(leniently(octets));
    return B.String(textOf(decode(octets, encoding, errors)));
  };

  setMethod(bytes, "decode", decoded);

  // The result of `ascii` for a text.

  const { ascii } = B.builtins;

  B.builtins.ascii = (value) => (B.is_str(value) ? inAscii(textOf(value)) : ascii(value));
}
