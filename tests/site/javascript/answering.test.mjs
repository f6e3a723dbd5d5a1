import assert from "node:assert/strict";
import test from "node:test";
import { load } from "./load.mjs";

// A page with its settings, in which scripts load at once, and a worker that records its messages.

/** @type {Settings} */
const SETTINGS = {
  ...{ reference: "?page=2", base: "https://shop.example/", details: true, columns: ["rfc3986"] },
  ...{ recorded: "recorded.js", python: "python.js", given: {}, here: [] },
};

class ScriptElement {
  src = "";
  onload = () => {};
}

class FakeWorker {
  /** @type {FakeWorker[]} */
  static made = [];

  /** @type {(event: { data: FromWorker }) => void} */
  onmessage = () => {};
  /** @type {(event: { message: string }) => void} */
  onerror = () => {};
  /** @type {{ bundle?: object, id?: number, question?: string }[]} */
  told = [];

  constructor() {
    FakeWorker.made.push(this);
  }

  /** @param {{ bundle?: object, id?: number, question?: string }} message */
  postMessage(message) {
    this.told.push(message);
  }
}

/** @type {string[]} */
const loaded = [];

Object.assign(globalThis, {
  Worker: FakeWorker,
  location: { protocol: "file:", hostname: "" },
  document: {
    baseURI: "file:///site/index.html",
    getElementById: () => ({ textContent: JSON.stringify(SETTINGS) }),
    createElement: () => new ScriptElement(),
    head: {
      append: (/** @type {ScriptElement} */ script) => {
        loaded.push(script.src);
        script.onload();
      },
    },
  },
  hexaplaPython: { worker: ["text"], bundle: { a: "bundle" } },
  hexaplaRecorded: {
    ...{ parsers: ["one"], resolvers: ["one"] },
    urls: [["http://a@b/", "hosts/x.html", "", "", ["b"], "A"]],
    cases: [["http://a/", "g", "cases/g.html", [["http://a/g", [0]]]]],
  },
  hexaplaParsers: {
    isWhole: (/** @type {string} */ text) => text.includes(":"),
    answersTo: () => [{ name: "here", here: true }],
  },
});

/** Return a page that was just opened, and its worker, once it was started. */
function open() {
  load("scripts/letters.js", "scripts/recorded-answers.js", "scripts/answering.js");
  const count = FakeWorker.made.length;
  const { ask, warm, onProgress } = window.hexaplaAnswering;
  const started = async () => {
    while (FakeWorker.made.length === count) await new Promise(setImmediate);
    await new Promise(setImmediate);
    return FakeWorker.made[count];
  };
  return { ask, warm, onProgress, started };
}

/** @param {FakeWorker} worker @returns {Question & { id: number }} */
const lastOf = ({ told }) => {
  const { id, question } = told[told.length - 1];
  return { id, ...JSON.parse(question ?? "") };
};

const ASKED = { reference: "g", base: "http://a/", specs: [] };
const ANSWER = /** @type {Answer} */ ({ host: "", verdict: "x" });

test("a worker gets the bundle first, and then one question in advance after the other", async () => {
  const { warm, started } = open();
  warm();
  const worker = await started();
  assert.deepEqual(
    worker.told.map(({ bundle }) => bundle),
    [{ a: "bundle" }],
  );
  assert.deepEqual(loaded.slice(-1), ["file:///site/python.js"]);
  worker.onmessage({ data: { ready: true } });
  await new Promise(setImmediate);
  for (let sent = 2; sent <= 5; sent += 1) {
    assert.equal(worker.told.length, sent);
    assert.equal(worker.told[sent - 1].id, 0);
    worker.onmessage({ data: { id: 0, answer: ANSWER } });
    await new Promise(setImmediate);
  }
  assert.equal(worker.told.length, 5);
});

test("nothing is asked in advance once the reader has asked", async () => {
  const { ask, started } = open();
  ask(ASKED);
  const worker = await started();
  worker.onmessage({ data: { ready: true } });
  await new Promise(setImmediate);
  assert.deepEqual(
    worker.told.map(({ id }) => id),
    [undefined, lastOf(worker).id],
  );
});

test("a question has the known facts about its input", async () => {
  const { ask, started } = open();
  const answered = ask(ASKED);
  const worker = await started();
  const { id, ...question } = lastOf(worker);
  assert.deepEqual(question, {
    ...{ reference: "g", base: "http://a/", specs: ["rfc3986"], details: true, is_whole: false },
    parsers: [
      { name: "one", target: "http://a/g" },
      { name: "here", here: true },
    ],
    known: null,
  });
  worker.onmessage({ data: { id, answer: ANSWER } });
  assert.deepEqual((await answered).answer, { ...ANSWER, page: "cases/g.html" });
});

