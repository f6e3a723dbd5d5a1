// The page that answers while the reader types: its fields and the address on one side, what answers
// on the other (answering.js). The front page and the playground share it.
{
  const form = document.getElementById("playground");
  const output = document.getElementById("answer");
  const bars = document.getElementById("bars");
  const status = document.getElementById("status");
  const progress = document.getElementById("loading");
  const links = document.getElementById("links");
  const settings = JSON.parse(document.getElementById("settings").textContent);
  const answering = window.hexaplaAnswering;

  // The address: #ref=…&base=…&spec=…&spec=…. Texts are percent-encoded UTF-8; a surrogate that stands
  // alone is written as UTF-8 would write it, so that every string comes back.

  const escaped = (byte) => "%" + byte.toString(16).toUpperCase();

  // Parentheses and quotes are encoded, too: a link in a text would end there.
  function encode(text) {
    return Array.from(text, (character) => {
      const code = character.codePointAt(0);
      if ("!'()*".includes(character)) return escaped(code);
      if (code < 0xd800 || code > 0xdfff) return encodeURIComponent(character);
      return [0xe0 | (code >> 12), 0x80 | ((code >> 6) & 0x3f), 0x80 | (code & 0x3f)]
        .map(escaped)
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
        text += String.fromCharCode(
          ((first & 0xf) << 12) | ((second & 0x3f) << 6) | (third & 0x3f),
        );
        at += 3;
      } else {
        text += String.fromCharCode(first);
        at += 1;
      }
    }
    return text;
  }

  function readAddress() {
    const named = location.hash
      .slice(1)
      .split("&")
      .filter((field) => field.includes("="))
      .map((field) => {
        const [name, ...value] = field.split("=");
        return [name, decode(value.join("="))];
      });
    const fields = named.length ? named : [...new URLSearchParams(location.search)]; // of the form
    const last = (name) => fields.filter(([key]) => key === name).pop()?.[1];
    return {
      reference: last("ref") ?? settings.reference,
      base: last("base") ?? settings.base,
      check: last("check") ?? "",
      client: last("client") ?? "",
      specs: fields.filter(([key]) => key === "spec").map(([, value]) => value),
    };
  }

  const WHOLE = /^\s*[a-z][a-z\d+.-]*:[\\/]{2}/i; // a URL that needs no base

  // The state: what is asked. The fields show it; a text that a field can't hold stays as it is.

  let state = {
    reference: settings.reference,
    base: settings.base,
    check: "",
    client: "",
    specs: [],
  };

  function hashOf({ reference, base, check, client, specs }) {
    const chosen = [
      ["check", check],
      ["client", client],
    ].filter(([, name]) => name);
    const fields = [
      ["ref", reference],
      ["base", base],
      ...chosen,
      ...specs.map((spec) => ["spec", spec]),
    ];
    return "#" + fields.map(([name, text]) => `${name}=${encode(text)}`).join("&");
  }

  function addressOf(question) {
    const page = location.href
      .replace(/[?#].*/s, "")
      .replace(/[()]/g, (sign) => escaped(sign.charCodeAt()));
    return page + hashOf(question);
  }

  function writeAddress() {
    try {
      history.replaceState(null, "", hashOf(state));
    } catch {
      // A browser may refuse addresses that are too long, or that change too often; the fields hold.
    }
  }

  const boxes = () => [...form.querySelectorAll("input[name=spec]")];
  const selectsOf = (box) => [...form.querySelectorAll(`select[data-spec="${box.value}"]`)];

  function selectorOf(box) {
    const choices = selectsOf(box)
      .filter((choice) => choice.value !== choice.options[0].value)
      .map((choice) => `${choice.name}=${choice.value}`);
    return choices.length ? `${box.value}[${choices.join(",")}]` : box.value;
  }

  // All columns under their default readings are no choice: they are what the site has computed.
  function chosenSpecs() {
    const specs = boxes()
      .filter((box) => box.checked)
      .map(selectorOf);
    return specs.join() ===
      boxes()
        .map((box) => box.value)
        .join()
      ? []
      : specs;
  }

  function showState() {
    form.elements.ref.value = state.reference;
    form.elements.base.value = state.base;
    for (const name of PROGRAMS) showProgram(form.elements[name], state[name]);
    const wanted = new Map(
      (state.specs.length ? state.specs : boxes().map((box) => box.value)).map((selector) => {
        const [, id, choices = ""] = selector.match(/^([^[]*)\[(.*)\]$/s) ?? ["", selector];
        return [id, new Map(choices.split(",").map((choice) => choice.trim().split("=")))];
      }),
    );
    for (const box of boxes()) {
      box.checked = wanted.has(box.value);
      for (const choice of selectsOf(box)) {
        const option = wanted.get(box.value)?.get(choice.name);
        const known = [...choice.options].some((item) => item.value === option);
        choice.value = known ? option : choice.options[0].value;
      }
    }
    const options = document.getElementById("options");
    if (options && state.specs.length) options.open = true;
  }

  // My check and my client: what runs in this browser, a standard, or what was recorded.

  const PROGRAMS = ["check", "client"];
  const pair = document.getElementById("pair");
  const RECORDED = "Recorded, for known URLs";

  function addPrograms() {
    for (const name of PROGRAMS) {
      const group = document.createElement("optgroup");
      group.label = "In this browser";
      for (const parser of [...window.hexaplaParsers.names, ...settings.here]) {
        group.append(window.hexaplaPair.element("option", parser));
      }
      form.elements[name].firstElementChild.after(group);
    }
  }

  // A link may name a program that is not here, such as another browser: it is listed all the same.
  function showProgram(field, name) {
    if (![...field.options].some((option) => (option.value || option.text) === name)) {
      field.append(window.hexaplaPair.element("option", name));
    }
    field.value = name;
  }

  const isRecorded = (name) =>
    form.elements.check.querySelector(`optgroup[label="${RECORDED}"]`)?.textContent.includes(name);

  const labelOf = (name) =>
    [...form.elements.check.options].find((option) => option.value === name)?.text ?? name;

  // Show the verdict on both, and return its sentence; "" where they are not chosen.
  function showPair(reads) {
    const { check, client } = state;
    pair.hidden = !check || !client;
    if (pair.hidden) return "";
    const labels = [check, client].map(labelOf);
    const [how, sentence] = window.hexaplaPair.verdict(reads, check, client, labels);
    pair.className = `pair-verdict ${how}`;
    pair.querySelector(".sentence").replaceChildren(...sentence);
    const link = pair.querySelector("[data-pair]");
    const both = isRecorded(check) && isRecorded(client);
    link.href = both
      ? `hosts/index.html#${new URLSearchParams({ validator: check, client })}`
      : "hosts/index.html";
    return pair.querySelector(".sentence").textContent;
  }

  // Asking. The newest question counts: an answer to an older one is dropped, and while one is
  // worked on the newest waits.

  let newest = 0;
  let shown = 0;
  let working = false;
  let next = null;

  async function ask() {
    newest += 1;
    next = { number: newest, question: { ...state } };
    output.setAttribute("aria-busy", "true");
    if (working) return;
    working = true;
    while (next) {
      const { number, question } = next;
      next = null;
      try {
        const answer = await answering.ask(question);
        if (number === newest) show(answer, question);
      } catch (error) {
        if (number === newest) fail(error.message);
      }
    }
    working = false;
  }

  let snippets = settings.given;

  function show(answer, question) {
    // Rendered by the templates of this site, which escape all text.
    const bare = !answer.host && !answer.verdict;
    output.innerHTML =
      answer.host + answer.verdict + (settings.details || bare ? answer.details : "");
    window.hexaplaColumns?.arrange(output);
    if (bars) bars.innerHTML = answer.parts;
    form.querySelector(".whole").hidden = !WHOLE.test(question.reference);
    output.removeAttribute("aria-busy");
    announce(showPair(answer.reads) || answer.summary);
    snippets = answer;
    for (const button of document.querySelectorAll("button[data-copy]")) {
      button.disabled = button.dataset.copy !== "link" && !answer[button.dataset.copy];
    }
    if (links) {
      links.hidden = false;
      links.querySelector("[data-page]").hidden = !answer.page;
      if (answer.page) links.querySelector("[data-page] a").href = answer.page;
      const playground = links.querySelector("a[data-playground]");
      if (playground) playground.href = "playground.html" + hashOf(question);
    }
    shown += 1;
    output.dataset.answers = shown;
  }

  function fail(message) {
    clear();
    tell(`There is no answer: ${message}`);
  }

  function clear() {
    output.replaceChildren();
    bars?.replaceChildren();
    pair.hidden = true;
    output.removeAttribute("aria-busy");
    snippets = {};
    progress.hidden = true;
    if (links) links.hidden = true;
  }

  // Who types hears one answer, of what is shown when the typing has stopped.

  const PAUSE = 700; // ms
  let announcing = 0;

  function announce(summary) {
    tell("");
    announcing = setTimeout(() => tell(summary, "summary"), PAUSE);
  }

  function tell(text, kind = "") {
    clearTimeout(announcing);
    status.textContent = text;
    status.dataset.kind = kind;
  }

  // Python takes a while to start; that is said only where a question waits for it.

  let isStarted = false;

  answering.onProgress(({ ready }) => {
    isStarted ||= ready;
    const waits = working && !isStarted;
    progress.hidden = !waits;
    if (waits) tell("Starting Python in this browser …");
  });

  // What the reader does.

  form.addEventListener("input", ({ target }) => {
    if (target.name === "ref") state.reference = target.value;
    else if (target.name === "base") state.base = target.value;
    else if (PROGRAMS.includes(target.name)) state[target.name] = target.value;
    else state.specs = chosenSpecs();
    writeAddress();
    ask();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter) location.href = "playground.html" + hashOf(state);
  });
  for (const field of [form.elements.ref, form.elements.base]) {
    field.addEventListener("keydown", (event) => event.key === "Enter" && event.preventDefault());
  }
  form.addEventListener("focusin", answering.warm, { once: true });
  addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return; // a place on this page
    state = readAddress();
    showState();
    ask();
  });
  document.addEventListener("click", (event) => {
    const { reference, base } = event.target.closest("[data-reference]")?.dataset ?? {};
    if (reference === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    state = { ...state, reference, base };
    showState();
    writeAddress();
    ask();
  });
  for (const button of document.querySelectorAll("button[data-copy]")) {
    button.addEventListener("click", () => {
      const what = button.dataset.copy;
      const address = addressOf(state);
      const copied =
        what === "link" ? address : snippets[what] + (what === "markdown" ? `(${address})` : "");
      copy(copied);
    });
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      tell("Copied.");
    } catch {
      tell(text);
    }
  }

  for (const button of pair.querySelectorAll("button[data-test]")) {
    button.addEventListener("click", () => {
      const { reference, check, client } = state;
      copy(window.hexaplaPair.testOf(button.dataset.test, reference, check, client));
    });
  }

  // What is asked at first: what the address says, or what a browser has kept in the fields. The
  // answer to what the site's builder has put there is on the page.

  function begin() {
    state = readAddress();
    const asked = location.hash.includes("=") || location.search;
    if (!asked && (form.elements.ref.value || form.elements.base.value)) {
      state.reference = form.elements.ref.value;
      state.base = form.elements.base.value;
    }
    showState();
    const given = state.reference === settings.reference && state.base === settings.base;
    if (!given || state.specs.length || state.check || state.client) ask();
  }

  addPrograms();
  begin();
  // Whoever saves data, or is on a slow line, loads Python only to ask something.
  const { saveData, effectiveType = "4g" } = navigator.connection ?? {};
  const idle = window.requestIdleCallback ?? setTimeout;
  if (!saveData && effectiveType === "4g") idle(answering.warm);
}
