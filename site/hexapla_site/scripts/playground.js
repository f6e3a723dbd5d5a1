// The page that answers while the reader types: it connects the fields and the address with the
// source of answers (answering.js). The front page and the playground share it. question.js reads and
// writes the address.
{
  /** @param {string} id */
  const byId = (id) => /** @type {HTMLElement} */ (document.getElementById(id));

  const form = /** @type {HTMLFormElement} */ (byId("playground"));
  const progress = /** @type {HTMLProgressElement} */ (byId("loading"));
  const output = byId("answer");
  const status = byId("status");
  const pair = byId("pair");
  // Each of these elements is on only one of the two pages.
  const bars = document.getElementById("bars");
  const links = document.getElementById("links");
  const options = /** @type {HTMLDetailsElement | null} */ (document.getElementById("options"));
  /** @type {Settings} */
  const settings = JSON.parse(byId("settings").textContent ?? "");
  const answering = window.hexaplaAnswering;
  const { questionIn, hashOf, addressOf, selectorOf, partsOf } = window.hexaplaQuestion;
  const { verdict, testOf } = window.hexaplaPair;

  /** @param {string} id */
  const area = (id) => /** @type {HTMLTextAreaElement} */ (byId(id));
  /** @param {string} id */
  const select = (id) => /** @type {HTMLSelectElement} */ (byId(id));

  const fields = {
    reference: area("reference"),
    base: area("base"),
    check: select("check"),
    client: select("client"),
  };

  /**
   * @param {keyof HTMLElementTagNameMap} tag
   * @param {string} text
   */
  const element = (tag, text) => {
    const made = document.createElement(tag);
    made.textContent = text;
    return made;
  };

  // The longest host that is never broken, in characters; it fits on one line of a phone.
  const LONGEST_HELD = 24;

  // A URL that needs no base.
  const STANDS_ALONE = /^\s*[a-z][a-z\d+.-]*:[\\/]{2}/i;

  // The state: the current question. The fields show it; a string that a field can't hold is kept
  // here.

  let state = questionIn({ hash: "", search: "" }, settings);

  function writeAddress() {
    try {
      history.replaceState(null, "", hashOf(state));
    } catch {
      // A browser may reject addresses that are too long or change too often; the fields still work.
    }
  }

  function boxes() {
    /** @type {NodeListOf<HTMLInputElement>} */
    const found = form.querySelectorAll("input[name=spec]");
    return [...found];
  }

  /** @param {HTMLInputElement} box @returns {NodeListOf<HTMLSelectElement>} */
  const selectsOf = (box) => form.querySelectorAll(`select[data-spec="${box.value}"]`);

  /** @param {HTMLInputElement} box */
  const selectorIn = (box) =>
    selectorOf(
      box.value,
      [...selectsOf(box)].filter(({ value, options: [first] }) => value !== first.value),
    );

  // All standards with their default readings don't count as a choice: they are the page's default.
  function chosenSpecs() {
    const specs = boxes()
      .filter((box) => box.checked)
      .map(selectorIn);
    const all = boxes().map((box) => box.value);
    return specs.join() === all.join() ? [] : specs;
  }

  function showState() {
    fields.reference.value = state.reference;
    fields.base.value = state.base;
    for (const name of PROGRAMS) showProgram(fields[name], state[name]);
    const selectors = state.specs.length ? state.specs : boxes().map((box) => box.value);
    const wanted = new Map(selectors.map(partsOf).map(({ id, choices }) => [id, choices]));
    for (const box of boxes()) {
      box.checked = wanted.has(box.value);
      for (const choice of selectsOf(box)) {
        const option = wanted.get(box.value)?.get(choice.name);
        const known = [...choice.options].find(({ value }) => value === option);
        choice.value = (known ?? choice.options[0]).value;
      }
    }
    if (options && state.specs.length) options.open = true;
  }

  // The check and the client: each is a parser in this browser, a standard, or a recorded parser.

  const PROGRAMS = /** @type {const} */ (["check", "client"]);

  function addPrograms() {
    for (const name of PROGRAMS) {
      const group = document.createElement("optgroup");
      group.label = "In this browser";
      for (const parser of [...window.hexaplaParsers.names, ...settings.here]) {
        group.append(element("option", parser));
      }
      fields[name].options[0].after(group);
    }
  }

  /**
   * Select a program. A link may name a program that isn't available, such as another browser; this
   * program is added to the list.
   * @param {HTMLSelectElement} field
   * @param {string} name
   */
  function showProgram(field, name) {
    if (![...field.options].some(({ value, text }) => (value || text) === name)) {
      field.append(element("option", name));
    }
    field.value = name;
  }

  /** @param {string} name */
  function isRecorded(name) {
    /** @type {NodeListOf<HTMLOptionElement>} */
    const recorded = fields.check.querySelectorAll("[data-recorded] option");
    return [...recorded].some(({ value }) => value === name);
  }

  /** @param {string} name */
  const labelOf = (name) =>
    [...fields.check.options].find(({ value }) => value === name)?.text ?? name;

  /**
   * Show the verdict on the check and the client, and return its sentence; "" unless both are chosen.
   * @param {Reads} reads
   */
  function showPair(reads) {
    const { check, client } = state;
    pair.hidden = !check || !client;
    if (pair.hidden) return "";
    const { how, sentence } = verdict(reads, check, client, labelOf);
    const pieces = sentence.map((piece) => {
      if (typeof piece === "string") return piece;
      if (piece.host === null) return element("b", "no host");
      const host = element("bdi", piece.host);
      host.classList.toggle("long", piece.host.length > LONGEST_HELD);
      return host;
    });
    pair.className = `pair-verdict ${how}`;
    const place = /** @type {HTMLElement} */ (pair.querySelector(".sentence"));
    place.replaceChildren(...pieces);
    const link = /** @type {HTMLAnchorElement} */ (pair.querySelector("[data-pair]"));
    const both = `#${new URLSearchParams({ validator: check, client })}`;
    link.href = `hosts/index.html${isRecorded(check) && isRecorded(client) ? both : ""}`;
    return place.textContent ?? "";
  }

  // Asking. Only the newest question counts: an answer to an older one is dropped, and while a
  // question is being answered, the newest waits. The results are shown before the reasons.

  let newest = 0;
  let shown = 0;
  let working = false;
  /** @type {{ number: number, question: typeof state } | null} */
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
        const { answer, reasons } = await answering.ask(question);
        if (number !== newest) continue;
        show(answer, question);
        const { why, details } = await reasons();
        if (number === newest) showReasons(why + details);
      } catch (error) {
        if (number === newest) fail(error instanceof Error ? error.message : `${error}`);
      }
    }
    working = false;
  }

  let snippets = settings.given;

  /** @type {NodeListOf<HTMLButtonElement>} */
  const copiers = document.querySelectorAll("button[data-copy]");

  /**
   * Return the text that a button copies. Code and Markdown are undefined or empty without an answer.
   * @param {HTMLButtonElement} button
   */
  function copiedBy({ dataset }) {
    const address = addressOf(location.href, state);
    if (dataset.copy === "link") return address;
    if (dataset.copy === "python") return snippets.python;
    return snippets.markdown && `${snippets.markdown}(${address})`;
  }

  /**
   * @param {Answer} answer
   * @param {typeof state} question
   */
  function show(answer, question) {
    // The reasons will follow soon; until then, nothing below them moves.
    output.style.minHeight = `${output.offsetHeight}px`;
    // The answer was rendered by the site's templates, which escape all text.
    output.innerHTML = answer.host + answer.verdict;
    window.hexaplaColumns?.arrange(output);
    if (bars) bars.innerHTML = answer.parts;
    const note = /** @type {HTMLElement} */ (form.querySelector(".whole"));
    note.hidden = !STANDS_ALONE.test(question.reference);
    output.removeAttribute("aria-busy");
    announce(showPair(answer.reads) || answer.summary);
    snippets = answer;
    for (const button of copiers) button.disabled = !copiedBy(button);
    if (links) showLinks(links, answer, question);
  }

  /** @param {string} html */
  function showReasons(html) {
    output.insertAdjacentHTML("beforeend", html);
    output.removeAttribute("style");
    window.hexaplaColumns?.arrange(output);
    shown += 1;
    output.dataset.answers = `${shown}`;
  }

  /**
   * @param {HTMLElement} place
   * @param {Answer} answer
   * @param {typeof state} question
   */
  function showLinks(place, { page }, question) {
    place.hidden = false;
    const around = /** @type {HTMLElement} */ (place.querySelector("[data-page]"));
    around.hidden = !page;
    const link = around.querySelector("a");
    if (page && link) link.href = page;
    /** @type {HTMLAnchorElement | null} */
    const playground = place.querySelector("a[data-playground]");
    if (playground) playground.href = `playground.html${hashOf(question)}`;
  }

  /** @param {string} message */
  function fail(message) {
    clear();
    tell(`There is no answer: ${message}`);
  }

  function clear() {
    output.replaceChildren();
    output.removeAttribute("style");
    bars?.replaceChildren();
    pair.hidden = true;
    output.removeAttribute("aria-busy");
    snippets = {};
    progress.hidden = true;
    if (links) links.hidden = true;
  }

  // A screen reader announces only one answer: the one shown when the typing has stopped.

  const PAUSE = 700; // ms
  let announcing = 0;

  /** @param {string} summary */
  function announce(summary) {
    tell("");
    announcing = window.setTimeout(() => tell(summary, "summary"), PAUSE);
  }

  /**
   * @param {string} text
   * @param {string} kind
   */
  function tell(text, kind = "") {
    clearTimeout(announcing);
    status.textContent = text;
    status.dataset.kind = kind;
  }

  // Python takes a while to start; this is shown only if a question is waiting for it.

  let isStarted = false;

  answering.onProgress(({ ready }) => {
    isStarted ||= ready;
    const waits = working && !isStarted;
    progress.hidden = !waits;
    if (waits) tell("Starting Python in this browser …");
  });

  // Events.

  form.addEventListener("input", ({ target }) => {
    if (target === fields.reference) state.reference = fields.reference.value;
    else if (target === fields.base) state.base = fields.base.value;
    else if (target === fields.check) state.check = fields.check.value;
    else if (target === fields.client) state.client = fields.client.value;
    else state.specs = chosenSpecs();
    writeAddress();
    ask();
  });
  form.addEventListener("submit", (event) => {
    event.preventDefault();
    if (event.submitter) location.href = `playground.html${hashOf(state)}`;
  });
  for (const field of [fields.reference, fields.base]) {
    field.addEventListener("keydown", (event) => {
      if (event.key === "Enter") event.preventDefault();
    });
  }
  form.addEventListener("focusin", answering.warm, { once: true });
  addEventListener("hashchange", () => {
    if (!location.hash.includes("=")) return; // a place on this page
    state = questionIn(location, settings);
    showState();
    ask();
  });
  document.addEventListener("click", (event) => {
    /** @type {HTMLElement | null} */
    const example =
      event.target instanceof Element ? event.target.closest("[data-reference]") : null;
    const { reference, base = "" } = example?.dataset ?? {};
    if (reference === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    state = { ...state, reference, base };
    showState();
    writeAddress();
    ask();
  });
  for (const button of copiers) {
    button.addEventListener("click", () => copy(copiedBy(button) ?? ""));
  }

  /** @param {string} text */
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      tell("Copied.");
    } catch {
      tell(text);
    }
  }

  /** @type {NodeListOf<HTMLButtonElement>} */
  const tests = pair.querySelectorAll("button[data-test]");
  for (const button of tests) {
    button.addEventListener("click", () => {
      const { reference, check, client } = state;
      copy(testOf(button.dataset.test ?? "", reference, check, client));
    });
  }

  // The first question: from the address, or from fields that the browser has restored. The page
  // already has the answer to its default question.

  function begin() {
    state = questionIn(location, settings);
    const asked = location.hash.includes("=") || location.search;
    if (!asked && (fields.reference.value || fields.base.value)) {
      state.reference = fields.reference.value;
      state.base = fields.base.value;
    }
    showState();
    const given = state.reference === settings.reference && state.base === settings.base;
    if (!given || state.specs.length || state.check || state.client) ask();
  }

  addPrograms();
  begin();
  // With data saving or a slow connection, Python is loaded only when the reader enters the form or a
  // question needs it.
  const { saveData, effectiveType = "4g" } = navigator.connection ?? {};
  const idle = window.requestIdleCallback ?? setTimeout;
  if (!saveData && effectiveType === "4g") idle(answering.warm);
}
