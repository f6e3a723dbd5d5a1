import assert from "node:assert/strict";
import test from "node:test";
import vm from "node:vm";
import { load } from "./load.mjs";

load("scripts/pair.js");
const { verdict, testOf, adapterOf } = window.hexaplaPair;

/** @type {Reads} */
const READS = { a: ["good"], b: ["evil"], same: ["good"], hostless: [null], strict: "refused" };

// Programs whose label differs from their name.
const LABELS = new Map([["b", "b (a package)"]]);

/**
 * @param {string} check
 * @param {string} client
 * @param {Reads} reads
 */
function said(check, client, reads = READS) {
  const { how, sentence } = verdict(reads, check, client, (name) => LABELS.get(name) ?? name);
  const pieces = sentence.map((piece) => (typeof piece === "string" ? piece : `[${piece.host}]`));
  return `${how}: ${pieces.join("")}`;
}

test("a check and a client agree if they read the same host", () => {
  assert.equal(said("a", "same"), "agrees: Your check and your client both see [good].");
  assert.equal(said("hostless", "hostless"), "agrees: Your check and your client both see [null].");
});

test("a check and a client differ if they read two hosts, or if one reads none", () => {
  const begin = "differs: Your check (a) sees [good], your client";
  assert.equal(said("a", "b"), `${begin} (b (a package)) connects to [evil].`);
  assert.equal(said("a", "hostless"), `${begin} (hostless) connects to [null].`);
});

test("a refusal on one side lets nothing through", () => {
  const refusal = "agrees: Your check (strict) refuses the URL, so your client never gets it.";
  assert.equal(said("strict", "b"), refusal);
  assert.equal(said("strict", "strict"), refusal);
  const other =
    "agrees: Your client (strict) refuses the URL; your check (b (a package)) sees [evil].";
  assert.equal(said("b", "strict"), other);
});

test("a program without an answer is named by its label", () => {
  const advice = "for this URL: choose a parser in this browser, or a standard.";
  const begin = "unknown: No answer from";
  assert.equal(said("a", "b", { a: ["good"] }), `${begin} b (a package) ${advice}`);
  assert.equal(said("a", "x"), `${begin} x ${advice}`);
  assert.equal(said("constructor", "y"), `${begin} constructor and y ${advice}`);
});

test("a link without a host is not compared", () => {
  assert.match(said("a", "b", {}), /^unknown: Hosts are compared only in whole URLs/);
});

test("a parser of a page has the name of Hexapla's adapter", () => {
  const names = {
    "urllib.parse of Python 3.13.2": "urllib.parse",
    "URL of Firefox 140": "firefox",
    "URL of Safari 19": "webkit",
    "URL of Google Chrome 140": "chromium",
    "URL of this browser": "chromium",
    "url-parse 1.5.10": "url-parse",
    "RFC 3986": "RFC 3986",
    httpx: "httpx",
  };
  for (const [name, adapter] of Object.entries(names)) assert.equal(adapterOf(name), adapter);
});

const URLS = ["http://a\\@b/", 'http://"é\u{1f600}\u2028/', "http://a\n\u007f/"];

test("a URL is written unchanged into a test, in ASCII", () => {
  for (const url of URLS) {
    for (const language of ["pytest", "node", "go"]) {
      const code = testOf(language, url, "a", "b");
      assert.match(code, /^[\t\n -~]*$/);
      const [quoted] = code.match(/"(?:[^"\\]|\\.)*http(?:[^"\\]|\\.)*"/) ?? [""];
      assert.equal(JSON.parse(quoted), url);
    }
  }
});

test("a test for Node runs, and fails if the hosts differ", () => {
  const code = testOf("node", URLS[0], "a", "b").replace(/^import .*\n/gm, "");
  /** @param {string} client */
  const run = (client) => {
    const hostOfCheck = () => "a";
    const hostOfClient = () => client;
    const now = (/** @type {string} */ _, /** @type {() => void} */ act) => act();
    vm.runInNewContext(code, { assert, test: now, hostOfCheck, hostOfClient });
  };
  run("a");
  assert.throws(() => run("b"), assert.AssertionError);
});
