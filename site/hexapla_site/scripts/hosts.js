// Shows the URLs in which two implementations that the reader chooses read different hosts. What it
// reads is in hosts-data.js; nothing is asked, and nothing is fetched.
{
  const { names, rows, letters, compared, rules } = window.hexaplaHosts;
  const { apart } = window.hexaplaLetters;
  const list = /** @type {HTMLElement} */ (document.getElementById("pair-rows"));
  const count = /** @type {HTMLElement} */ (document.getElementById("pair-count"));
  const map = /** @type {HTMLElement} */ (document.getElementById("pair-map"));
  const fields = ["validator", "client"].map(
    (id) => /** @type {HTMLSelectElement} */ (document.getElementById(id)),
  );

  /**
   * @template {keyof HTMLElementTagNameMap} Tag
   * @param {Tag} tag
   * @param {string} className
   * @param {(Node | string)[]} children
   */
  const make = (tag, className, ...children) => {
    const element = document.createElement(tag);
    element.className = className;
    element.append(...children);
    return element;
  };

  /** @param {string | null} text */
  const host = (text) =>
    text === null ? make("span", "outcome", "no host") : make("bdi", "", text);

  /**
   * @param {string | null} read
   * @param {string} name
   */
  const reading = (read, name) =>
    make("span", "reading", host(read), make("small", "", ` ${name}`));

  /**
   * A URL with what two implementations read in it, and why. These are called by their labels.
   * @param {{ row: number, mine: number, yours: number }} difference
   * @param {string} left
   * @param {string} right
   */
  function shown({ row, mine, yours }, left, right) {
    const [url, address, groups] = rows[row];
    const link = make("a", "", make("span", "lemma", make("bdi", "", url)));
    link.href = address;
    const [myHost, myRules] = groups[mine];
    const [yourHost, yourRules] = groups[yours];
    const because = `${left}: ${rules[myRules[yours]]}. ${right}: ${rules[yourRules[mine]]}.`;
    return make(
      "li",
      "apparatus",
      link,
      " → ",
      reading(myHost, left),
      " ",
      reading(yourHost, right),
      " ",
      make("span", "note because", because),
    );
  }

  // What the two that are chosen are called.
  const labels = () => fields.map(({ selectedOptions: [option] }) => option.text);

  /**
   * @param {string} left
   * @param {string} right
   */
  function counted(left, right) {
    if (left === right) return "These are one and the same.";
    const pair = [left, right];
    const both = compared.find(([one, other]) => pair.includes(one) && pair.includes(other));
    const differing = list.childElementCount;
    return `${labels().join(" and ")} both accept ${both?.[2]} of the URLs, and read different hosts in ${differing}.`;
  }

  /**
   * @param {string} left
   * @param {string} right
   */
  function show(left, right) {
    const differences = apart(letters, names.indexOf(left), names.indexOf(right));
    const [label, otherLabel] = labels();
    const items = differences.map((difference) => shown(difference, label, otherLabel));
    list.replaceChildren(...items);
    count.textContent = counted(left, right);
  }

  const restore = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    const [left, right] = fields.map(({ id }) => given.get(id) ?? "");
    if (!names.includes(left) || !names.includes(right)) return;
    fields[0].value = left;
    fields[1].value = right;
    show(left, right);
  };

  for (const field of fields) {
    field.addEventListener("change", () => {
      const [validator, client] = fields.map(({ value }) => value);
      history.replaceState(null, "", `#${new URLSearchParams({ validator, client })}`);
      show(validator, client);
    });
  }
  /**
   * The name of a parser by a head of the map, which has what the lists call it, on one line.
   * @param {HTMLTableCellElement} head
   */
  const nameOf = (head) => {
    const label = (head.textContent ?? "").replaceAll("\u00a0", " ");
    return [...fields[0].options].find(({ text }) => text === label)?.value ?? label;
  };

  // A number of the map leads to its pair.
  map.addEventListener("click", ({ target }) => {
    /** @type {HTMLTableCellElement | null} */
    const cell = target instanceof Element ? target.closest("td[class]") : null;
    const heads = cell?.closest("table")?.tHead?.rows[0].cells;
    if (!cell || !heads) return;
    const row = /** @type {HTMLTableRowElement} */ (cell.parentElement);
    const validator = nameOf(row.cells[0]);
    const client = nameOf(heads[cell.cellIndex]);
    location.hash = `${new URLSearchParams({ validator, client })}`;
    fields[0].scrollIntoView({ block: "center" });
  });
  addEventListener("hashchange", restore);
  restore();
}
