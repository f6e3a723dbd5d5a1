import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("scripts/matching.js");
const { isMatch } = window.hexaplaMatching;

const ROW = {
  text: "a relative reference with a query",
  data: { kind: "path query", given: "rfc1630 rfc1738/rfc3986 whatwg", part: "path" },
};

/**
 * @param {string} key
 * @param {string[]} chosen
 */
const one = (key, ...chosen) => isMatch(ROW, { key, chosen, isPair: false });

/** @param {string[]} chosen */
const pair = (...chosen) => isMatch(ROW, { key: "given", chosen, isPair: true });

test("a row matches if it has every word of a text, in any case and order", () => {
  assert.ok(one("", "Query  RELATIVE"));
  assert.ok(one("", "quer"));
  assert.ok(!one("", "query fragment"));
  assert.ok(one("", "  "));
});

test("a row matches if it has any of the chosen words", () => {
  assert.ok(one("kind", "fragment", "query"));
  assert.ok(!one("kind", "fragment"));
  assert.ok(!one("kind", "quer"));
  assert.ok(!one("missing", "query"));
});

test("two words have to be in different groups", () => {
  assert.ok(pair("rfc1630", "whatwg"));
  assert.ok(!pair("rfc1630", "rfc1738"));
  assert.ok(!pair("rfc1630", "rfc2396"));
});

test("a single word only needs another group", () => {
  assert.ok(pair("rfc3986"));
  assert.ok(!isMatch(ROW, { key: "part", chosen: ["path"], isPair: true }));
});
