// Strings as in Python. JavaScript counts code units, and Python counts code points; the counts differ
// only if a string has characters beyond U+FFFF. In the worker, this script comes after Brython and
// before the scripts that use it, but depends on none of them.
self.hexaplaTexts = (() => {
  /** @param {string} text */
  const isWide = (text) => /[\ud800-\udbff][\udc00-\udfff]/.test(text);

  /**
   * Convert an offset from code points to code units.
   * @param {string} text
   * @param {number} points
   */
  const unitsOf = (text, points) => {
    if (!isWide(text)) return points;
    let at = 0;
    for (let left = points; left > 0 && at < text.length; left -= 1) {
      at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    }
    return at;
  };

  /**
   * Convert an offset from code units to code points; -1 stays -1.
   * @param {string} text
   * @param {number} units
   */
  const pointsOf = (text, units) => {
    if (units < 0 || !isWide(text)) return units;
    let points = 0;
    for (let at = 0; at < units; points += 1) at += (text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1;
    return points;
  };

  /**
   * Return the code points of a text.
   * @param {string} text
   */
  const codePointsOf = (text) => Array.from(text, (character) => character.codePointAt(0) ?? 0);

  /**
   * Decode Punycode (RFC 3492, 6.2); return undefined if it is invalid.
   * @param {string} text
   */
  const fromPunycode = (text) => {
    /** @param {number} code */
    const digitOf = (code) => (code < 58 ? code - 22 : (code | 32) - 97);
    const cut = text.lastIndexOf("-");
    const points = cut > 0 ? codePointsOf(text.slice(0, cut)) : [];
    let point = 128;
    let offset = 0;
    let bias = 72;
    let isFirst = true;
    for (let at = cut > 0 ? cut + 1 : 0; at < text.length; ) {
      const before = offset;
      let weight = 1;
      for (let base = 36; ; base += 36) {
        const digit = digitOf(text.charCodeAt(at));
        at += 1;
        if (!(digit >= 0 && digit < 36)) return undefined;
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
      if (point > 0x10ffff) return undefined;
      points.splice(offset, 0, point);
      offset += 1;
    }
    return String.fromCodePoint(...points);
  };

  /** @type {Record<string, string>} */
  const NAMED = { "\\": "\\\\", "\n": "\\n", "\r": "\\r", "\t": "\\t" };

  /**
   * Return a character as Python's `ascii` writes it between the given quotes.
   * @param {string} character
   * @param {string} quote
   */
  const characterInAscii = (character, quote) => {
    const code = character.codePointAt(0) ?? 0;
    if (character === quote) return `\\${quote}`;
    if (NAMED[character]) return NAMED[character];
    if (code >= 0x20 && code < 0x7f) return character;
    const digits = code.toString(16);
    if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
    return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
  };

  /**
   * Return the result of Python's `ascii` for a text, in quotes.
   * @param {string} text
   */
  const inAscii = (text) => {
    const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
    const inside = Array.from(text, (character) => characterInAscii(character, quote));
    return quote + inside.join("") + quote;
  };

  return { isWide, unitsOf, pointsOf, fromPunycode, inAscii };
})();
