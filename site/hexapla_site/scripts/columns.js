// Switches columns off, and remembers which. Hiding them needs no script; what is computed over the
// columns that are shown does: groups with their letters and colours, captions and counts. It computes what `report/grouping.py` does. Loaded before the page is shown.
window.hexaplaColumns = (() => {
  const KEY = "hexapla-columns-off";
  const NO_RULE = ".";
  const root = document.documentElement;

  // Groups in a pattern: a letter for each column, equal for equal results. `shown` is a set of
  // indexes.

  function groupsIn(pattern, shown) {
    const members = new Map();
    for (let index = pattern.length - 1; index >= 0; index -= 1) {
      const letter = pattern[index];
      if (letter === NO_RULE || !shown.has(index)) continue;
      if (!members.has(letter)) members.set(letter, []);
      members.get(letter).unshift(index);
    }
    return [...members.values()];
  }

  function numbersIn(pattern, shown) {
    const numbers = Array(pattern.length).fill(null);
    const groups = groupsIn(pattern, shown);
    if (groups.length < 2) return numbers;
    groups.forEach((group, place) =>
      group.forEach((index) => {
        numbers[index] = place + 1;
      }),
    );
    return numbers;
  }

  function caption(pattern, shown) {
    const count = groupsIn(pattern, shown).length;
    if (count > 1) return `The standards give ${count} different targets.`;
    if (count === 0) return "No standard has a rule for it.";
    const silent = [...shown].some((index) => pattern[index] === NO_RULE);
    return silent ? "All standards that have a rule agree." : "All standards agree.";
  }

  // What is off, by id.

  let off = new Set();

  function recall() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY) ?? "[]");
      // Another script may have written anything; an id becomes the name of a class.
      off = new Set(kept.filter((id) => /^[\w.-]+$/.test(id)));
    } catch {
      off = new Set(); // Where storage is forbidden, nothing is remembered.
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

  const boxes = () => [...document.querySelectorAll(".switches input")];

  // The columns of an element: all, or those that its class names.

  function columnsAround(element) {
    const named = element.closest("[data-columns]")?.dataset.columns;
    return named === undefined ? boxes().map((box) => box.value) : named.split(" ");
  }

  function columnsOf(element) {
    const named = element.dataset.columnsOf;
    if (named !== undefined) return named.split(" ");
    return [...element.classList]
      .filter((name) => name.startsWith("of-"))
      .map((name) => name.slice(3));
  }

  const isOn = (element) => {
    const names = [...element.classList];
    const any = names.filter((name) => name.startsWith("of-"));
    const all = names.filter((name) => name.startsWith("with-"));
    return (
      (!any.length || any.some((name) => !off.has(name.slice(3)))) &&
      all.every((name) => !off.has(name.slice(5)))
    );
  };

  // What is computed anew, each for an element with the attribute of its name.

  function arrangeResults(element) {
    const columns = columnsAround(element);
    const shown = new Set([...columns.keys()].filter((index) => !off.has(columns[index])));
    const { results: pattern } = element.dataset;
    const groups = groupsIn(pattern, shown);
    const numbers = numbersIn(pattern, shown);
    element.classList.toggle("differs", groups.length > 1);
    element.classList.toggle("agrees", groups.length < 2);
    const newest = (item) =>
      Math.max(
        -1,
        ...columnsOf(item)
          .map((id) => columns.indexOf(id))
          .filter((at) => shown.has(at)),
      );
    for (const item of element.querySelectorAll("[data-group]")) {
      const at = newest(item);
      item.dataset.group = (at >= 0 && numbers[at]) || "";
    }
    for (const list of element.querySelectorAll("[data-ordered]")) {
      list.append(...[...list.children].sort((one, other) => newest(other) - newest(one)));
    }
    const said = element.querySelector("[data-caption]");
    if (said) said.textContent = caption(pattern, shown);
  }

  function arrangePhase(row) {
    const columns = columnsAround(row);
    const pairs = row.dataset.pairs.trim().split(" ").filter(Boolean);
    const apart = pairs.some((pair) => pair.split("-").every((at) => !off.has(columns[at])));
    row.classList.toggle("differs", apart);
  }

  // A step is part of the difference as long as a column is shown that did not take it.
  function arrangeTakers(row) {
    const columns = columnsAround(row);
    const { results: pattern } = row.closest("[data-results]").dataset;
    const takers = row.dataset.takers.split(" ");
    const others = columns.filter(
      (id, at) => pattern[at] !== NO_RULE && !off.has(id) && !takers.includes(id),
    );
    row.classList.toggle("differs", others.length > 0);
  }

  function arrangeNearest(row) {
    const columns = columnsAround(row);
    const shares = row.dataset.shares.trim().split(" ").map(Number);
    const best = Math.max(...shares.filter((_, at) => !off.has(columns[at])));
    for (const name of row.querySelectorAll("[data-nearest] > *")) {
      name.hidden = shares[columns.indexOf(columnsOf(name)[0])] !== best;
    }
  }

  function arrange(scope = document) {
    const each = (selector, act) => scope.querySelectorAll(selector).forEach(act);
    each("[data-results]", arrangeResults);
    each("[data-pairs]", arrangePhase);
    each("[data-takers]", arrangeTakers);
    each("[data-shares]", arrangeNearest);
    each("[data-count]", (place) => {
      place.textContent = [...document.querySelectorAll(place.dataset.count)].filter(isOn).length;
    });
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

  function change(event) {
    const box = event.target;
    // One column stays on.
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
  // What is written for all columns is not shown until it is what the reader has chosen.
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
  return { groupsIn, numbersIn, caption, arrange };
})();