test("the reasons are asked for after the results", async () => {
  const { ask, started } = open();
  const answered = ask(ASKED);
  const worker = await started();
  worker.onmessage({ data: { id: lastOf(worker).id, answer: ANSWER } });
  const { reasons } = await answered;
  const before = worker.told.length;
  const given = reasons();
  await new Promise(setImmediate);
  assert.equal(worker.told.length, before + 1);
  const [{ id, question }] = worker.told.slice(-1);
  assert.equal(question, undefined);
  worker.onmessage({ data: { id, answer: { why: "y", details: "" } } });
  assert.deepEqual(await given, { why: "y", details: "" });
});

test("a whole URL is marked as whole", async () => {
  const { ask, started } = open();
  ask({ reference: "http://a@b/", base: "", specs: ["whatwg"] });
  const question = lastOf(await started());
  assert.deepEqual(question.specs, ["whatwg"]);
  assert.equal(question.is_whole, true);
  assert.deepEqual(question.known, { address: "hosts/x.html", source: "", source_url: "" });
});

test("answers find their questions in any order, and others are dropped", async () => {
  const { ask, started } = open();
  const first = ask(ASKED);
  const worker = await started();
  const { id } = lastOf(worker);
  const second = ask({ ...ASKED, reference: "h" });
  while (lastOf(worker).id === id) await new Promise(setImmediate);
  worker.onmessage({ data: { id: 0, answer: { ...ANSWER, verdict: "in advance" } } });
  worker.onmessage({ data: { id: lastOf(worker).id, answer: { ...ANSWER, verdict: "second" } } });
  worker.onmessage({ data: { id, answer: { ...ANSWER, verdict: "first" } } });
  assert.equal((await first).answer.verdict, "first");
  assert.equal((await second).answer.verdict, "second");
});

test("a question that fails doesn't affect the others", async () => {
  const { ask, started } = open();
  const failing = assert.rejects(ask(ASKED), /too long/);
  const worker = await started();
  worker.onmessage({ data: { id: lastOf(worker).id, failed: "too long" } });
  await failing;
  const answered = ask(ASKED);
  await new Promise(setImmediate);
  worker.onmessage({ data: { id: lastOf(worker).id, answer: ANSWER } });
  assert.equal((await answered).answer.verdict, "x");
});

test("if Python can't start, every question fails, and nothing waits for it", async () => {
  const { ask, onProgress, started } = open();
  /** @type {boolean[]} */
  const progress = [];
  onProgress(({ ready }) => progress.push(ready));
  const failing = assert.rejects(ask(ASKED), /no WebAssembly/);
  const worker = await started();
  worker.onmessage({ data: { failed: "no WebAssembly" } });
  await failing;
  await assert.rejects(ask(ASKED), /no WebAssembly/);
  assert.deepEqual(progress, [false, true, false]);
});

test("a script is loaded once", async () => {
  const { ask, started } = open();
  const before = loaded.length;
  ask(ASKED);
  ask(ASKED);
  await started();
  await new Promise(setImmediate);
  assert.deepEqual(loaded.slice(before), ["file:///site/recorded.js", "file:///site/python.js"]);
});

// A server of `hexapla site --serve`.

/** @type {{ address: string, body: string }[]} */
const posted = [];

/**
 * Serve the page, and let the server give one answer to all questions.
 * @param {{ ok: boolean, status: number, body: string }} answer
 * @param {string} hostname
 */
function serve({ ok, status, body }, hostname = "127.0.0.1") {
  const fetch = async (/** @type {string} */ address, /** @type {{ body: string }} */ asked) => {
    posted.push({ address, body: asked.body });
    return { ok, status, json: async () => JSON.parse(body) };
  };
  const location = { protocol: "http:", hostname };
  Object.assign(globalThis, { fetch, location, hexaplaServer: "/answer" });
  return open();
}

test("a server on this machine is asked instead of Python", async () => {
  const whole = { ...ANSWER, why: "y", details: "" };
  const { ask, warm } = serve({ ok: true, status: 200, body: JSON.stringify(whole) });
  const count = FakeWorker.made.length;
  warm();
  const { answer, reasons } = await ask(ASKED);
  assert.deepEqual(answer, { ...whole, page: "cases/g.html" });
  assert.equal((await reasons()).why, "y");
  const [{ address, body }] = posted;
  assert.equal(address, "/answer");
  assert.equal(JSON.parse(body).reference, "g");
  assert.equal(FakeWorker.made.length, count);
});

test("an error has the server's message, or else its status", async () => {
  const { ask } = serve({ ok: false, status: 413, body: '{"failed": "too long"}' });
  await assert.rejects(ask(ASKED), /^Error: too long$/);
  const { ask: askAgain } = serve({ ok: false, status: 503, body: "no JSON" });
  await assert.rejects(askAgain(ASKED), /^Error: the server says 503$/);
});

test("a server on another machine is not asked", async () => {
  const { ask, started } = serve({ ok: true, status: 200, body: "{}" }, "hexapla.example");
  const count = posted.length;
  ask(ASKED);
  await started();
  assert.equal(posted.length, count);
});
