import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("scripts/alignment.js");
const { placesBefore, linesOf } = window.hexaplaAlignment;

/**
 * @param {string} before
 * @param {string} after
 */
const places = (before, after) => placesBefore([...before], [...after]);

/**
 * The length of the longest common subsequence, by trying all of them.
 * @param {string} before
 * @param {string} after
 * @returns {number}
 */
function longest(before, after) {
  if (!before || !after) return 0;
  const [first] = before;
  const at = after.indexOf(first);
  const without = longest(before.slice(1), after);
  return at < 0 ? without : Math.max(without, 1 + longest(before.slice(1), after.slice(at + 1)));
}

test("a character that stays knows its place", () => {
  assert.deepEqual(
    places("a/../g", "/g"),
    [4, 5].map((at) => (at === 4 ? 1 : at)),
  );
  assert.deepEqual(places("abc", "xbcx"), [-1, 1, 2, -1]);
  assert.deepEqual(places("", "ab"), [-1, -1]);
  assert.deepEqual(places("ab", ""), []);
});

test("a character beyond U+FFFF counts as one", () => {
  assert.deepEqual(places("\u{1f600}a", "a\u{1f600}a"), [-1, 0, 1]);
});

test("as many characters as possible stay, in order", () => {
  const texts = ["", "a", "../g", "a/b/../c", "a//b", "ba/ab", "././/", "/a/b/c/./../../g"];
  for (const before of texts) {
    for (const after of texts) {
      const kept = places(before, after).flatMap((place, at) => (place < 0 ? [] : [{ place, at }]));
      assert.equal(kept.length, longest(before, after), `${before} ${after}`);
      for (const { place, at } of kept) assert.equal(before[place], after[at]);
      const sorted = kept.map(({ place }) => place).sort((one, other) => one - other);
      assert.deepEqual(
        kept.map(({ place }) => place),
        [...new Set(sorted)],
      );
    }
  }
});

test("columns with the same text share a line", () => {
  const lines = linesOf(["x", "y", "x", "z"], (at) => at !== 3);
  assert.deepEqual(lines, [
    { text: "x", members: [0, 2] },
    { text: "y", members: [1] },
  ]);
});
