// Filters the rows of tables and lists. A form with data-filter="ID" filters the rows in the element
// with that id. The choices are in the page's address, so that they can be linked, and the number of
// matching rows is shown. Without this script, all rows are shown, and the forms are hidden. matching.js
// decides which rows match.
//
// A field with data-of="KEY" searches for words in a row's attribute data-KEY, and a field without it
// in the row's text. If check boxes have the same key, a row needs to match only one of those that are
// checked. Two lists with the same key search for words in different groups: in the attribute, a slash
// separates the groups.
{
  const ROWS = "tbody > tr:not(.why, :has(> [scope=rowgroup])), [data-kind]";
  const HOLDERS = "section, details, tbody, .scroll";
  const { isMatch } = window.hexaplaMatching;

  /** @typedef {HTMLInputElement | HTMLSelectElement} Field */

  /** @param {Field} field */
  const keyOf = (field) => field.dataset.of ?? "";

  /** @param {Field} field */
  const chosenIn = (field) =>
    field instanceof HTMLInputElement && field.type === "checkbox" && !field.checked
      ? ""
      : field.value;

  /** @param {Field} field */
  const wordOf = (field) => {
    const option = field instanceof HTMLSelectElement ? field.selectedOptions[0] : null;
    return option?.dataset.word ?? chosenIn(field);
  };

  /**
   * @param {HTMLElement} element
   * @returns {FilteredRow & { element: HTMLElement }}
   */
  const rowOf = (element) => {
    /** @type {string | undefined} */
    let text;
    return {
      element,
      data: element.dataset,
      get text() {
        text ??= `${element.textContent} ${element.dataset.text ?? ""}`.toLowerCase();
        return text;
      },
    };
  };

  /** @param {HTMLFormElement} form */
  const makeFilter = (form) => {
    const place = document.getElementById(form.dataset.filter ?? "");
    const count = form.querySelector("output");
    if (!place || !count) return;
    /** @type {NodeListOf<HTMLElement>} */
    const elements = place.querySelectorAll(ROWS);
    const rows = Array.from(elements, rowOf);
    /** @type {NodeListOf<HTMLElement>} */
    const around = place.querySelectorAll(HOLDERS);
    const holders = Array.from(around, (holder) => ({
      holder,
      own: rows.filter(({ element }) => holder.contains(element)),
    }));
    const fields = /** @type {Field[]} */ ([...form.elements]).filter((field) => field.name);
    /** @type {Map<string, Field[]>} */
    const byKey = new Map();
    for (const field of fields)
      byKey.set(keyOf(field), [...(byKey.get(keyOf(field)) ?? []), field]);
    /** @param {Field} field */
    const parameter = (field) => (form.dataset.prefix ?? "") + field.name;

    const conditions = () =>
      Array.from(byKey, ([key, alike]) => ({
        key,
        isPair: alike.length > 1 && alike[0].type !== "checkbox",
        chosen: alike.map(wordOf).filter(Boolean),
      })).filter(({ chosen }) => chosen.length);

    const tell = () => {
      const shown = rows.filter(({ element }) => getComputedStyle(element).display !== "none");
      const told = `${shown.length} of ${rows.length}${shown.length ? "" : ": nothing matches"}`;
      if (count.textContent !== told) count.textContent = told;
    };

    const show = () => {
      const asked = conditions();
      /** @type {NodeListOf<HTMLDetailsElement>} */
      const folded = place.querySelectorAll("details:has([data-kind])");
      if (asked.length) for (const details of folded) details.open = true;
      for (const row of rows) {
        row.element.hidden = !asked.every((condition) => isMatch(row, condition));
      }
      for (const { holder, own } of holders) {
        holder.hidden = own.length > 0 && own.every(({ element }) => element.hidden);
      }
      tell();
    };

    const remember = () => {
      const state = new URLSearchParams(/=/.test(location.hash) ? location.hash.slice(1) : "");
      for (const field of fields) state.delete(parameter(field));
      for (const field of fields) {
        if (chosenIn(field)) state.append(parameter(field), chosenIn(field));
      }
      history.replaceState(history.state, "", `#${state}`);
    };

    const change = () => {
      show();
      remember();
    };

    const restore = () => {
      const state = new URLSearchParams(location.hash.slice(1));
      for (const field of fields) {
        const given = state.getAll(parameter(field));
        const [first = ""] = given;
        if (field instanceof HTMLSelectElement) {
          field.value = [...field.options].some(({ value }) => value === first) ? first : "";
        } else if (field.type === "checkbox") {
          field.checked = given.includes(field.value);
        } else {
          field.value = first;
        }
      }
      show();
    };

    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", change);
    form.addEventListener("reset", () => setTimeout(change));
    // The page's other switches also hide rows.
    document.addEventListener("change", ({ target }) => {
      if (!form.contains(/** @type {Node} */ (target))) tell();
    });
    addEventListener("hashchange", () => /=/.test(location.hash) && restore());
    restore();
  };

  /** @type {NodeListOf<HTMLFormElement>} */
  const forms = document.querySelectorAll("form[data-filter]");
  forms.forEach(makeFilter);
}
