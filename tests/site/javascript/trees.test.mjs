import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

// The parts of Brython that trees need: a node is an object with the name of its kind.
class Node {
  constructor() {
    Object.assign(this, { kind: this.constructor.name });
  }
}
class Module extends Node {}
class Expr extends Node {}

const LOAD = { kind: "Load" };
const NONE = Symbol("None");
const brython = {
  ast: { Module, Expr },
  builtins: { None: NONE, Ellipsis: Symbol("…") },
  parser_constants: { Load: LOAD },
  $list: (/** @type {unknown[]} */ items) => items,
  _PySymtable_Build: () => "symbols",
  fast_bytes: (/** @type {number[]} */ octets) => ({ octets }),
  fast_float: (/** @type {number} */ value) => ({ value }),
  future_features: () => "future",
  js_from_root: (/** @type {{ ast: unknown }} */ { ast }) => ({
    js: JSON.stringify(ast),
    imports: {},
  }),
  py2js: (/** @type {{ src: string, filename: string, imported?: boolean }} */ source) => {
    throw new Error(`${source.filename} is not a tree`);
  },
};
Object.assign(globalThis, { __BRYTHON__: brython });
load("browser/trees.js");
const self = /** @type {HexaplaWorker} */ (/** @type {unknown} */ (globalThis));

// Of four digits, two are numbers on their own, one begins two digits, and one begins three.
const DIGITS = "abcd";

/** @param {number} number */
function written(number) {
  if (number < 2) return DIGITS[number];
  if (number < 6) return `c${DIGITS[number - 2]}`;
  return `d${DIGITS[(number - 6) >> 2]}${DIGITS[(number - 6) & 3]}`;
}

self.hexaplaStartTrees({
  constants: ["it's\n", [1, 255], { float: 1.5 }, 7],
  kinds: [
    ["Module", ["body"]],
    ["Expr", ["value"]],
    ["Load", []],
  ],
  ...{ digits: DIGITS, one: 2, two: 1 },
});

// Marks come first, and then constants and kinds of node, alternately.
const MARK = { nothing: 0, none: 1, true: 2, false: 3, list: 5 };
const CONSTANT = { text: 6, bytes: 8, float: 10, seven: 12 };
const KIND = { module: 7, expr: 9, load: 11 };

/**
 * Return the values of a module's expressions, which are written as numbers.
 * @param {number[]} values
 */
function read(...values) {
  const body = values.flatMap((value) => [KIND.expr, value]);
  const src = [KIND.module, MARK.list, values.length, ...body].map(written).join("");
  const module = { imported: true, filename: "x.py", src };
  const { _ast: tree } = /** @type {{ _ast: { body: { value: unknown }[] } }} */ (
    brython.py2js(module)
  );
  return tree.body.map(({ value }) => value);
}

test("constants and marks are read, and texts in the compiler's form", () => {
  const { text, bytes, float, seven } = CONSTANT;
  const constants = ["it\\'s\\n", { octets: [1, 255] }, { value: 1.5 }, 7];
  assert.deepEqual(read(text, bytes, float, seven), constants);
  const marks = read(MARK.nothing, MARK.none, MARK.true, MARK.false);
  assert.deepEqual(marks, [undefined, NONE, true, false]);
});

test("a node without fields is Brython's own", () => {
  assert.equal(read(KIND.load)[0], LOAD);
});

test("code that isn't imported is a tree, too", () => {
  const src = [KIND.module, MARK.list, 0].map(written).join("");
  const compiled = /** @type {unknown} */ (brython.py2js({ src, filename: "y.py" }));
  const { _ast: tree } = /** @type {{ _ast: { kind: string, body: unknown[] } }} */ (compiled);
  assert.deepEqual({ ...tree }.body, []);
});
