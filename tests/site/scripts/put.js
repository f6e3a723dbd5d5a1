([payloads, look]) =>
  payloads.filter((payload) => {
    const frame = document.createElement("iframe");
    document.body.append(frame);
    frame.contentDocument.body.innerHTML = `<p>${payload}</p>`;
    const wrong = frame.contentWindow.eval(look)();
    frame.remove();
    return wrong.length > 0;
  }).length;
