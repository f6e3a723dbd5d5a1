// Parsers that run in this browser: the browser's own `URL`, and the npm packages in the build
// (static/npm-parsers.js). Each parser returns the host of a URL, and the target of a reference.
window.hexaplaParsers = (() => {
  const BRANDS = ["Google Chrome", "Microsoft Edge", "Opera", "Chromium"];

  // The browser's name and version, as it reports them.
  const browser = () => {
    const brands = navigator.userAgentData?.brands ?? [];
    const known = brands.filter(({ brand }) => BRANDS.includes(brand));
    const best = known.find(({ brand }) => brand !== "Chromium") ?? known[0];
    if (best) return `${best.brand} ${best.version}`;
    const [, name, version] = navigator.userAgent.match(/(Firefox|Version)\/(\d+)/) ?? [];
    if (!name) return "this browser";
    return `${name === "Version" ? "Safari" : name} ${version}`;
  };

  /** @type {Parser[]} */
  const parsers = [
    {
      name: `URL of ${browser()}`,
      host: (text) => new URL(text).hostname,
      resolve: (reference, base) => new URL(reference, base).href,
    },
    ...(window.hexaplaNpmParsers ?? []),
  ];

  /**
   * Return whether a string begins with a scheme. Only then are parsers asked for its host, including
   * Python's own parser.
   * @param {string} text
   */
  const isWhole = (text) => /^[\0- ]*[a-z][a-z\d+.-]*:/i.test(text);

  /**
   * Return the result of a function; `refused` if it throws an error, which means a rejection.
   * @template Value
   * @template Refused
   * @param {() => Value} act
   * @param {Refused} refused
   */
  const attempt = (act, refused) => {
    try {
      return act();
    } catch {
      return refused;
    }
  };

  /**
   * Yield the answer of each parser: the host of a whole URL, and the target if there is a base.
   * @param {string} reference
   * @param {string} base
   */
  function* answersTo(reference, base) {
    for (const { name, host, resolve } of parsers) {
      /** @type {ParserAnswer} */
      const answer = { name, here: true };
      if (isWhole(reference)) {
        const read = () => ({ host: host(reference) || null });
        Object.assign(answer, attempt(read, { refused: true }));
      }
      if (base && resolve) answer.target = attempt(() => resolve(reference, base), null);
      yield answer;
    }
  }

  return { names: parsers.map(({ name }) => name), isWhole, answersTo };
})();
