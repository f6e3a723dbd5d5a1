// Runs the project's own Python code away from the page, so that the page never waits for it.
// Messages in: {start, runtime, bundle, total} once, then {id, question}. Messages out: {loaded},
// {ready}, {id, answer} or {failed}.

let answer = null;

function countingFetch(real, report) {
  return async (...request) => {
    const response = await real(...request);
    if (!response.ok || !response.body) return response;
    const counted = response.body.pipeThrough(
      new TransformStream({
        transform(piece, controller) {
          report(piece.byteLength);
          controller.enqueue(piece);
        },
      }),
    );
    return new Response(counted, { status: response.status, headers: response.headers });
  };
}

async function start({ runtime, bundle }) {
  let loaded = 0;
  self.fetch = countingFetch(self.fetch.bind(self), (bytes) => {
    loaded += bytes;
    self.postMessage({ loaded });
  });
  const { loadPyodide } = await import(new URL("pyodide.mjs", runtime).href);
  const archive = fetch(bundle).then((response) => {
    if (!response.ok) throw new Error(`${bundle}: ${response.status}`);
    return response.arrayBuffer();
  });
  const python = await loadPyodide({ indexURL: runtime });
  python.unpackArchive(await archive, "zip", { extractDir: "/lib/hexapla" });
  python.runPython("import sys; sys.path.insert(0, '/lib/hexapla')");
  const playground = python.pyimport("hexapla_site.playground.answer");
  playground.prepare();
  answer = playground.answer;
  self.postMessage({ ready: true });
}

self.onmessage = async ({ data }) => {
  try {
    if (data.start) await start(data);
    else self.postMessage({ id: data.id, answer: JSON.parse(answer(data.question)) });
  } catch (error) {
    self.postMessage({ id: data.id, failed: String(error.message || error) });
  }
};
