// Shows the URLs in which two implementations that the reader chooses read different hosts. What it
// reads is in hosts-data.js; nothing is asked, and nothing is fetched.
{
  const { names, rows, letters, compared, rules } = window.hexaplaHosts;
  const list = document.getElementById("pair-rows");
  const count = document.getElementById("pair-count");
  const fields = ["validator", "client"].map((id) => document.getElementById(id));
  const SILENT = "×·";

  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };

  const host = (text) =>
    make(text === null ? "span" : "bdi", text === null ? "outcome" : "", text ?? "no host");

  const reading = (group, name) =>
    make("span", "reading", host(group[0]), make("small", "", ` ${name}`));

  const shown = ([url, address, groups], mine, yours, [left, right]) => {
    const link = make("a", "", make("span", "lemma", make("bdi", "", url)));
    link.href = address;
    const why = (from, to) => rules[groups[from][1][to]];
    const because = `${left}: ${why(mine, yours)}. ${right}: ${why(yours, mine)}.`;
    return make(
      "li",
      "apparatus",
      link,
      " → ",
      reading(groups[mine], left),
      " ",
      reading(groups[yours], right),
      " ",
      make("span", "note because", because),
    );
  };

  const show = (pair) => {
    const [left, right] = pair.map((name) => names.indexOf(name));
    const labels = fields.map((field) => field.selectedOptions[0].text);
    const items = [];
    rows.forEach((row, place) => {
      const [mine, yours] = [letters[place][left], letters[place][right]];
      if (mine === yours || SILENT.includes(mine) || SILENT.includes(yours)) return;
      items.push(shown(row, mine.charCodeAt(0) - 65, yours.charCodeAt(0) - 65, labels));
    });
    const both = compared.find((one) => pair.includes(one[0]) && pair.includes(one[1]));
    count.textContent =
      left === right
        ? "These are one and the same."
        : `${labels.join(" and ")} both accept ${both[2]} of the URLs, and read different hosts in ${items.length}.`;
    list.replaceChildren(...items);
  };

  const chosen = () => fields.map((field) => field.value);

  const restore = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    const wanted = fields.map((field) => given.get(field.id));
    if (!wanted.every((name) => names.includes(name))) return;
    fields.forEach((field, place) => (field.value = wanted[place]));
    show(wanted);
  };

  for (const field of fields) {
    field.addEventListener("change", () => {
      const [validator, client] = chosen();
      history.replaceState(null, "", `#${new URLSearchParams({ validator, client })}`);
      show([validator, client]);
    });
  }
  // A number of the map leads to its pair. A head has what the lists call a parser, on one line.
  const nameOf = (head) => {
    const label = head.textContent.replaceAll("\u00a0", " ");
    return [...fields[0].options].find((option) => option.text === label)?.value ?? label;
  };
  document.getElementById("pair-map").addEventListener("click", ({ target }) => {
    const cell = target.closest("td[class]");
    if (!cell) return;
    const row = cell.parentElement;
    const head = cell.closest("table").tHead.rows[0].cells[cell.cellIndex];
    location.hash = new URLSearchParams({ validator: nameOf(row.cells[0]), client: nameOf(head) });
    fields[0].scrollIntoView({ block: "center" });
  });
  addEventListener("hashchange", restore);
  restore();
}
