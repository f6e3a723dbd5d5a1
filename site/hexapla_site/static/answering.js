// Where answers come from: what the site has computed, a server that runs Hexapla, or Python in this
// browser. Each is asked with {reference, base, specs}, and answers with HTML and texts.
window.hexaplaAnswering = ((settings) => {
  const here = (address) => new URL(address, document.baseURI).href;

  // What the site has computed: for all columns, and without the details.

  let known = null;

  const keyOf = (base, reference) => JSON.stringify([base, reference]);

  function loadKnown() {
    known ??= new Promise((resolve) => {
      const script = document.createElement("script");
      script.onload = () => resolve(new Map(window.hexaplaKnown.answers.map(
        ([base, reference, ...rest]) => [keyOf(base, reference), rest],
      )));
      script.onerror = () => resolve(new Map());
      script.src = here(settings.known);
      document.head.append(script);
    });
    return known;
  }

  async function askKnown({ reference, base, specs }) {
    if (specs.length) return null;
    const answers = await loadKnown();
    // Which host a URL has does not depend on the base.
    const row = answers.get(keyOf(base, reference)) ?? answers.get(keyOf("", reference));
    if (!row) return null;
    const { pieces } = window.hexaplaKnown;
    const [page, ...members] = row;
    const [host, verdict, parts, summary, markdown, python] = members.map((numbers) =>
      numbers.map((number) => pieces[number]).join(""));
    return { host, verdict, parts, details: "", summary, markdown, python, page };
  }

  // A server that runs Hexapla: `hexapla site --serve` says so in static/server.js.

  const local = ["127.0.0.1", "localhost"].includes(location.hostname);
  const server = location.protocol === "http:" && local ? window.hexaplaServer : "";

  async function askServer(question) {
    const response = await fetch(server, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.failed ?? `the server says ${response.status}`);
    return answer;
  }

  // Python in this browser, in a worker, which is started by the first question or by `warm`.

  const runs = Boolean(settings.runtime) && location.protocol !== "file:";
  const expected = sum(Object.entries(settings.sizes ?? {}).filter(isLoaded).map(([, size]) => size));
  let worker = null;
  let loaded = 0;
  let report = () => {};
  const waiting = new Map();

  function sum(numbers) {
    return numbers.reduce((one, other) => one + other, 0);
  }

  // Scripts are imported, and so not counted.
  function isLoaded([address]) {
    return !address.endsWith(".mjs");
  }

  function warm() {
    if (worker || server || !runs) return;
    worker = new Worker(here("static/playground-worker.js"), { type: "module" });
    worker.onmessage = receive;
    worker.onerror = (event) => failAll(event.message || "the worker can’t be started");
    worker.postMessage({ runtime: here(settings.runtime), bundle: here(settings.bundle) });
  }

  function receive({ data }) {
    if (data.bytes) {
      loaded += data.bytes;
      // Behind the last byte Python starts: how long that takes can't be told.
      report(loaded < expected ? { loaded, expected } : { starting: true });
    } else if (data.ready) {
      report({ ready: true });
    } else if (data.id === undefined) {
      failAll(data.failed);
    } else {
      const { resolve, reject } = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.failed) reject(new Error(data.failed));
      else resolve(data.answer);
    }
  }

  let broken = null;

  function failAll(message) {
    broken = new Error(message);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
    report({ ready: true });
  }

  let sent = 0;

  function askPython(question) {
    if (broken) return Promise.reject(broken);
    warm();
    sent += 1;
    const id = sent;
    worker.postMessage({ id, question: JSON.stringify(question) });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  const ask = server ? askServer : runs ? askPython : null;

  return {
    known: askKnown,
    ask,
    warm,
    onProgress: (listener) => { report = listener; },
  };
})(JSON.parse(document.getElementById("settings").textContent));
