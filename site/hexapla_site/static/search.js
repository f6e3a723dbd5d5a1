// The search field. Without this script there is none; what it looks through is loaded when it is
// first used, by script elements, which also work where a page is opened from a file.
{
  const ROOT = new URL("..", document.currentScript.src);
  const SHOWN = 12;
  const KEY = "hexapla-search-key";

  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  const span = (className, ...children) => make("span", { className }, ...children);

  // The field, its label, and the list below it.

  const field = make("input", {
    type: "search",
    id: "site-search",
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
  const foot = make("p", { className: "search-foot" }, make("label", {}, box, " The key ", span("mono", "/"), " leads here"));
  const panel = make("div", { id: "site-search-found", className: "search-found" }, status, list, foot);
  const label = make("label", { htmlFor: "site-search", textContent: "Search" });
  const form = make("form", { className: "search" }, label, field, panel);
  form.setAttribute("role", "search");

  // Texts become tokens. In running text that is a word, with and without its punctuation; of a
  // reference it is what is left from each character on, so that the start of a token is any part.

  const lower = (text) => text.toLowerCase();
  const alike = (text) => lower(text).replace(/_/g, "-").replace(/\brfc\s*(?=\d)/g, "rfc ");
  const spaced = (text) => alike(text).split(/[\s§]+/).filter(Boolean);
  const words = (text) =>
    spaced(text).flatMap((word) => {
      const bare = word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
      const pieces = bare.split(/[^\p{L}\p{N}.]+/u).filter((piece) => piece.length > 1);
      return [...new Set([word, bare, ...pieces])].filter(Boolean);
    });
  const endings = (text) => {
    const signs = Array.from(lower(text)).slice(0, 200);
    return signs.map((_, at) => signs.slice(at, at + 80).join(""));
  };
  const written = (text) => Array.from(lower(text).replace(/ /g, "␣")).slice(0, 80).join("");

  const FIELDS = {
    whole: { of: (entry) => entry.title, tokenize: (text) => [alike(text)] },
    reference: { of: (entry) => (entry.targets ? entry.title : ""), tokenize: endings },
    target: {
      of: (entry) => (entry.targets ?? []).map(([target]) => target).join("\n"),
      tokenize: (text) => text.split("\n").flatMap(endings),
    },
    title: { of: (entry) => (entry.targets ? "" : entry.title), tokenize: words },
    text: { of: (entry) => entry.text ?? "", tokenize: words },
    more: { of: (entry) => entry.more ?? "", tokenize: words },
  };

  function queryFor(text) {
    const one = { tokenize: (query) => [query], queries: [written(text)] };
    const prose = { tokenize: spaced, combineWith: "AND", prefix: true, queries: [text] };
    return {
      combineWith: "OR",
      queries: [
        { ...one, queries: [alike(text)], fields: ["whole"], boost: { whole: 20 } },
        { ...one, queries: [alike(written(text))], fields: ["whole"], boost: { whole: 20 } },
        { ...one, fields: ["reference"], prefix: true, boost: { reference: 3 } },
        { ...one, fields: ["target"], prefix: true, boost: { target: 0.5 } },
        {
          ...prose,
          fields: ["title", "text", "more"],
          boost: { title: 3, more: 0.5 },
          fuzzy: (word) => /^[a-z-]{5,}$/.test(word) && 0.2,
        },
      ],
    };
  }

  // What is looked through.

  const load = (path) =>
    new Promise((resolve, reject) => {
      const script = make("script", { src: new URL(path, ROOT).href });
      script.addEventListener("load", resolve);
      script.addEventListener("error", () => {
        script.remove();
        reject(new Error(path));
      });
      document.head.append(script);
    });

  let loading = null;
  let search = null;

  function prepare() {
    loading ??= Promise.all([load("static/vendor/minisearch.js"), load("static/search-index.js")])
      .then(() => {
        const entries = window.hexaplaSearch;
        const index = new window.MiniSearch({
          fields: Object.keys(FIELDS),
          extractField: (item, name) => (name === "id" ? item.id : FIELDS[name].of(item.entry)),
          tokenize: (text, name) => FIELDS[name].tokenize(text),
          processTerm: (term) => term,
        });
        index.addAll(entries.map((entry, id) => ({ id, entry })));
        const boostDocument = (id) => entries[id].weight;
        search = (text) =>
          index.search(queryFor(text), { boostDocument }).map(({ id }) => entries[id]);
      })
      .catch(() => {
        loading = null;
        status.textContent = "The search can’t be loaded.";
      });
    return loading;
  }

  // What is shown. Every text is put in as text.

  function apparatus({ title, text, targets }) {
    const line = span("apparatus", span("lemma uri", title), span("bracket", " ]"));
    targets.forEach(([target, standard, optional, isUri], number) => {
      const sigla = span("siglum", standard ? ` ${standard}` : "");
      if (optional) sigla.append(span("optional", ` ${optional}`));
      const kinds = ["reading", number && "minor", !standard && "optional"].filter(Boolean).join(" ");
      line.append(" ", span(kinds, span(isUri ? "uri" : "outcome", target), sigla));
    });
    line.append(" ", span("tag", "against ", span("uri", text)));
    return [line];
  }

  // What a rule quotes is set in the type of URIs.
  const told = (text) => text.split('"').map((part, at) => (at % 2 ? span("uri", part) : part));

  function prose({ kind, title, text = "" }) {
    const quotes = kind === "rule" || kind === "cause";
    return [span("found-title", title), " ", span("found-text", ...(quotes ? told(text) : [text]))];
  }

  function item(entry) {
    const shown = entry.targets ? apparatus(entry) : prose(entry);
    const link = make("a", { href: new URL(entry.address, ROOT).href });
    link.append(span("kind", entry.kind), " ", ...shown);
    return make("li", {}, link);
  }

  function show() {
    const text = field.value.trim();
    panel.classList.add("open");
    if (!text) {
      list.replaceChildren();
      status.textContent = "A reference, a section or a word: ../g, 5.2 step 6e, net_loc.";
    } else if (!search) {
      status.textContent = "Loading …";
    } else {
      const found = search(text);
      list.replaceChildren(...found.slice(0, SHOWN).map(item));
      status.textContent = count(found.length);
    }
  }

  function count(number) {
    if (!number) return "Nothing found.";
    if (number > SHOWN) return `${number} found; the first ${SHOWN}:`;
    return `${number} found:`;
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

  // What the reader does.

  const links = () => Array.from(list.querySelectorAll("a"));

  function move(event) {
    if (event.key === "Escape" && panel.classList.contains("open")) {
      event.preventDefault();
      field.focus();
      hide();
    } else if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      event.preventDefault();
      const stops = [field, ...links()];
      const at = Math.max(0, stops.indexOf(document.activeElement));
      const next = at + (event.key === "ArrowDown" ? 1 : -1);
      stops[Math.min(Math.max(next, 0), stops.length - 1)].focus();
    }
    if (event.key.startsWith("Arrow")) event.stopPropagation();
  }

  field.addEventListener("focus", () => list.childElementCount || use());
  field.addEventListener("input", use);
  form.addEventListener("keydown", move);
  form.addEventListener("focusout", (event) => form.contains(event.relatedTarget) || hide());
  panel.addEventListener("mousedown", (event) => event.preventDefault());
  list.addEventListener("click", (event) => event.target.closest("a") && hide());
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    await use();
    links()[0]?.click();
  });

  // The key: not while a reader types, and not where it was switched off.

  const TYPING = "input:not([type=checkbox], [type=radio]), textarea, select, [contenteditable]";
  const remembered = () => {
    try {
      return localStorage.getItem(KEY) !== "off";
    } catch {
      return true; // Where storage is forbidden, nothing is remembered.
    }
  };
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
    if (event.defaultPrevented || !box.checked || event.target.closest(TYPING)) return;
    event.preventDefault();
    field.focus();
    field.select();
  });

  setKey(remembered());
  document.querySelector("header.site nav").after(form);
}
