// A check and a client that the reader chooses: whether they see the same host in a URL.
window.hexaplaPair = (() => {
  // What a parser of this browser is called where Hexapla runs it, as an adapter.
  const ADAPTERS = [
    [/^urllib\.parse of Python/, "urllib.parse"],
    [/^URL of (?:Firefox)/, "firefox"],
    [/^URL of (?:Safari)/, "webkit"],
    [/^URL of /, "chromium"],
    [/^(\S+) \d+\.\d+\S*$/, "$1"], // a package of npm, with its version
  ];

  const adapterOf = (name) => {
    const [pattern, adapter] = ADAPTERS.find(([each]) => each.test(name)) ?? [];
    return pattern ? name.replace(pattern, adapter).trim().split(" ")[0] : name;
  };

  const element = (kind, text, className = "") => {
    const made = document.createElement(kind);
    made.textContent = text;
    made.className = className;
    return made;
  };

  const REFUSED = "refused";

  const hostOf = (read) => (read[0] === null ? element("b", "no host") : element("bdi", read[0]));

  // Return how it is: `agrees`, `differs` or `unknown`; and the sentence, in pieces. `labels` are
  // what the two are called in it.
  function verdict(reads, check, client, labels = [check, client]) {
    const [mine, yours] = [reads[check], reads[client]];
    const missing = labels.filter((_, place) => [mine, yours][place] === undefined);
    const [checkLabel, clientLabel] = labels;
    if (Object.keys(reads).length === 0) {
      return ["unknown", ["A host is compared in a whole URL: this link has none by itself."]];
    }
    if (missing.length) {
      return [
        "unknown",
        [`Nobody asked ${missing.join(" and ")} this URL: choose what runs here, or a standard.`],
      ];
    }
    const named = (whose, name) => `${whose} (${name})`;
    if (mine === REFUSED) {
      return [
        "agrees",
        [`${named("Your check", checkLabel)} refuses the URL, so your client never gets it.`],
      ];
    }
    if (yours === REFUSED) {
      return [
        "agrees",
        [
          `${named("Your client", clientLabel)} refuses the URL; your check (${checkLabel}) reads `,
          hostOf(mine),
          ".",
        ],
      ];
    }
    if (mine[0] === yours[0])
      return ["agrees", ["Your check and your client both see ", hostOf(mine), "."]];
    return [
      "differs",
      [
        `${named("Your check", checkLabel)} sees `,
        hostOf(mine),
        `, ${named("your client", clientLabel)} connects to `,
        hostOf(yours),
        ".",
      ],
    ];
  }

  const quoted = (text) =>
    JSON.stringify(text).replace(
      /[\u007f-\uffff]/g,
      (sign) => `\\u${sign.charCodeAt(0).toString(16).padStart(4, "0")}`,
    );

  // The same as a test: of two programs that Hexapla can ask, and of functions of the reader's own.
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

  const testOf = (language, url, check, client) =>
    `${TESTS[language](url, check, client).join("\n")}\n`;

  return { verdict, testOf, element };
})();
