import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

// The parts of Brython that the worker uses; Python values are JavaScript values.
const NONE = Symbol("None");
const self = /** @type {HexaplaWorker} */ (/** @type {unknown} */ (globalThis));
/** @type {object[]} */
const sent = [];
/** @type {string[]} */
const run = [];
/** @type {Set<string>} */
const failing = new Set();

Object.assign(globalThis, {
  __BRYTHON__: {
    builtins: { None: NONE },
    $list: (/** @type {unknown[]} */ items) => items,
    $setitem: (
      /** @type {Map<unknown, unknown>} */ map,
      /** @type {[unknown, unknown]} */ ...item
    ) => map.set(...item),
    empty_dict: () => new Map(),
    error_trace: () => "trace",
    fast_tuple: (/** @type {unknown[]} */ items) => items,
    runPythonSource: (/** @type {string} */ source) => {
      run.push(source);
      /** @type {object[]} */
      let pieces = [];
      self.hexaplaBegin = (question) => {
        if (failing.has(question))
          throw Object.assign(new Error("ValueError"), { args: ["no", 1] });
        pieces = [{ of: question }, { why: question }];
      };
      self.hexaplaPiece = () => JSON.stringify(pieces.shift());
    },
    String: (/** @type {string} */ text) => text,
    update_VFS: () => {},
  },
  postMessage: (/** @type {object} */ message) => sent.push(message),
});
/** @type {Trees[]} */
const started = [];
self.hexaplaStartTrees = (trees) => started.push(trees);
load("browser/texts.js", "browser/worker.js");

const TREES = { constants: [], kinds: [], digits: "ab", one: 1, two: 1 };

/** @param {ToWorker} data */
const tell = (data) => window.onmessage?.(/** @type {MessageEvent} */ ({ data }));

test("the first message starts Python, and the others are answered or fail", () => {
  tell({
    bundle: { files: { "a/b.json": "{}" }, modules: {}, start: "tree", trees: TREES },
  });
  assert.deepEqual(started, [TREES]);
  assert.deepEqual(run, ["tree"]);
  tell({ id: 3, question: "x" });
  tell({ id: 5 });
  failing.add("y");
  tell({ id: 4, question: "y" });
  assert.deepEqual(sent, [
    { ready: true },
    { id: 3, answer: { of: "x" } },
    { id: 5, answer: { why: "x" } },
    { id: 4, failed: "ValueError no 1", trace: "trace" },
  ]);
});

test("a file in the bundle has its text, and any other is None", () => {
  assert.equal(self.hexaplaFile("a/b.json"), "{}");
  assert.equal(self.hexaplaFile("a/c.json"), NONE);
});

test("days are counted like Python's date.toordinal", () => {
  const days = { "0001-01-01": 1, "1970-01-01": 719_163, "2005-01-25": 731_971 };
  for (const [date, day] of Object.entries(days)) assert.equal(self.hexaplaDay(date), day);
});

test("a host is read like in a browser, and is empty if there is none", () => {
  const hosts = { "http://É.example/": "xn--9ca.example", "mailto:x": "", "http://a b/": "" };
  for (const [url, host] of Object.entries(hosts)) assert.equal(self.hexaplaHost(url), host);
});

test("JSON becomes values of Python", () => {
  const json = '{"a": [null, true, 1.5, "x"], "b": {}}';
  const value = /** @type {Map<string, unknown>} */ (self.hexaplaLoads(json));
  assert.deepEqual(value.get("a"), [NONE, true, 1.5, "x"]);
  assert.deepEqual(value.get("b"), new Map());
});

test("a text in HTML is escaped like in markupsafe", () => {
  assert.equal(self.hexaplaEscape("<a b='\"'>&amp;"), "&lt;a b=&#39;&#34;&#39;&gt;&amp;amp;");
});

test("a character has its general category", () => {
  const categories = { a: "Ll", A: "Lu", 1: "Nd", " ": "Zs", "\0": "Cc", "\u202e": "Cf" };
  const others = { "\ud800": "Cs", "\ue000": "Co", "\u0378": "Cn", "\u{1f600}": "So" };
  for (const [character, category] of Object.entries({ ...categories, ...others })) {
    assert.equal(self.hexaplaCategory(character), category);
  }
});

test("a match has its offsets in code points, and its groups", () => {
  const text = "\u{1f600}a\u{1f600}b1";
  const expression = self.hexaplaCompile("([a-z])(\\d)?", "dgu");
  assert.deepEqual(self.hexaplaExec(expression, text, 0), [1, 2, "a", "a", NONE]);
  assert.deepEqual(self.hexaplaExec(expression, text, 2), [3, 5, "b1", "b", "1"]);
  assert.equal(self.hexaplaExec(expression, text, 5), NONE);
  const all = self.hexaplaExecAll(expression, text, 0);
  assert.deepEqual(all, [
    [1, 2, "a", "a", NONE],
    [3, 5, "b1", "b", "1"],
  ]);
  assert.deepEqual(self.hexaplaSpan(expression, text, 2, 2), [4, 5]);
  assert.deepEqual(self.hexaplaSpan(expression, text, 0, 2), [-1, -1]);
});
