import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("scripts/letters.js", "scripts/recorded-answers.js");
const { read, byParser } = window.hexaplaRecordedAnswers;

const BASE = "http://a/b";
const { hostsIn, targetsOf, knownOf, pageOf } = read({
  parsers: ["one", "two", "three", "four"],
  resolvers: ["one", "five"],
  urls: [["http://a@b/", "hosts/x.html#y", "CVE-1", "https://cve.example/", ["b", null], "AB×·"]],
  cases: [
    [
      BASE,
      "g",
      "cases/g.html",
      [
        ["http://a/g", [0]],
        [null, [1]],
      ],
    ],
    [BASE, "?q", "", []],
  ],
});

test("a parser reads a host or no host, rejects the URL, or was not asked", () => {
  assert.deepEqual(
    [...hostsIn("http://a@b/")],
    [
      { name: "one", host: "b" },
      { name: "two", host: null },
      { name: "three", refused: true },
    ],
  );
  assert.deepEqual([...hostsIn("http://other/")], []);
});

test("a parser resolves a reference to a target, or to none", () => {
  assert.deepEqual(
    [...targetsOf("g", BASE)],
    [
      { name: "one", target: "http://a/g" },
      { name: "five", target: null },
    ],
  );
  assert.deepEqual([...targetsOf("g", "http://other/")], []);
});

test("a URL and a case link to their places on the site", () => {
  const known = { address: "hosts/x.html#y", source: "CVE-1", source_url: "https://cve.example/" };
  assert.deepEqual(knownOf("http://a@b/"), known);
  assert.equal(knownOf("http://other/"), null);
  assert.deepEqual(
    ["g", "?q", "x"].map((each) => pageOf(each, BASE)),
    ["cases/g.html", "", undefined],
  );
});

test("a parser is in a list once, with all its answers", () => {
  const lists = [
    [{ name: "one", host: "b" }],
    [
      { name: "one", target: null },
      { name: "two", target: "x" },
    ],
    [{ name: "one", host: "c", here: true }],
  ];
  assert.deepEqual(byParser(...lists), [
    { name: "one", host: "c", target: null, here: true },
    { name: "two", target: "x" },
  ]);
});
