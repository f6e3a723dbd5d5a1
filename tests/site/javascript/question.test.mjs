import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

load("scripts/question.js");
const { questionIn, hashOf, addressOf, selectorOf, partsOf } = window.hexaplaQuestion;

const GIVEN = { reference: "?page=2", base: "https://shop.example/" };
const NONE = { check: "", client: "", specs: [] };

/** @param {string} hash */
const asked = (hash) => questionIn({ hash, search: "" }, GIVEN);

test("every text can be restored", () => {
  const texts = [
    ...["", "../g?x=1&y=2#z", "%41%", "a+b c", "\0\u001f\u007f", "é\u202e\u{1f600}", "!'()*"],
    ...["\ud800", "a\udc00b", "\udc00\ud800", "\ud83d\u{1f600}\ude00", "[a=b,c]"],
  ];
  for (const reference of texts) {
    const question = { reference, base: reference, check: "", client: "", specs: [] };
    assert.deepEqual(asked(hashOf(question)), question);
  }
});

test("a hash has no character that ends a link in a text", () => {
  const hash = hashOf({ ...NONE, reference: "!'()*\"<> []\\^`{|}", base: "\ud800" });
  assert.match(hash, /^#ref=[%A-F0-9]+&base=%ED%A0%80$/);
});

test("texts are encoded like in Python", () => {
  // urllib.parse.quote("…", safe="", errors="surrogatepass")
  const hash = hashOf({ ...NONE, reference: "a-b._~/?é\u{1f600}\ud800", base: "" });
  assert.equal(hash, "#ref=a-b._~%2F%3F%C3%A9%F0%9F%98%80%ED%A0%80&base=");
});

test("missing members come from the page's question", () => {
  assert.deepEqual(asked(""), { ...GIVEN, ...NONE });
  assert.deepEqual(asked("#options"), { ...GIVEN, ...NONE });
  assert.deepEqual(asked("#ref="), { ...GIVEN, ...NONE, reference: "" });
});

test("of several fields with the same name, the last counts, but all standards count", () => {
  const question = asked("#ref=a&ref=b=c&spec=rfc1808&check=x&spec=rfc3986&client=y");
  const specs = ["rfc1808", "rfc3986"];
  assert.deepEqual(question, { ...GIVEN, reference: "b=c", check: "x", client: "y", specs });
});

test("a form submitted without a script has its fields in the query", () => {
  const search = "?ref=a+b&base=x%3A&spec=rfc1808";
  const question = questionIn({ hash: "", search }, GIVEN);
  assert.deepEqual(question, { ...NONE, reference: "a b", base: "x:", specs: ["rfc1808"] });
});

test("an escape that is invalid UTF-8 stands for its byte", () => {
  assert.equal(asked("#ref=%ff%41").reference, "\u00ffA");
  assert.equal(asked("#ref=%E9%g").reference, "\u00e9%g");
});

test("an address has the page's address without its question, and no parentheses", () => {
  const question = { ...NONE, reference: "g", base: "" };
  const href = "https://x.example/a(b)/index.html?q#ref=old";
  assert.equal(addressOf(href, question), "https://x.example/a%28b%29/index.html#ref=g&base=");
});

test("a selector has its standard and its choices", () => {
  const choices = [
    { name: "excess-dots", value: "remove" },
    { name: "scheme", value: "loophole" },
  ];
  const selector = "rfc2396[excess-dots=remove,scheme=loophole]";
  assert.equal(selectorOf("rfc2396", choices), selector);
  assert.equal(selectorOf("rfc2396", []), "rfc2396");
  const { id, choices: found } = partsOf(selector.replace(",", ", "));
  assert.equal(id, "rfc2396");
  assert.deepEqual(
    [...found],
    [
      ["excess-dots", "remove"],
      ["scheme", "loophole"],
    ],
  );
  assert.equal(partsOf("rfc2396").id, "rfc2396");
  assert.equal(partsOf("rfc2396[").id, "rfc2396[");
});
