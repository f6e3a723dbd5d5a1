import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("browser/texts.js");
const self = /** @type {HexaplaWorker} */ (/** @type {unknown} */ (globalThis));
const { unitsOf, pointsOf, fromPunycode, inAscii } = self.hexaplaTexts;

const TEXTS = ["", "abc", "\u{1f600}", "a\u{1f600}b\u{1f601}", "\ud800\u{1f600}\udc00x", "é\u0301"];

test("offsets in code points and in code units are converted", () => {
  for (const text of TEXTS) {
    const characters = Array.from(text);
    for (let points = 0; points <= characters.length; points += 1) {
      const units = characters.slice(0, points).join("").length;
      assert.equal(unitsOf(text, points), units);
      assert.equal(pointsOf(text, units), points);
    }
  }
});

test("the offset of a missing text stays -1", () => {
  for (const text of TEXTS) assert.equal(pointsOf(text, -1), -1);
});

test("Punycode is decoded as in RFC 3492, 7.1", () => {
  const samples = {
    egbpdaj6bu4bxfgehfvwxn: "ليهمابتكلموشعربي؟",
    ihqwcrb4cv8a8dqg056pqjye: "他们为什么不说中文",
    "Proprostnemluvesky-uyb24dma41a": "Pročprostěnemluvíčesky",
    "3B-ww4c5e180e575a65lsy2b": "3年B組金八先生",
    "MajiKoi5-783gue6qz075azm5e": "MajiでKoiする5秒前",
    "de-jg4avhby1noc0d": "パフィーdeルンバ",
    "-> $1.00 <--": "-> $1.00 <-",
  };
  for (const [encoded, text] of Object.entries(samples)) {
    assert.equal(fromPunycode(encoded), text);
  }
});

test("invalid Punycode has no text", () => {
  for (const text of ["é", "a-!", "99999999", "a-9"]) assert.equal(fromPunycode(text), undefined);
});

test("a text is written in ASCII like in Python", () => {
  // ascii(…)
  const written = {
    "": "''",
    "it's": '"it\'s"',
    '"it\'s"': "'\"it\\'s\"'",
    "a\\b\n\r\t\0\u007f": "'a\\\\b\\n\\r\\t\\x00\\x7f'",
    "\u00ff\u0100\uffff\u{10000}": "'\\xff\\u0100\\uffff\\U00010000'",
    "é€\u{1f600}\ud800": "'\\xe9\\u20ac\\U0001f600\\ud800'",
  };
  for (const [text, ascii] of Object.entries(written)) assert.equal(inAscii(text), ascii);
});
