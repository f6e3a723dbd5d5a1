/** @param {{ questions: string[], python: string }} asked */
async ({ questions, python }) => {
  await new Promise((resolve) => {
    const script = document.createElement("script");
    script.onload = resolve;
    script.src = new URL(python, document.baseURI).href;
    document.head.append(script);
  });
  const { worker: texts, bundle } = window.hexaplaPython;
  const address = URL.createObjectURL(new Blob(texts, { type: "text/javascript" }));
  const worker = new Worker(address);
  /** @param {"ready" | "answer"} wanted */
  const next = (wanted) =>
    new Promise((resolve, reject) => {
      worker.onmessage = ({ data }) => {
        if (data.failed) reject(new Error(`${data.failed}\n${data.trace}`));
        if (wanted in data) resolve(data[wanted]);
      };
    });
  const ready = next("ready");
  worker.postMessage({ bundle });
  await ready;
  await window.cutOff?.();
  const answers = [];
  for (const question of questions) {
    const results = next("answer");
    worker.postMessage({ id: 1, question });
    const given = await results;
    const reasons = next("answer");
    worker.postMessage({ id: 1 });
    answers.push({ ...given, ...(await reasons) });
  }
  worker.terminate();
  return answers;
};
