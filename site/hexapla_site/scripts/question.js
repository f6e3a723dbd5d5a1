// Reads and writes the question in the address of a page that answers questions:
// #ref=…&base=…&check=…&client=…&spec=…&spec=…. Values are percent-encoded UTF-8. A lone surrogate is
// encoded in the same way, so that every string can be decoded again.
window.hexaplaQuestion = (() => {
  /** @param {number} byte */
  const escaped = (byte) => `%${byte.toString(16).toUpperCase()}`;

  /**
   * Percent-encode a character, even a parenthesis or a quote, at which a link in a text would end.
   * @param {string} character
   */
  function encodedCharacter(character) {
    const code = character.codePointAt(0) ?? 0;
    if ("!'()*".includes(character)) return escaped(code);
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    const bytes = [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)];
    return bytes.map(escaped).join("");
  }

  /** @param {string} text */
  const encode = (text) => Array.from(text, encodedCharacter).join("");

  // An encoded lone surrogate.
  const SURROGATE = /(%ed%[ab][0-9a-f]%[89ab][0-9a-f])/i;

  /** @param {string} text */
  const decode = (text) =>
    text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) =>
      escapes.split(SURROGATE).map(decodedPiece).join(""),
    );

  /**
   * Decode escapes; an encoded lone surrogate becomes this surrogate. If the escapes aren't UTF-8,
   * each byte becomes a character.
   * @param {string} escapes
   */
  function decodedPiece(escapes) {
    try {
      return decodeURIComponent(escapes);
    } catch {
      const bytes = escapes.match(/[0-9a-f]{2}/gi)?.map((pair) => Number.parseInt(pair, 16)) ?? [];
      if (!SURROGATE.test(escapes)) return String.fromCharCode(...bytes);
      const [first, second, third] = bytes;
      return String.fromCharCode(((first & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
    }
  }

  /**
   * Return the question in an address; a missing reference or base comes from the page's first
   * question. A form that is submitted without a script puts the question into the query.
   * @param {{ hash: string, search: string }} address
   * @param {{ reference: string, base: string }} given
   * @returns {Asked}
   */
  function questionIn({ hash, search }, given) {
    const named = hash
      .slice(1)
      .split("&")
      .filter((field) => field.includes("="))
      .map((field) => {
        const [name, ...value] = field.split("=");
        return [name, decode(value.join("="))];
      });
    const fields = named.length ? named : [...new URLSearchParams(search)];
    /** @param {string} name */
    const last = (name) => fields.findLast(([key]) => key === name)?.[1];
    return {
      reference: last("ref") ?? given.reference,
      base: last("base") ?? given.base,
      check: last("check") ?? "",
      client: last("client") ?? "",
      specs: fields.filter(([key]) => key === "spec").map(([, value]) => value),
    };
  }

  /** @param {Asked} question */
  function hashOf({ reference, base, check, client, specs }) {
    const fields = [
      ["ref", reference],
      ["base", base],
      ...(check ? [["check", check]] : []),
      ...(client ? [["client", client]] : []),
      ...specs.map((spec) => ["spec", spec]),
    ];
    return `#${fields.map(([name, text]) => `${name}=${encode(text)}`).join("&")}`;
  }

  /**
   * Return the address of a question on a page.
   * @param {string} href
   * @param {Asked} question
   */
  function addressOf(href, question) {
    const page = href.replace(/[?#].*/s, "").replace(/[()]/g, encodedCharacter);
    return page + hashOf(question);
  }

  // A selector: `rfc2396` or `rfc2396[reading=option,reading=option]`.

  /**
   * @param {string} id
   * @param {{ name: string, value: string }[]} choices
   */
  function selectorOf(id, choices) {
    const chosen = choices.map(({ name, value }) => `${name}=${value}`);
    return chosen.length ? `${id}[${chosen.join(",")}]` : id;
  }

  /** @param {string} selector */
  function partsOf(selector) {
    const [, id, inside = ""] = selector.match(/^([^[]*)\[(.*)\]$/s) ?? ["", selector];
    /** @type {Map<string, string>} */
    const choices = new Map();
    for (const choice of inside.split(",")) {
      const [name, option] = choice.trim().split("=");
      choices.set(name, option);
    }
    return { id, choices };
  }

  return { questionIn, hashOf, addressOf, selectorOf, partsOf };
})();
