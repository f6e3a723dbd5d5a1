// Where answers come from: a server that runs Hexapla, or Hexapla's own Python in this browser, in a
// worker. Each is asked with {reference, base, specs, details, parsers, known}, and answers with HTML
// and texts.
window.hexaplaAnswering = ((settings) => {
  const here = (address) => new URL(address, document.baseURI).href;

  const loading = new Map();

  // A script also loads where the page is a file, which nothing else does.
  function load(address) {
    if (!loading.has(address)) {
      const loaded = new Promise((resolve, reject) => {
        const script = document.createElement("script");
        script.onload = resolve;
        script.onerror = () => reject(new Error(`${address} can’t be loaded`));
        script.src = here(address);
        document.head.append(script);
      });
      loading.set(address, loaded);
    }
    return loading.get(address);
  }

  // What parsers of other machines were asked, and answered.

  const recorded = { urls: new Map(), cases: new Map(), isRead: false };

  const keyOf = (base, reference) => JSON.stringify([base, reference]);

  async function readRecorded() {
    await load(settings.recorded);
    if (recorded.isRead) return;
    const { urls, cases } = window.hexaplaRecorded;
    for (const [url, ...rest] of urls) recorded.urls.set(url, rest);
    for (const [base, reference, ...rest] of cases)
      recorded.cases.set(keyOf(base, reference), rest);
    recorded.isRead = true;
  }

  // The host that each recorded parser reads: a letter stands for a host, "×" for a refusal.
  function* recordedHosts(reference) {
    const [, , , hosts, letters] = recorded.urls.get(reference) ?? [];
    for (const [at, name] of window.hexaplaRecorded.parsers.entries()) {
      const letter = letters?.[at] ?? "·";
      if (letter === "×") yield { name, refused: true };
      else if (letter !== "·") yield { name, host: hosts[letter.charCodeAt(0) - 65] };
    }
  }

  function* recordedTargets(base, reference) {
    const [, answers] = recorded.cases.get(keyOf(base, reference)) ?? [];
    for (const [target, members] of answers ?? []) {
      for (const at of members) yield { name: window.hexaplaRecorded.resolvers[at], target };
    }
  }

  // A question with what parsers read in its input, in one list with each parser once.
  function withParsers({ reference, base, specs }) {
    const parsers = new Map();
    const told = [
      ...recordedHosts(reference),
      ...recordedTargets(base, reference),
      ...window.hexaplaParsers.answersTo(reference, base),
    ];
    for (const each of told) parsers.set(each.name, { ...parsers.get(each.name), ...each });
    const [address, source, source_url] = recorded.urls.get(reference) ?? [];
    const known = address ? { address, source, source_url } : null;
    return {
      reference,
      base,
      specs,
      details: settings.details,
      parsers: [...parsers.values()],
      known,
    };
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

  // Python in this browser, which is started by the first question or by `warm`.

  // What is worked out once, such as the grammars, is worked out for these before anybody asks. The
  // answers have a number that no question has, and are dropped.
  const FIRST = [
    [settings.reference, settings.base],
    ["http://a@b/", ""],
  ];

  let worker = null;
  let report = () => {};
  const waiting = new Map();

  async function startPython() {
    await load(settings.python);
    const { worker: texts, bundle } = window.hexaplaPython;
    const address = URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
    const made = new Worker(address);
    made.onmessage = receive;
    made.onerror = (event) => failAll(event.message || "Python can’t be started");
    made.postMessage({ bundle });
    for (const [reference, base] of FIRST) {
      const question = JSON.stringify({
        reference,
        base,
        specs: settings.columns,
        details: settings.details,
      });
      made.postMessage({ id: 0, question });
    }
    return made;
  }

  function warm() {
    if (server) return;
    worker ??= startPython();
    worker.catch((error) => failAll(error.message));
  }

  function receive({ data }) {
    if (data.ready) {
      report({ ready: true });
    } else if (data.id === undefined) {
      failAll(data.failed);
    } else {
      const { resolve, reject } = waiting.get(data.id) ?? {};
      waiting.delete(data.id);
      if (data.failed) reject?.(new Error(data.failed));
      else resolve?.(data.answer);
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

  async function askPython(question) {
    warm();
    report({ ready: false });
    const python = await worker;
    if (broken) throw broken;
    sent += 1;
    const id = sent;
    python.postMessage({ id, question: JSON.stringify(question) });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  async function ask({ reference, base, specs }) {
    await readRecorded();
    const columns = specs.length ? specs : settings.columns;
    const question = withParsers({ reference, base, specs: columns });
    const answer = await (server ? askServer(question) : askPython(question));
    const [page] = recorded.cases.get(keyOf(base, reference)) ?? [];
    return { ...answer, page };
  }

  return {
    ask,
    warm,
    onProgress: (listener) => {
      report = listener;
    },
  };
})(JSON.parse(document.getElementById("settings").textContent));
