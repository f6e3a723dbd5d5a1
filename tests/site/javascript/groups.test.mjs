import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("scripts/groups.js");
const { lettersIn, numbersIn, membersOf, captionOf } = window.hexaplaGroups;

const CAPTIONS = { differ: "{count} targets", agree: "agree", ruled: "ruled", silent: "silent" };
// The oldest column is in group C; the second has no rule; the newest is in group A.
const PATTERN = "C.BBCA";
const ALL = new Set([0, 1, 2, 3, 4, 5]);

test("only shown columns have letters, in order", () => {
  assert.deepEqual(lettersIn(PATTERN, ALL), ["A", "B", "C"]);
  assert.deepEqual(lettersIn(PATTERN, new Set([4, 2])), ["B", "C"]);
  assert.deepEqual(lettersIn(PATTERN, new Set([1])), []);
});

test("numbers close the gaps, and keep the order", () => {
  assert.deepEqual(numbersIn(PATTERN, ALL), [3, null, 2, 2, 3, 1]);
  assert.deepEqual(numbersIn(PATTERN, new Set([0, 1, 2, 3, 4])), [2, null, 1, 1, 2, null]);
});

test("a single group has no number", () => {
  assert.deepEqual(numbersIn("BABB", new Set([0, 2, 3])), [null, null, null, null]);
});

test("a group has the columns with its letter, whichever are shown", () => {
  assert.deepEqual(membersOf(PATTERN, 1), [5]);
  assert.deepEqual(membersOf(PATTERN, 3), [0, 4]);
  assert.deepEqual(membersOf(PATTERN, 0), []);
});

test("the caption is about the shown columns", () => {
  const shown = /** @type {[number[], string][]} */ ([
    [[0, 1, 2, 3, 4, 5], "3 targets"],
    [[0, 2], "2 targets"],
    [[2, 3], "agree"],
    [[1, 2, 3], "ruled"],
    [[1], "silent"],
  ]);
  for (const [columns, caption] of shown) {
    assert.equal(captionOf(PATTERN, new Set(columns), CAPTIONS), caption);
  }
});
