import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

/**
 * Return the parsers of a browser.
 * @param {object} navigator
 */
function parsersOf(navigator) {
  Object.defineProperty(globalThis, "navigator", { value: navigator, configurable: true });
  load("scripts/parsers.js");
  return window.hexaplaParsers;
}

/** @param {string[]} brands */
const chromium = (...brands) => ({
  userAgentData: { brands: brands.map((brand) => ({ brand, version: "140" })) },
});

const FIREFOX = {
  userAgent: "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0",
};
const SAFARI = { userAgent: "Mozilla/5.0 (Macintosh) AppleWebKit/605 Version/19.1 Safari/605" };

test("the browser's own parser is named after the browser", () => {
  assert.deepEqual(parsersOf(FIREFOX).names, ["URL of Firefox 140"]);
  assert.deepEqual(parsersOf(SAFARI).names, ["URL of Safari 19"]);
  assert.deepEqual(parsersOf(chromium("Not.A/Brand", "Chromium")).names, ["URL of Chromium 140"]);
  const edge = chromium("Chromium", "Microsoft Edge", "Not.A/Brand");
  assert.deepEqual(parsersOf(edge).names, ["URL of Microsoft Edge 140"]);
  assert.deepEqual(parsersOf({ userAgent: "?" }).names, ["URL of this browser"]);
});

test("a whole URL has a scheme, perhaps after characters that the URL Standard strips", () => {
  const { isWhole } = parsersOf(FIREFOX);
  for (const text of ["http://a", "HTTP:", "a+b-c.1:x", " \0\u001fmailto:x@y"])
    assert.ok(isWhole(text), text);
  for (const text of ["", "g", "//h", "/a:b", "1:g", ":g", "\u00a0http:", "é:"])
    assert.ok(!isWhole(text), text);
});

test("a whole URL has a host, has no host, or is rejected", () => {
  const { answersTo } = parsersOf(FIREFOX);
  const name = "URL of Firefox 140";
  assert.deepEqual(
    [...answersTo("http://u@H.example:80/", "")],
    [{ name, here: true, host: "h.example" }],
  );
  assert.deepEqual([...answersTo("mailto:a@b", "")], [{ name, here: true, host: null }]);
  assert.deepEqual([...answersTo("http://a b/", "")], [{ name, here: true, refused: true }]);
});

test("a reference with a base has a target, but no host", () => {
  const { answersTo } = parsersOf(FIREFOX);
  const name = "URL of Firefox 140";
  assert.deepEqual(
    [...answersTo("../g", "http://a/b/c")],
    [{ name, here: true, target: "http://a/g" }],
  );
  assert.deepEqual([...answersTo("g", "mailto:x")], [{ name, here: true, target: null }]);
  assert.deepEqual([...answersTo("g", "")], [{ name, here: true }]);
});

test("npm parsers are asked, too, and needn't resolve", () => {
  window.hexaplaNpmParsers = [{ name: "other 1.0", host: () => "h" }];
  const { names, answersTo } = parsersOf(FIREFOX);
  assert.equal(names[1], "other 1.0");
  assert.deepEqual([...answersTo("x:y", "z:")][1], { name: "other 1.0", here: true, host: "h" });
});
