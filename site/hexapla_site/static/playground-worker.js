// Runs the project's own Python code away from the page, so that the page never waits for it.
// Messages in: {runtime, bundle} once, then {id, question}. Messages out: {bytes} for what was
// loaded since the last, {ready}, {id, answer} or {id, failed}.

let answer = null;

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

async function start({ runtime, bundle }) {
  countFetched();
  const archive = fetch(bundle).then((response) => {
    if (!response.ok) throw new Error(`${bundle}: ${response.status}`);
    return response.arrayBuffer();
  });
  archive.catch(() => {}); // its failure is met below, where it is awaited
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime).href);
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(await archive, "zip", { extractDir: "/lib/hexapla" });
  answer = python.runPython(`
    import sys
    sys.dont_write_bytecode = True
    sys.path.insert(0, "/lib/hexapla")
    from hexapla_site.playground.answer import answer
    answer
  `);
  self.postMessage({ ready: true });
}

async function handle(data) {
  try {
    if (data.runtime) await start(data);
    else self.postMessage({ id: data.id, answer: JSON.parse(answer(data.question)) });
  } catch (error) {
    self.postMessage({ id: data.id, failed: String(error.message || error) });
  }
}

// A question waits until Python has started, and for the question before it.
let turn = Promise.resolve();
self.onmessage = ({ data }) => {
  turn = turn.then(() => handle(data));
};
