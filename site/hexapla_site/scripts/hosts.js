// Shows the URLs in which two implementations see different hosts. The reader chooses the
// implementations. The data are in hosts-data.js; no parser runs, and nothing is fetched.
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
  const host = (text) => (text === null ? make("em", "", "no host") : make("bdi", "", text));

  /**
   * @param {string | null} read
   * @param {string} name
   */
  const reading = (read, name) =>
    make("span", "reading", host(read), make("small", "", ` ${name}`));

  /**
   * Return the item of a URL: the hosts that two implementations see in it, and why they differ. The
   * implementations are named by their labels.
   * @param {{ row: number, mine: number, yours: number }} difference
   * @param {string} left
   * @param {string} right
   */
  function shown({ row, mine, yours }, left, right) {
    const [url, address, groups] = rows[row];
    const link = make("a", "", make("b", "", make("bdi", "", url)));
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

  // The labels of the two chosen implementations.
  const labels = () => fields.map(({ selectedOptions: [option] }) => option.text);

  /**
   * @param {string} left
   * @param {string} right
   */
  function counted(left, right) {
    if (left === right) return "Both are the same parser.";
    const [one, other] = [names.indexOf(left), names.indexOf(right)].sort((a, b) => a - b);
    // The pairs of each earlier name with all later names come first.
    const before = one * names.length - (one * (one + 1)) / 2;
    const both = compared[before + other - one - 1];
    const differing = list.childElementCount;
    return `${labels().join(" and ")} both accept ${both} of the URLs, and see different hosts in ${differing} of these.`;
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

  /** @param {string} label */
  const nameOf = (label) =>
    [...fields[0].options].find(({ text }) => text === label)?.value ?? label;

  // Show the pair in the page's address, which has names or labels, and return whether there is one.
  const restore = () => {
    const given = new URLSearchParams(location.hash.slice(1));
    const [left, right] = fields.map(({ id }) => nameOf(given.get(id) ?? ""));
    if (!names.includes(left) || !names.includes(right)) return false;
    fields[0].value = left;
    fields[1].value = right;
    show(left, right);
    return true;
  };

  for (const field of fields) {
    field.addEventListener("change", () => {
      const [validator, client] = fields.map(({ value }) => value);
      history.replaceState(null, "", `#${new URLSearchParams({ validator, client })}`);
      show(validator, client);
    });
  }
  /**
   * Return the text of a heading of the map: the label of a parser in the lists.
   * @param {HTMLTableCellElement} head
   */
  const labelOf = (head) => (head.textContent ?? "").replace(/\s+/g, " ").trim();

  // Each number in the map is a link to its pair. The Tab key stops at only one of these links, since
  // there are so many of them; the arrow keys move to the others.
  const table = /** @type {HTMLTableElement} */ (map.querySelector("table"));
  const heads = Array.from(table.tHead?.rows[0].cells ?? [], labelOf);
  for (const row of table.tBodies[0].rows) {
    const [head, ...cells] = row.cells;
    const label = labelOf(head);
    for (const cell of cells.filter(({ className }) => className)) {
      const other = heads[cell.cellIndex];
      const link = make("a", "", ...cell.childNodes);
      link.href = `#${new URLSearchParams({ validator: nameOf(label), client: nameOf(other) })}`;
      link.setAttribute(
        "aria-label",
        `${link.textContent} per cent: ${label} and ${other}, ${cell.title}`,
      );
      link.tabIndex = -1;
      cell.append(link);
    }
  }

  /** @param {EventTarget | null} target @returns {HTMLAnchorElement | null} */
  const linkAt = (target) => (target instanceof Element ? target.closest("td > a") : null);

  /** @type {HTMLAnchorElement | null} */
  let stop = table.querySelector("td > a");
  if (stop) stop.tabIndex = 0;

  map.addEventListener("click", ({ target }) => {
    if (!linkAt(target)) return;
    fields[0].scrollIntoView({ block: "center" });
    fields[0].focus({ preventScroll: true });
  });

  /** @type {Record<string, [number, number]>} */
  const STEPS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

  /**
   * Return the next link in a direction; null if there is none. The diagonal, which has no links, is
   * skipped.
   * @param {HTMLAnchorElement} link
   * @param {[number, number]} step
   */
  function nextLink(link, [down, right]) {
    const cell = /** @type {HTMLTableCellElement} */ (link.parentElement);
    const { rowIndex } = /** @type {HTMLTableRowElement} */ (cell.parentElement);
    for (const steps of [1, 2]) {
      const row = table.rows[rowIndex + steps * down];
      /** @type {HTMLAnchorElement | null | undefined} */
      const found = row?.cells[cell.cellIndex + steps * right]?.querySelector("td > a");
      if (found) return found;
    }
    return null;
  }

  map.addEventListener("keydown", (event) => {
    const link = linkAt(event.target);
    const step = STEPS[event.key];
    if (!step || !link) return;
    event.preventDefault();
    nextLink(link, step)?.focus();
  });
  map.addEventListener("focusin", ({ target }) => {
    const link = linkAt(target);
    if (!link || !stop) return;
    stop.tabIndex = -1;
    link.tabIndex = 0;
    stop = link;
  });
  addEventListener("hashchange", restore);
  // A link to a pair, such as a search result, leads to the section about the pair.
  if (restore()) document.getElementById("pair")?.scrollIntoView();
}
