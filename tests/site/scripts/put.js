/** @param {[payloads: string[], look: string]} given */
([payloads, look]) =>
  payloads.filter((payload) => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    frame.contentDocument.body.innerHTML = `<p>${payload}</p>`;
    const { eval: run } = /** @type {Window & typeof globalThis} */ (frame.contentWindow);
    /** @type {string[]} */
    const wrong = run(look)();
    frame.remove();
    return wrong.length > 0;
  }).length;
