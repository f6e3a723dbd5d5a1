// Parsers that run in this browser: its own `URL`, and those that the build brought from npm
// (static/npm-parsers.js). Each is asked which host a URL has, and what a reference resolves to.
window.hexaplaParsers = (() => {
  // The browser's name and version, as it tells them.
  const browser = () => {
    const brands = navigator.userAgentData?.brands ?? [];
    const known = brands.filter(({ brand }) =>
      /^(?:Google Chrome|Microsoft Edge|Opera|Chromium)$/.test(brand),
    );
    const [best] = known.sort(
      (one, other) => (one.brand === "Chromium") - (other.brand === "Chromium"),
    );
    if (best) return `${best.brand} ${best.version}`;
    const [, name, version] = navigator.userAgent.match(/(Firefox|Version)\/(\d+)/) ?? [];
    if (!name) return "this browser";
    return `${name === "Version" ? "Safari" : name} ${version}`;
  };

  const parsers = [
    {
      name: `URL of ${browser()}`,
      host: (text) => new URL(text).hostname,
      resolve: (reference, base) => new URL(reference, base).href,
    },
    ...(window.hexaplaNpmParsers ?? []),
  ];

  const WHOLE = /^[\0- ]*[a-z][a-z\d+.-]*:/i;

  // What a parser refuses it throws.
  const attempt = (act, refused) => {
    try {
      return act();
    } catch {
      return refused;
    }
  };

  // Of a whole URL the host, and with a base the target.
  function* answersTo(reference, base) {
    for (const { name, host, resolve } of parsers) {
      const answer = { name, here: true };
      if (WHOLE.test(reference)) {
        Object.assign(
          answer,
          attempt(() => ({ host: host(reference) || null }), { refused: true }),
        );
      }
      if (base && resolve) answer.target = attempt(() => resolve(reference, base), null);
      yield answer;
    }
  }

  return { names: parsers.map(({ name }) => name), answersTo };
})();
