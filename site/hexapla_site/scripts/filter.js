// Filters the rows of tables and lists. A form with data-filter="ID" filters the rows in the element
// with that id; what is chosen is in the page's address, so that it can be linked, and how many
// rows match is told. Without this script all rows are there, and the forms are not.
//
// A field with data-of="KEY" asks for the words in a row's attribute data-KEY, a field without it
// for words in the row's text. Of check boxes of one key any may match. Two lists of one key ask
// for words of different groups: a slash separates the groups in an attribute.
{
  const ROWS = "tbody > tr:not(.why, :has(> [scope=rowgroup])), [data-kind]";
  const HOLDERS = "section, details, tbody, .scroll";

  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);
  const wordsOf = (row, key) =>
    (row.dataset[key] ?? "").split("/").map((group) => group.split(" "));

  const inText = (row, wanted) => {
    row.filterText ??= `${row.textContent} ${row.dataset.text ?? ""}`.toLowerCase();
    return wanted.every((word) => row.filterText.includes(word));
  };

  // Whether each word is in a group, and no group has them all: one word is apart from any other.
  const isApart = (groups, wanted) =>
    groups.length > 1 &&
    wanted.every((word) => groups.some((group) => group.includes(word))) &&
    !(wanted.length > 1 && groups.some((group) => wanted.every((word) => group.includes(word))));

  const isMatch = (row, { key, fields, chosen }) => {
    if (!key) return inText(row, chosen.flatMap(words));
    const groups = wordsOf(row, key);
    if (fields.length > 1 && fields[0].type !== "checkbox") return isApart(groups, chosen);
    return chosen.some((word) => groups.flat().includes(word));
  };

  const keyOf = (field) => field.dataset.of ?? "";
  const valueOf = (field) => (field.type === "checkbox" && !field.checked ? "" : field.value);
  const wordOf = (field) => field.selectedOptions?.[0].dataset.word ?? valueOf(field);

  const makeFilter = (form) => {
    const place = document.getElementById(form.dataset.filter);
    const rows = [...place.querySelectorAll(ROWS)];
    const holders = [...place.querySelectorAll(HOLDERS)].map((holder) => ({
      holder,
      own: rows.filter((row) => holder.contains(row)),
    }));
    const count = form.querySelector("output");
    const fields = [...form.elements].filter((field) => field.name);
    const byKey = new Map(fields.map((field) => [keyOf(field), []]));
    for (const field of fields) byKey.get(keyOf(field)).push(field);
    const parameter = (field) => (form.dataset.prefix ?? "") + field.name;

    const conditions = () =>
      [...byKey]
        .map(([key, alike]) => ({ key, fields: alike, chosen: alike.map(wordOf).filter(Boolean) }))
        .filter(({ chosen }) => chosen.length);

    const tell = () => {
      const shown = rows.filter((row) => getComputedStyle(row).display !== "none").length;
      const told = `${shown} of ${rows.length}${shown ? "" : ": nothing matches"}`;
      if (count.textContent !== told) count.textContent = told;
    };

    const show = () => {
      const asked = conditions();
      for (const folded of asked.length ? place.querySelectorAll("details:has([data-kind])") : [])
        folded.open = true;
      for (const row of rows) row.hidden = !asked.every((condition) => isMatch(row, condition));
      for (const { holder, own } of holders)
        holder.hidden = own.length > 0 && own.every((row) => row.hidden);
      tell();
    };

    const remember = () => {
      const state = new URLSearchParams(/=/.test(location.hash) ? location.hash.slice(1) : "");
      for (const field of fields) state.delete(parameter(field));
      for (const field of fields)
        if (valueOf(field)) state.append(parameter(field), valueOf(field));
      history.replaceState(history.state, "", `#${state}`);
    };

    const restore = () => {
      const state = new URLSearchParams(location.hash.slice(1));
      for (const field of fields) {
        const given = state.getAll(parameter(field));
        if (field.type === "checkbox") field.checked = given.includes(field.value);
        else if (field.type !== "select-one") field.value = given[0] ?? "";
        else field.value = [...field.options].some((one) => one.value === given[0]) ? given[0] : "";
      }
      show();
    };

    form.addEventListener("submit", (event) => event.preventDefault());
    form.addEventListener("input", () => (show(), remember()));
    form.addEventListener("reset", () => setTimeout(() => (show(), remember())));
    // Other switches of the page hide rows, too.
    document.addEventListener("change", (event) => form.contains(event.target) || tell());
    addEventListener("hashchange", () => /=/.test(location.hash) && restore());
    restore();
  };

  document.querySelectorAll("form[data-filter]").forEach(makeFilter);
}
