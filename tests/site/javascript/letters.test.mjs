import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("scripts/letters.js");
const { isRefused, placeOf, apart } = window.hexaplaLetters;

test("a letter has the index of its host, and a sign has none", () => {
  assert.deepEqual(["A", "B", "Z", "×", "·", undefined].map(placeOf), [0, 1, 25, null, null, null]);
  assert.deepEqual(["A", "×", "·", undefined].map(isRefused), [false, true, false, false]);
});

test("parsers differ if both report a host, and the hosts differ", () => {
  const rows = ["AB", "AA", "A×", "·B", "BA"];
  assert.deepEqual(apart(rows, 0, 1), [
    { row: 0, mine: 0, yours: 1 },
    { row: 4, mine: 1, yours: 0 },
  ]);
  assert.deepEqual(apart(rows, 1, 1), []);
});
