/** @param {{ python: string, source: string, tables: object }} asked */
async ({ python, source, tables }) => {
  await new Promise((resolve) => {
    const script = document.createElement("script");
    script.onload = resolve;
    script.src = new URL(python, document.baseURI).href;
    document.head.append(script);
  });
  const before = window.hexaplaPython.worker.slice(0, -1); // without what answers questions
  const run = `
    const text = ${JSON.stringify(source)};
    try {
      self.hexaplaStartTrees(${JSON.stringify(tables)});
      __BRYTHON__.runPythonSource(text, "operations");
      self.postMessage({ noted: Array.from(self.noted, String) });
    } catch (error) {
      self.postMessage({ failed: __BRYTHON__.error_trace(error) });
    }`;
  const blob = new Blob([...before, run], { type: "text/javascript" });
  const worker = new Worker(URL.createObjectURL(blob));
  return new Promise((resolve, reject) => {
    worker.onmessage = ({ data }) =>
      data.noted ? resolve(data.noted) : reject(new Error(data.failed));
  });
};
