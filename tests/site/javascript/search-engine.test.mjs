import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("static/vendor/minisearch.js", "scripts/search-engine.js");

const KINDS = [
  { label: "standard", weight: 1.5, is_uri: false },
  { label: "implementation", weight: 1.3, is_uri: false },
  { label: "documentation", weight: 1.3, is_uri: false },
  { label: "case", weight: 1, is_uri: true },
  { label: "cause", weight: 0.6, is_uri: false },
];

/** @type {SearchIndex["entries"]} */
const ENTRIES = [
  [0, "standards/rfc1808.html", "RFC 1808", "Relative Uniform Resource Locators"],
  [0, "standards/rfc3986.html", "RFC 3986", "Uniform Resource Identifier: Generic Syntax"],
  [0, "standards/whatwg.html", "URL Standard", "what browsers do"],
  [1, "implementations/net.html", "java.net.URI", "a class of Java"],
  [1, "implementations/libcurl.html", "libcurl", "a library of C"],
  [
    2,
    "docs/tutorial.html",
    "Tutorial",
    "Compare a reference under every standard",
    [],
    "same-document",
  ],
  [2, "docs/params.html", "Parameters", "params and path segments"],
  [3, "cases/a.html", "../../../g", "http://a/b/c/d", [["http://a/../g", "1808", true]]],
  [3, "cases/b.html", "g\u2423h;x", "http://a/b/c/d", [["http://a/b/c/g h;x", "1808", true]]],
  [4, "causes/dots-kept.html", "A segment stays, or goes", "RFC 1808 and RFC 3986"],
];

const search = window.hexaplaSearchEngine({
  kinds: KINDS,
  synonyms: { "getting started": ["tutorial"], href: ["standard"] },
  stopWords: ["the", "of", "and", "what", "is", "vs"],
  weakWords: ["standard"],
  parsers: { curl: "libcurl" },
  pairs: { "rfc3986 whatwg": "both.html" },
  space: "\u2423",
  entries: ENTRIES,
});

/** @param {string} text */
const addresses = (text) => search(text).found.map(({ address }) => address);

/** @param {string} text */
const first = (text) => addresses(text)[0];

test("any part of a reference or of its targets is found", () => {
  for (const text of ["../../../g", "./g", "/../../"]) assert.equal(first(text), "cases/a.html");
  assert.equal(first("http://a/../g"), "cases/a.html");
  assert.equal(first("g h"), "cases/b.html");
});

test("a name is found by its pieces, with or without punctuation", () => {
  for (const text of ["java.net.URI", "net uri", "JAVA", "(java)"]) {
    assert.equal(first(text), "implementations/net.html", text);
  }
  assert.equal(first("document"), "docs/tutorial.html");
});

test("a page is found by its address, but a cause is not", () => {
  assert.deepEqual(addresses("docs").sort(), ["docs/params.html", "docs/tutorial.html"]);
  assert.ok(!addresses("kept").includes("causes/dots-kept.html"));
});

test("the number of a standard is found, however it is written", () => {
  for (const text of ["RFC1808", "rfc 1808", "rfc_1808", "1808"]) {
    assert.equal(first(text), "standards/rfc1808.html", text);
  }
});

test("a phrase with a synonym finds the synonym", () => {
  assert.equal(first("getting started"), "docs/tutorial.html");
  assert.ok(!addresses("started").includes("docs/tutorial.html"));
});

test("stop words are left out, unless there are no others", () => {
  assert.equal(first("what is the tutorial of"), "docs/tutorial.html");
  assert.equal(first("what?"), "standards/whatwg.html");
  assert.equal(first("what, the tutorial?"), "docs/tutorial.html");
});

test("an unknown word is corrected to the nearest word", () => {
  const { found, corrections } = search("tutoiral");
  assert.equal(found[0].address, "docs/tutorial.html");
  assert.deepEqual(corrections, [{ typed: "tutoiral", read: "tutorial" }]);
  assert.deepEqual(search("tutor").corrections, []);
  assert.deepEqual(search("zzqqzz"), { found: [], corrections: [] });
});

test("a missing letter costs less than a wrong one", () => {
  assert.deepEqual(search("parms").corrections, [{ typed: "parms", read: "params" }]);
});

test("two standards find their differences, in order of date", () => {
  const address = "differences.html#differs=rfc1808&from=rfc3986";
  for (const text of ["1808 3986", "RFC 3986 vs RFC 1808", "rfc3986 and rfc1808"]) {
    assert.equal(first(text), address, text);
  }
  assert.equal(first("url standard 3986"), "both.html");
  assert.ok(!first("1808 rfc1808")?.startsWith("differences"));
});

test("two parsers, or a parser and a standard, find the page about them", () => {
  const address = "hosts/index.html#validator=libcurl&client=java.net.URI";
  assert.equal(first("curl java.net.uri"), address);
  assert.equal(first("3986 curl"), "implementations/libcurl.html");
  const [pair] = search("curl 3986").found;
  assert.deepEqual([pair.kind, pair.title], ["pair", "libcurl and RFC 3986"]);
});
