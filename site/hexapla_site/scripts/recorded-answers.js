// The recorded answers of parsers, as written by `browser/recorded.py`.
window.hexaplaRecordedAnswers = (() => {
  const { isRefused, placeOf } = window.hexaplaLetters;

  /**
   * @param {string} base
   * @param {string} reference
   */
  const keyOf = (base, reference) => JSON.stringify([base, reference]);

  /** @param {Recorded} recorded */
  function read({ parsers, resolvers, ...rows }) {
    const urls = new Map(rows.urls.map(([url, ...rest]) => [url, rest]));
    const cases = new Map(
      rows.cases.map(([base, reference, ...rest]) => [keyOf(base, reference), rest]),
    );

    /**
     * Yield the host that each parser sees in a URL, or that the parser rejects the URL.
     * @param {string} reference
     * @returns {Generator<ParserAnswer>}
     */
    function* hostsIn(reference) {
      const [, , , hosts = [], letters = ""] = urls.get(reference) ?? [];
      for (const [at, name] of parsers.entries()) {
        const place = placeOf(letters[at]);
        if (place !== null) yield { name, host: hosts[place] };
        else if (isRefused(letters[at])) yield { name, refused: true };
      }
    }

    /**
     * Yield the target of a reference under each parser.
     * @param {string} reference
     * @param {string} base
     * @returns {Generator<ParserAnswer>}
     */
    function* targetsOf(reference, base) {
      const [, answers = []] = cases.get(keyOf(base, reference)) ?? [];
      for (const [target, members] of answers) {
        for (const at of members) yield { name: resolvers[at], target };
      }
    }

    /**
     * Return the addresses of further information about a URL; null if it isn't recorded.
     * @param {string} reference
     */
    function knownOf(reference) {
      const [address, source = "", source_url = ""] = urls.get(reference) ?? [];
      return address ? { address, source, source_url } : null;
    }

    /**
     * Return the address of a case's page; "" or undefined if it has none.
     * @param {string} reference
     * @param {string} base
     */
    const pageOf = (reference, base) => cases.get(keyOf(base, reference))?.[0];

    return { hostsIn, targetsOf, knownOf, pageOf };
  }

  /**
   * Return answers in one list; the answers of the same parser are merged.
   * @param {Iterable<ParserAnswer>[]} lists
   */
  function byParser(...lists) {
    /** @type {Map<string, ParserAnswer>} */
    const parsers = new Map();
    for (const list of lists) {
      for (const each of list) parsers.set(each.name, { ...parsers.get(each.name), ...each });
    }
    return [...parsers.values()];
  }

  return { read, byParser };
})();
