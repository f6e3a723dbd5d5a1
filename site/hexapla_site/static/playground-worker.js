// Runs the project's own Python code away from the page, so that the page never waits for it.
// Messages in: {start, runtime, bundle, snapshot} once, then {id, question}. Messages out: {bytes}
// for what was loaded since the last, {ready}, {id, answer} or {id, failed}.
//
// Python starts from a snapshot, the memory of a Python that has answered already, where the site
// has one and this browser can use it; otherwise from sources.

const EMPTY_ARCHIVE = "data:application/zip;base64,UEsFBgAAAAAAAAAAAAAAAAAAAAAAAA==";

let answer = null;
let addresses = null;
let fromSnapshot = false;

function countFetched() {
  const real = self.fetch.bind(self);
  self.fetch = async (...request) => {
    const response = await real(...request);
    if (!response.ok || !response.body) return response;
    const count = new TransformStream({
      transform(piece, controller) {
        self.postMessage({ bytes: piece.byteLength });
        controller.enqueue(piece);
      },
    });
    const { status, headers } = response;
    return new Response(response.body.pipeThrough(count), { status, headers });
  };
}

async function fetched(address) {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: ${response.status}`);
  return response;
}

async function memoryOf(address) {
  const { body } = await fetched(address);
  const memory = new Response(body.pipeThrough(new DecompressionStream("gzip")));
  return new Uint8Array(await memory.arrayBuffer());
}

async function startFromSnapshot({ runtime, snapshot }) {
  const stored = memoryOf(snapshot);
  stored.catch(() => {}); // its failure is met below, where it is awaited
  const [{ loadPyodide }, { default: create }] = await Promise.all([
    import(new URL("pyodide.mjs", runtime).href),
    import(new URL("pyodide.asm.mjs", runtime).href),
  ]);
  // The memory of a new Python is made as large as the one that was stored.
  const createPyodideModule = async (settings) => {
    const module = await create(settings);
    const missing = (await stored).length - module._sbrk(0);
    if (missing > 0) module._sbrk(missing);
    return module;
  };
  const options = { indexURL: runtime, stdLibURL: EMPTY_ARCHIVE, createPyodideModule };
  return loadPyodide({ ...options, _loadSnapshot: stored });
}

async function startFromSources({ runtime, bundle }) {
  const archive = fetched(bundle).then((response) => response.arrayBuffer());
  archive.catch(() => {}); // as above
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime).href);
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(await archive, "zip", { extractDir: "/lib/hexapla" });
  python.runPython("import sys; sys.path.insert(0, '/lib/hexapla')");
  return python;
}

async function start(from) {
  fromSnapshot = from === startFromSnapshot;
  const python = await from(addresses);
  answer = python.runPython("from hexapla_site.playground.answer import answer; answer");
}

async function respond(question) {
  try {
    return JSON.parse(answer(question));
  } catch (error) {
    // A snapshot has what the answers before it needed; sources have all.
    if (!fromSnapshot) throw error;
    await start(startFromSources);
    return JSON.parse(answer(question));
  }
}

async function begin() {
  countFetched();
  try {
    await start(addresses.snapshot ? startFromSnapshot : startFromSources);
  } catch (error) {
    if (!fromSnapshot) throw error;
    await start(startFromSources);
  }
  self.postMessage({ ready: true });
}

async function handle(data) {
  try {
    if (data.start) {
      addresses = data;
      await begin();
    } else {
      self.postMessage({ id: data.id, answer: await respond(data.question) });
    }
  } catch (error) {
    self.postMessage({ id: data.id, failed: String(error.message || error) });
  }
}

// A question waits until Python has started, and for the question before it.
let turn = Promise.resolve();
self.onmessage = ({ data }) => {
  turn = turn.then(() => handle(data));
};
