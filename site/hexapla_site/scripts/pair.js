// A check and a client that the reader chooses: whether they see the same host in a URL.
window.hexaplaPair = (() => {
  // What a parser of this browser is called where Hexapla runs it, as an adapter.
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
   * Return how it is, and the sentence in pieces, of which hosts are pieces of their own. `label`
   * returns what a program is called in it.
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
      const sentence = ["A host is compared in a whole URL: this link has none by itself."];
      return { how: "unknown", sentence };
    }
    if (mine === undefined || yours === undefined) {
      const missing = [check, client].filter((name) => readBy(name) === undefined);
      const programs = missing.map(label).join(" and ");
      const advice = "choose what runs here, or a standard";
      return { how: "unknown", sentence: [`Nobody asked ${programs} this URL: ${advice}.`] };
    }
    const [myLabel, yourLabel] = [label(check), label(client)];
    if (mine === REFUSED) {
      const sentence = [`Your check (${myLabel}) refuses the URL, so your client never gets it.`];
      return { how: "agrees", sentence };
    }
    const [myHost] = mine;
    if (yours === REFUSED) {
      const begin = `Your client (${yourLabel}) refuses the URL; your check (${myLabel}) reads `;
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

  /** A text in quotes, in ASCII. @param {string} text */
  const quoted = (text) =>
    JSON.stringify(text).replace(
      /[\u007f-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );

  // The same as a test: of two programs that Hexapla can ask, and of functions of the reader's own.
  /** @type {Record<string, (url: string, check: string, client: string) => string[]>} */
  const TESTS = {
    pytest: (url, check, client) => [
      "# needs pytest and Hexapla, which has the fixture",
      "def test_check_and_client_agree(assert_parsers_agree):",
      `    assert_parsers_agree(${quoted(url)}, parsers=[${[check, client].map(adapterOf).map(quoted).join(", ")}])`,
    ],
    node: (url) => [
      'import assert from "node:assert";',
      'import test from "node:test";',
      "",
      'test("check and client see one host", () => {',
      `  const url = ${quoted(url)};`,
      "  assert.equal(hostOfCheck(url), hostOfClient(url)); // your own two functions",
      "});",
    ],
    go: (url) => [
      "func TestCheckAndClientSeeOneHost(t *testing.T) {",
      `\turl := ${quoted(url)}`,
      "\tif check, client := hostOfCheck(url), hostOfClient(url); check != client { // your own two functions",
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
