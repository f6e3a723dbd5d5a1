// The sources of answers: a server that runs Hexapla, or Hexapla's Python code in a worker in this
// browser. Each source takes a `Question`, and answers with HTML and strings. The worker sends the
// reasons separately, since they take several times as long as the results.
window.hexaplaAnswering = (() => {
  /** @type {Settings} */
  const settings = JSON.parse(document.getElementById("settings")?.textContent ?? "");

  /** @type {Map<string, Promise<void>>} */
  const loading = new Map();

  /**
   * Load a script, which works even if the page was opened as a file.
   * @param {string} address
   */
  function load(address) {
    const begun = loading.get(address);
    if (begun) return begun;
    /** @type {Promise<void>} */
    const loaded = new Promise((resolve, reject) => {
      const script = document.createElement("script");
      script.onload = () => resolve();
      script.onerror = () => reject(new Error(`${address} can’t be loaded`));
      script.src = new URL(address, document.baseURI).href;
      document.head.append(script);
    });
    loading.set(address, loaded);
    return loaded;
  }

  // The recorded answers of parsers.

  const { read, byParser } = window.hexaplaRecordedAnswers;

  /** @type {ReturnType<typeof read> | undefined} */
  let answers;

  async function recorded() {
    await load(settings.recorded);
    answers ??= read(window.hexaplaRecorded);
    return answers;
  }

  // A server that runs Hexapla: `hexapla site --serve` says so in static/server.js.

  const local = ["127.0.0.1", "localhost"].includes(location.hostname);
  const server = location.protocol === "http:" && local ? window.hexaplaServer : "";

  /**
   * @param {Question} question
   * @returns {ReturnType<Window["hexaplaAnswering"]["ask"]>}
   */
  async function askServer(question) {
    const response = await fetch(server, {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify(question),
    });
    const answer = await response.json().catch(() => ({}));
    if (!response.ok) throw new Error(answer.failed ?? `the server says ${response.status}`);
    return { answer, reasons: async () => answer };
  }

  // Python in this browser, which is started by the first question or by `warm`.

  // These questions are asked before the reader asks one, so that cached values, such as the grammars,
  // are ready. Their answers have a number that no question has, and are dropped. Each message is
  // sent after the answer to the previous one, so that a reader's question needn't wait for all.
  const { columns, details } = settings;
  const inAdvance = [
    { reference: settings.reference, base: settings.base },
    { reference: "http://a@b/", base: "" },
  ].flatMap((asked) => [
    { id: 0, question: JSON.stringify({ ...asked, specs: columns, details }) },
    { id: 0 },
  ]);

  /** @type {Promise<Worker> | undefined} */
  let worker;
  /** @type {(progress: { ready: boolean }) => void} */
  let report = () => {};
  /** @type {Map<number, { resolve: (piece: Answer | Reasons) => void, reject: (error: Error) => void }>} */
  const waiting = new Map();

  async function startPython() {
    await load(settings.python);
    const { worker: texts, bundle } = window.hexaplaPython;
    const address = URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
    const made = new Worker(address);
    made.onmessage = receive;
    made.onerror = (event) => failAll(event.message || "Python can’t be started");
    made.postMessage({ bundle });
    return made;
  }

  function begin() {
    worker ??= startPython();
    worker.catch((error) => failAll(error.message));
    return worker;
  }

  function warm() {
    if (!server) begin();
  }

  // Send the next message in advance; none is left once the reader has asked a question.
  async function prepare() {
    const next = inAdvance.shift();
    if (next) (await worker)?.postMessage(next);
  }

  /** @param {MessageEvent<FromWorker>} message */
  function receive({ data }) {
    if ("ready" in data) {
      report({ ready: true });
      prepare();
    } else if (data.id === 0) {
      prepare();
    } else if (data.id === undefined) {
      failAll(data.failed ?? "");
    } else {
      const asked = waiting.get(data.id);
      waiting.delete(data.id);
      if (data.failed) asked?.reject(new Error(data.failed));
      else if (data.answer) asked?.resolve(data.answer);
    }
  }

  /** @type {Error | undefined} */
  let broken;

  /** @param {string} message */
  function failAll(message) {
    broken = new Error(message);
    for (const { reject } of waiting.values()) reject(broken);
    waiting.clear();
    report({ ready: true });
  }

  let sent = 0;

  /**
   * Ask Python a question; without a question, ask for the reasons for its last answer.
   * @param {Question} [question]
   * @returns {Promise<Answer | Reasons>}
   */
  async function askPython(question) {
    report({ ready: false });
    inAdvance.length = 0;
    const python = await begin();
    if (broken) throw broken;
    sent += 1;
    const id = sent;
    python.postMessage({ id, question: question && JSON.stringify(question) });
    return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  }

  /** @type {typeof askServer} */
  async function askWorker(question) {
    const answer = /** @type {Answer} */ (await askPython(question));
    return { answer, reasons: () => /** @type {Promise<Reasons>} */ (askPython()) };
  }

  /** @type {Window["hexaplaAnswering"]["ask"]} */
  async function ask({ reference, base, specs }) {
    const { hostsIn, targetsOf, knownOf, pageOf } = await recorded();
    const { isWhole, answersTo } = window.hexaplaParsers;
    const question = {
      reference,
      base,
      specs: specs.length ? specs : settings.columns,
      details: settings.details,
      is_whole: isWhole(reference),
      parsers: byParser(hostsIn(reference), targetsOf(reference, base), answersTo(reference, base)),
      known: knownOf(reference),
    };
    const { answer, reasons } = await (server ? askServer : askWorker)(question);
    return { answer: { ...answer, page: pageOf(reference, base) }, reasons };
  }

  return {
    ask,
    warm,
    /** @param {typeof report} listener */
    onProgress: (listener) => {
      report = listener;
    },
  };
})();
