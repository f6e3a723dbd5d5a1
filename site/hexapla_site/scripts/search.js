// The search field. Without this script, there is no field. The index is loaded when the field is
// first used, with script elements, which also work in a page opened as a file.
{
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  const ROOT = new URL("..", own.src);
  const SHOWN = 12;
  const KEY = "hexapla-search-key";

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {Partial<HTMLElementTagNameMap[Tag]>} properties
   * @param {(Node | string)[]} children
   */
  const make = (tag, properties = {}, ...children) => {
    const element = document.createElement(tag);
    Object.assign(element, properties).append(...children);
    return element;
  };

  /**
   * @param {string} className
   * @param {(Node | string)[]} children
   */
  const span = (className, ...children) => make("span", { className }, ...children);
  /** @param {string} text */
  const uri = (text) => make("bdi", {}, text);

  // The field, its label, and the list below it.

  const field = make("input", {
    type: "search",
    id: "site-search",
    placeholder: "Search",
    autocomplete: "off",
    autocapitalize: "off",
    spellcheck: false,
    enterKeyHint: "go",
  });
  field.setAttribute("aria-controls", "site-search-found");
  const status = make("p", { className: "search-status" });
  status.setAttribute("role", "status");
  const list = make("ul");
  const box = make("input", { type: "checkbox" });
  const foot = make(
    "p",
    { className: "search-foot" },
    make("label", {}, box, " The key ", span("mono", "/"), " opens the search"),
  );
  const panel = make(
    "div",
    { id: "site-search-found", className: "search-found" },
    status,
    list,
    foot,
  );
  const label = make("label", { htmlFor: "site-search", textContent: "Search" });
  const form = make("form", { className: "search" }, label, field, panel);
  form.setAttribute("role", "search");

  // The index.

  /**
   * @param {string} path
   * @returns {Promise<void>}
   */
  const load = (path) =>
    new Promise((resolve, reject) => {
      const script = make("script", { src: new URL(path, ROOT).href });
      script.addEventListener("load", () => resolve());
      script.addEventListener("error", () => {
        script.remove();
        reject(new Error(path));
      });
      document.head.append(script);
    });

  /** @type {Promise<void> | undefined} */
  let loading;
  /** @type {Search | undefined} */
  let search;

  function prepare() {
    const files = ["vendor/minisearch.js", "search-engine.js", "search-index.js"];
    loading ??= Promise.all(files.map((file) => load(`static/${file}`)))
      .then(() => {
        search = window.hexaplaSearchEngine(window.hexaplaSearch);
      })
      .catch(() => {
        loading = undefined;
        status.textContent = "The search can’t be loaded.";
      });
    return loading;
  }

  // The results. Every text is inserted as text, not as HTML.

  /**
   * @param {SearchEntry} entry
   * @param {Target[]} targets
   */
  function comparison({ title, text = "" }, targets) {
    const answers = targets.flatMap(([target, labels, isUri], number) => {
      const shown = isUri ? uri(target) : span("outcome", target);
      const answer = span("answer", shown, " ", make("small", {}, labels));
      return number ? [" · ", answer] : [answer];
    });
    const head = span("found-title", uri(title));
    return [head, " against ", uri(text), span("answers", ...answers)];
  }

  // Text that a rule quotes is shown in the font of URIs.
  /** @param {string} text */
  const told = (text) => text.split('"').map((part, at) => (at % 2 ? uri(part) : part));

  /** @param {SearchEntry} entry */
  function prose({ kind, title, text = "" }) {
    const quotes = kind === "rule" || kind === "cause";
    return [span("found-title", title), " ", span("found-text", ...(quotes ? told(text) : [text]))];
  }

  /** @param {SearchEntry} entry */
  function item(entry) {
    const shown = entry.targets ? comparison(entry, entry.targets) : prose(entry);
    const link = make("a", { href: new URL(entry.address, ROOT).href });
    link.append(span("kind", entry.kind), " ", span("found", ...shown));
    return make("li", {}, link);
  }

  function show() {
    const text = field.value.trim();
    panel.classList.add("open");
    if (!text) {
      list.replaceChildren();
      status.textContent = "Type a reference, a section or a word: ../g, 5.2 step 6e, net_loc.";
    } else if (!search) {
      status.textContent = "Loading …";
    } else {
      const { found, corrections } = search(text);
      list.replaceChildren(...found.slice(0, SHOWN).map(item));
      status.textContent = counted(found.length, corrections);
    }
  }

  /**
   * @param {number} number
   * @param {{ typed: string, read: string }[]} corrections
   */
  function counted(number, corrections) {
    if (!number) return "Nothing found.";
    const told = corrections.map(({ typed, read }) => `“${typed}” was read as “${read}”. `);
    const results = number === 1 ? "1 result" : `${number} results`;
    return `${told.join("")}${results}${number > SHOWN ? `; the best ${SHOWN}:` : ":"}`;
  }

  function hide() {
    panel.classList.remove("open");
    list.replaceChildren();
    status.textContent = "";
  }

  async function use() {
    show();
    if (search) return;
    await prepare();
    if (search && form.contains(document.activeElement)) show();
  }

  // Events.

  const links = () => Array.from(list.querySelectorAll("a"));

  /** @param {KeyboardEvent} event */
  function move(event) {
    if (event.key === "Escape" && panel.classList.contains("open")) {
      event.preventDefault();
      field.focus();
      hide();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      /** @type {HTMLElement[]} */
      const stops = [field, ...links()];
      const { activeElement } = document;
      const at = activeElement instanceof HTMLElement ? stops.indexOf(activeElement) : 0;
      const next = Math.max(at, 0) + (event.key === "ArrowDown" ? 1 : -1);
      stops[Math.min(Math.max(next, 0), stops.length - 1)].focus();
    }
    if (event.key.startsWith("Arrow")) event.stopPropagation();
  }

  field.addEventListener("focus", () => list.childElementCount || use());
  field.addEventListener("input", use);
  form.addEventListener("keydown", move);
  form.addEventListener("focusout", ({ relatedTarget }) => {
    if (!form.contains(/** @type {Node | null} */ (relatedTarget))) hide();
  });
  panel.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", ({ target }) => {
    if (target instanceof Element && target.closest("a")) hide();
  });
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await use();
    links()[0]?.click();
  });

  // The key, unless a reader is typing or has switched it off.

  const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const remembered = () => {
    try {
      return localStorage.getItem(KEY) !== "off";
    } catch {
      return true; // If storage is forbidden, nothing is remembered.
    }
  };
  /** @param {boolean} on */
  const setKey = (on) => {
    box.checked = on;
    if (on) field.setAttribute("aria-keyshortcuts", "/");
    else field.removeAttribute("aria-keyshortcuts");
  };
  box.addEventListener("change", () => {
    setKey(box.checked);
    try {
      localStorage.setItem(KEY, box.checked ? "on" : "off");
    } catch {
      // As above.
    }
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "/" || event.ctrlKey || event.altKey || event.metaKey) return;
    if (event.defaultPrevented || !box.checked) return;
    if (event.target instanceof Element && event.target.closest(TYPING)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  setKey(remembered());
  document.querySelector("header.site nav")?.after(form);
}
