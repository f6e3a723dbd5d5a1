// The playground: fields, switches and the address on one side, a worker with Python on the other.

const form = document.getElementById("playground");
const output = document.getElementById("answer");
const progress = document.getElementById("loading");
const status = document.getElementById("status");
const settings = JSON.parse(document.getElementById("settings").textContent);

let worker = null;
let ready = false;
let busy = false;
let waiting = false;
let sent = 0;

// The address: #ref=…&base=…&spec=…&spec=…. Texts are percent-encoded UTF-8; a surrogate that stands
// alone is written as UTF-8 would write it, so that every string comes back.

function encode(text) {
  return Array.from(text, (character) => {
    const code = character.codePointAt(0);
    if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
    return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
      .map((byte) => "%" + byte.toString(16).toUpperCase())
      .join("");
  }).join("");
}

function decode(text) {
  return text.replace(/(?:%[0-9a-f]{2})+/gi, (escapes) => {
    try {
      return decodeURIComponent(escapes);
    } catch {
      return decodeLoosely(escapes.match(/[0-9a-f]{2}/gi).map((pair) => parseInt(pair, 16)));
    }
  });
}

function decodeLoosely(bytes) {
  let text = "";
  for (let at = 0; at < bytes.length; ) {
    const [first, second, third] = bytes.slice(at);
    const surrogate = first === 0xed && second >= 0xa0 && third >= 0x80;
    if (surrogate) {
      text += String.fromCharCode(((first & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f));
      at += 3;
    } else {
      text += String.fromCharCode(first);
      at += 1;
    }
  }
  return text;
}

function readAddress() {
  const fields = location.hash.slice(1).split("&").filter(Boolean);
  const found = fields.map((field) => {
    const [name, ...value] = field.split("=");
    return [name, decode(value.join("="))];
  });
  if (!found.length) found.push(...new URLSearchParams(location.search)); // from the front page
  const last = (name) => found.filter(([key]) => key === name).pop()?.[1];
  return {
    reference: last("ref"),
    base: last("base"),
    specs: found.filter(([key]) => key === "spec").map(([, value]) => value),
  };
}

// The state: what is asked. The fields show it; a text that a field can't hold stays as it is.

let state = { reference: settings.reference, base: settings.base, specs: [] };

function writeAddress() {
  const fields = [
    ["ref", state.reference],
    ["base", state.base],
    ...state.specs.map((selector) => ["spec", selector]),
  ];
  const hash = fields.map(([name, text]) => `${name}=${encode(text)}`).join("&");
  try {
    history.replaceState(null, "", "#" + hash);
  } catch {
    // A browser may refuse addresses that are too long, or that change too often; the fields hold.
  }
}

function chosenSpecs() {
  return Array.from(form.querySelectorAll("input[name=spec]:checked"), (box) => {
    const switches = form.querySelectorAll(`select[data-spec="${box.value}"]`);
    const choices = Array.from(switches)
      .filter((choice) => choice.value !== choice.options[0].value)
      .map((choice) => `${choice.name}=${choice.value}`);
    return choices.length ? `${box.value}[${choices.join(",")}]` : box.value;
  });
}

function showState() {
  form.elements.reference.value = state.reference;
  form.elements.base.value = state.base;
  const wanted = new Map(
    (state.specs.length ? state.specs : settings.specs).map((selector) => {
      const [, id, choices = ""] = selector.match(/^([^[]*)(?:\[(.*)\])?$/s);
      return [id, new Map(choices.split(",").map((choice) => choice.trim().split("=")))];
    }),
  );
  for (const box of form.querySelectorAll("input[name=spec]")) {
    box.checked = wanted.has(box.value);
    for (const choice of form.querySelectorAll(`select[data-spec="${box.value}"]`)) {
      const option = wanted.get(box.value)?.get(choice.name);
      const known = Array.from(choice.options, (item) => item.value).includes(option);
      choice.value = known ? option : choice.options[0].value;
    }
  }
}

function adoptAddress() {
  const found = readAddress();
  state = {
    reference: found.reference ?? settings.reference,
    base: found.base ?? settings.base,
    specs: found.specs,
  };
  showState();
}

// The worker. It is started by the first question; while it works the last question waits.

function start() {
  worker = new Worker(new URL("playground-worker.js", import.meta.url), { type: "module" });
  progress.hidden = false;
  status.textContent = "Loading Python into this page …";
  worker.onmessage = receive;
  worker.onerror = (event) => fail(event.message || "the worker can’t be started");
  const here = (path) => new URL(path, document.baseURI).href;
  worker.postMessage({ start: true, runtime: here(settings.runtime), bundle: here(settings.bundle) });
}

let loaded = 0;

function receive({ data }) {
  if (data.loaded) {
    loaded = data.loaded;
    progress.value = Math.min(1, loaded / settings.bytes);
  } else if (data.ready) {
    ready = true;
    progress.hidden = true;
    status.textContent = "";
    ask();
  } else if (data.failed) {
    fail(data.failed);
  } else {
    show(data.answer);
  }
}

function fail(message) {
  busy = false;
  progress.hidden = true;
  status.textContent = `It does not run here: ${message}`;
}

function ask() {
  if (!worker) start();
  if (!ready) return;
  if (busy) {
    waiting = true;
    return;
  }
  busy = true;
  sent += 1;
  worker.postMessage({ id: sent, question: JSON.stringify(state) });
}

let snippets = {};

function show(answer) {
  busy = false;
  output.innerHTML = answer.html; // rendered by the templates of this site, which escape all text
  status.textContent = answer.summary;
  snippets = answer;
  output.dataset.answers = sent;
  if (waiting) {
    waiting = false;
    ask();
  }
}

// What the reader does.

form.addEventListener("input", (event) => {
  const field = event.target.name;
  if (field === "reference" || field === "base") state[field] = event.target.value;
  else state.specs = chosenSpecs();
  writeAddress();
  ask();
});
form.addEventListener("submit", (event) => event.preventDefault());
for (const field of [form.elements.reference, form.elements.base]) {
  field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
}
addEventListener("hashchange", () => {
  if (!location.hash.includes("=")) return; // a place on this page
  adoptAddress();
  ask();
});
for (const button of document.querySelectorAll("button[data-copy]")) {
  button.addEventListener("click", async () => {
    const text = { link: location.href, markdown: snippets.markdown, python: snippets.python };
    const copied = text[button.dataset.copy] ?? "";
    try {
      await navigator.clipboard.writeText(copied.replace("{address}", location.href));
      status.textContent = "Copied.";
    } catch {
      status.textContent = copied.replace("{address}", location.href);
    }
  });
}

// A page from a file can't start a worker of Python; it says so, and the rest of the site works.

document.getElementById("needs").hidden = location.protocol !== "file:" && settings.runtime;
if (location.protocol !== "file:" && settings.runtime) {
  form.hidden = false;
  adoptAddress();
  if (location.hash.includes("=") || location.search) ask();
}
