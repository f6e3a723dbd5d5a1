// Decides whether a check and a client chosen by the reader see the same host in a URL.
window.hexaplaPair = (() => {
  // The names of Hexapla's adapters for the parsers that run in a browser.
  const ADAPTERS = [
    { pattern: /^urllib\.parse of Python/, adapter: "urllib.parse" },
    { pattern: /^URL of Firefox/, adapter: "firefox" },
    { pattern: /^URL of Safari/, adapter: "webkit" },
    { pattern: /^URL of /, adapter: "chromium" },
  ];
  const OF_NPM = /^(\S+) \d+\.\d+\S*$/; // a package, with its version

  /** @param {string} name */
  const adapterOf = (name) => {
    const known = ADAPTERS.find(({ pattern }) => pattern.test(name));
    return known?.adapter ?? name.match(OF_NPM)?.[1] ?? name;
  };

  const REFUSED = "refused";

  /**
   * Return the verdict, and its sentence in pieces, in which hosts are separate pieces. `label`
   * returns the label of a program in the sentence.
   * @param {Reads} reads
   * @param {string} check
   * @param {string} client
   * @param {(name: string) => string} label
   * @returns {PairVerdict}
   */
  function verdict(reads, check, client, label) {
    /** @param {string} name */
    const readBy = (name) => (Object.hasOwn(reads, name) ? reads[name] : undefined);
    const [mine, yours] = [readBy(check), readBy(client)];
    if (Object.keys(reads).length === 0) {
      const sentence = ["Hosts are compared only in whole URLs: this link has no host by itself."];
      return { how: "unknown", sentence };
    }
    if (mine === undefined || yours === undefined) {
      const missing = [check, client].filter((name) => readBy(name) === undefined);
      const programs = missing.map(label).join(" and ");
      const advice = "choose a parser in this browser, or a standard";
      return { how: "unknown", sentence: [`No answer from ${programs} for this URL: ${advice}.`] };
    }
    const [myLabel, yourLabel] = [label(check), label(client)];
    if (mine === REFUSED) {
      const sentence = [`Your check (${myLabel}) refuses the URL, so your client never gets it.`];
      return { how: "agrees", sentence };
    }
    const [myHost] = mine;
    if (yours === REFUSED) {
      const begin = `Your client (${yourLabel}) refuses the URL; your check (${myLabel}) sees `;
      return { how: "agrees", sentence: [begin, { host: myHost }, "."] };
    }
    const [yourHost] = yours;
    if (myHost === yourHost) {
      const begin = "Your check and your client both see ";
      return { how: "agrees", sentence: [begin, { host: myHost }, "."] };
    }
    const begin = `Your check (${myLabel}) sees `;
    const middle = `, your client (${yourLabel}) connects to `;
    const sentence = [begin, { host: myHost }, middle, { host: yourHost }, "."];
    return { how: "differs", sentence };
  }

  /** Put a string in quotes, with escapes for non-ASCII characters. @param {string} text */
  const quoted = (text) =>
    JSON.stringify(text).replace(
      /[\u007f-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );

  // The comparison as a test: of two programs that Hexapla can ask, or of the reader's own functions.
  /** @type {Record<string, (url: string, check: string, client: string) => string[]>} */
  const TESTS = {
    pytest: (url, check, client) => [
      "# needs pytest and Hexapla, which provides the fixture",
      "def test_check_and_client_agree(assert_parsers_agree):",
      `    assert_parsers_agree(${quoted(url)}, parsers=[${[check, client].map(adapterOf).map(quoted).join(", ")}])`,
    ],
    node: (url) => [
      'import assert from "node:assert";',
      'import test from "node:test";',
      "",
      'test("check and client see the same host", () => {',
      `  const url = ${quoted(url)};`,
      "  assert.equal(hostOfCheck(url), hostOfClient(url)); // your own functions",
      "});",
    ],
    go: (url) => [
      "func TestCheckAndClientSeeOneHost(t *testing.T) {",
      `\turl := ${quoted(url)}`,
      "\tif check, client := hostOfCheck(url), hostOfClient(url); check != client { // your own functions",
      '\t\tt.Errorf("the check sees %q, the client %q", check, client)',
      "\t}",
      "}",
    ],
  };

  /**
   * @param {string} language
   * @param {string} url
   * @param {string} check
   * @param {string} client
   */
  const testOf = (language, url, check, client) =>
    `${TESTS[language](url, check, client).join("\n")}\n`;

  return { verdict, testOf, adapterOf };
})();
