// Remembers which columns (standards) the reader hides. The style sheet hides them even without a
// script, but this script updates everything that depends on the shown columns: the letters and
// colours of groups, captions and counts. It is loaded before the page is shown, with groups.js.
window.hexaplaColumns = (() => {
  const KEY = "hexapla-columns-off";
  const root = document.documentElement;
  const { lettersIn, numbersIn, membersOf, captionOf } = window.hexaplaGroups;

  // The ids of the hidden columns.

  /** @type {Set<string>} */
  let off = new Set();

  // Another script may have stored anything, and an id is used as a class name.
  const isId = (/** @type {unknown} */ id) => typeof id === "string" && /^[\w.-]+$/.test(id);

  function recall() {
    try {
      off = new Set(JSON.parse(localStorage.getItem(KEY) ?? "[]").filter(isId));
    } catch {
      off = new Set(); // If storage is forbidden, nothing is remembered.
    }
  }

  function remember() {
    try {
      if (off.size) localStorage.setItem(KEY, JSON.stringify([...off]));
      else localStorage.removeItem(KEY);
    } catch {
      // As above.
    }
  }

  function boxes() {
    /** @type {NodeListOf<HTMLInputElement>} */
    const found = document.querySelectorAll(".switches input");
    return [...found];
  }

  // The columns around an element: those in the nearest attribute `data-columns`, or all.

  /** @param {HTMLElement} element */
  function columnsAround(element) {
    /** @type {HTMLElement | null} */
    const around = element.closest("[data-columns]");
    const named = around?.dataset.columns;
    return named === undefined ? boxes().map((box) => box.value) : named.split(" ");
  }

  /**
   * @param {Element} element
   * @param {string} prefix
   */
  const classesAfter = (element, prefix) =>
    [...element.classList]
      .filter((name) => name.startsWith(prefix))
      .map((name) => name.slice(prefix.length));

  /** @param {HTMLElement} element */
  const columnsOf = (element) =>
    element.dataset.columnsOf?.split(" ") ?? classesAfter(element, "of-");

  // The number that each element had when the page was loaded, if it stands for a whole group.
  /** @type {WeakMap<HTMLElement, number>} */
  const wholeGroups = new WeakMap();

  /**
   * Return the indexes of the columns for which an element stands: those that it names or, if it
   * names none, those of its group.
   * @param {HTMLElement} item
   * @param {string[]} columns
   * @param {string} pattern
   */
  function placesOf(item, columns, pattern) {
    const own = columnsOf(item);
    if (own.length) return own.map((id) => columns.indexOf(id));
    if (!wholeGroups.has(item)) wholeGroups.set(item, Number(item.dataset.group));
    return membersOf(pattern, wholeGroups.get(item) ?? 0);
  }

  /** @param {Element} element */
  const isOn = (element) => {
    const any = classesAfter(element, "of-");
    const all = classesAfter(element, "with-");
    return (!any.length || any.some((id) => !off.has(id))) && all.every((id) => !off.has(id));
  };

  /** @param {string[]} columns */
  const shownOf = (columns) => new Set([...columns.keys()].filter((at) => !off.has(columns[at])));

  // Updates that depend on the shown columns; `arrange` calls each for elements with an attribute.

  /** @param {HTMLElement} element */
  function arrangeResults(element) {
    const columns = columnsAround(element);
    const shown = shownOf(columns);
    const pattern = element.dataset.results ?? "";
    const numbers = numbersIn(pattern, shown);
    const count = lettersIn(pattern, shown).length;
    element.classList.toggle("differs", count > 1);
    element.classList.toggle("agrees", count < 2);
    /** @type {NodeListOf<HTMLElement>} */
    const items = element.querySelectorAll("[data-group]");
    for (const item of items) {
      const own = placesOf(item, columns, pattern).map((at) => numbers[at]);
      item.dataset.group = `${own.find(Boolean) ?? ""}`;
    }
    /** @type {HTMLElement | null} */
    const caption = element.querySelector("caption[data-differ]");
    if (caption) caption.textContent = captionOf(pattern, shown, caption.dataset);
  }

  /**
   * Mark a step as part of the difference if a shown column that has a rule did not take it.
   * @param {HTMLElement} row
   */
  function arrangeTakers(row) {
    const columns = columnsAround(row);
    /** @type {HTMLElement | null} */
    const around = row.closest("[data-results]");
    const shown = shownOf(columns);
    const takers = classesAfter(row, "of-");
    const others = new Set([...shown].filter((at) => !takers.includes(columns[at])));
    const left = lettersIn(around?.dataset.results ?? "", others);
    row.classList.toggle("differs", left.length > 0);
  }

  /** @param {HTMLElement} row */
  function arrangeNearest(row) {
    const columns = columnsAround(row);
    const shares = (row.dataset.shares ?? "").trim().split(" ").map(Number);
    const best = Math.max(...shares.filter((_, at) => !off.has(columns[at])));
    /** @type {NodeListOf<HTMLElement>} */
    const names = row.querySelectorAll("[data-nearest] > *");
    for (const name of names) name.hidden = shares[columns.indexOf(columnsOf(name)[0])] !== best;
  }

  /** @param {HTMLElement} place */
  function arrangeCount(place) {
    const counted = document.querySelectorAll(place.dataset.count ?? "");
    place.textContent = `${[...counted].filter(isOn).length}`;
  }

  /** @param {Document | HTMLElement} scope */
  function arrange(scope = document) {
    /**
     * @param {string} selector
     * @param {(element: HTMLElement) => void} act
     */
    const each = (selector, act) => {
      /** @type {NodeListOf<HTMLElement>} */
      const elements = scope.querySelectorAll(selector);
      for (const element of elements) act(element);
    };
    each("[data-results]", arrangeResults);
    each("[data-takers]", arrangeTakers);
    each("[data-shares]", arrangeNearest);
    each("[data-count]", arrangeCount);
  }

  function apply() {
    for (const name of [...root.classList].filter((name) => name.startsWith("without-"))) {
      root.classList.remove(name);
    }
    for (const id of off) root.classList.add(`without-${id}`);
  }

  function setBoxes() {
    const all = boxes();
    if (all.length && all.every((box) => off.has(box.value))) off.clear();
    for (const box of all) box.checked = !off.has(box.value);
  }

  /** @param {Event} event */
  function change(event) {
    const box = /** @type {HTMLInputElement} */ (event.target);
    // At least one column stays visible.
    if (!boxes().some((other) => other.checked)) box.checked = true;
    if (box.checked) off.delete(box.value);
    else off.add(box.value);
    remember();
    apply();
    arrange();
  }

  function show() {
    setBoxes();
    apply();
    arrange();
  }

  recall();
  apply();
  // Content for all columns is hidden until it has been updated for the reader's choice.
  if (off.size) root.classList.add("arranging");
  addEventListener("DOMContentLoaded", () => {
    try {
      if (off.size) show();
      document.querySelector(".switches")?.addEventListener("change", change);
    } finally {
      root.classList.remove("arranging");
    }
  });
  addEventListener("pageshow", (event) => {
    if (!event.persisted) return;
    recall();
    show();
  });
  return { arrange };
})();
