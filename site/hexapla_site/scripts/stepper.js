// Shows the steps of a table one at a time: standards with the same string share a line, and lines
// separate at a step that differs. The table stays on the page; without a script, it is the only view.
{
  const still = matchMedia("(prefers-reduced-motion: reduce)");
  const { placesBefore, linesOf } = window.hexaplaAlignment;

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

  /** @param {ParentNode} around @param {string} selector */
  const textIn = (around, selector) => around.querySelector(selector)?.textContent ?? "";

  /** The label of a standard, from its switch. @param {string} id */
  function labelOf(id) {
    /** @type {HTMLLabelElement | null} */
    const label = document.querySelector(`.switches label:has([value="${id}"])`);
    return (label?.title ?? id).replaceAll(" ", "\u00a0");
  }

  /**
   * Return the columns and the steps: the title of each step, and the string of each column after it.
   * @param {HTMLElement} stepper
   */
  function stepsOf({ dataset }) {
    const columns = (dataset.columns ?? "").split(";").map((column) => {
      const [id, name] = column.split("=");
      return { id, name: name ?? labelOf(id) };
    });
    const table = /** @type {HTMLTableElement} */ (document.getElementById(dataset.steps ?? ""));
    let texts = columns.map(() => dataset.reference ?? "");
    const steps = [{ title: "the link, as written on the page", texts }];
    for (const row of table.tBodies[0].rows) {
      texts = [...texts];
      /** @type {NodeListOf<HTMLElement>} */
      const results = row.querySelectorAll("[data-of]");
      for (const result of results) {
        const ids = (result.dataset.of ?? "").split(" ");
        columns.forEach(({ id }, at) => {
          if (ids.includes(id)) texts[at] = textIn(result, "bdi, em");
        });
      }
      const says = /** @type {HTMLElement} */ (row.cells[1].cloneNode(true));
      for (const cited of says.querySelectorAll(".cited")) cited.remove();
      const takers = columns
        .filter(({ id }) => row.classList.contains(`of-${id}`))
        .map(({ name }) => name);
      const who = takers.length < columns.length ? `${takers.join(", ")}: ` : "";
      const title = (says.textContent ?? "")
        .trim()
        .replace(/\s+/g, " ")
        .replace(/ (?=[;,:])/g, "");
      steps.push({ title: who + title, texts });
    }
    return { columns, steps, hasAll: "all" in dataset };
  }

  /** @typedef {ReturnType<typeof stepsOf>} Found */
  /** @typedef {Record<"back" | "on" | "told" | "rows", HTMLElement>} Place */

  /**
   * Return the rectangles of the characters in each column's line, keyed by the column's index.
   * @param {HTMLElement} rows
   */
  function rectanglesIn(rows) {
    /** @type {Map<number, DOMRect[]>} */
    const found = new Map();
    /** @type {NodeListOf<HTMLElement>} */
    const lines = rows.querySelectorAll("[data-columns]");
    for (const line of lines) {
      const rectangles = Array.from(line.children, (sign) => sign.getBoundingClientRect());
      for (const at of (line.dataset.columns ?? "").split(" ")) found.set(Number(at), rectangles);
    }
    return found;
  }

  /**
   * Show a step. Each character moves from its previous place, unless the reader prefers less motion.
   * @param {Place} place
   * @param {Found} found
   * @param {number} number
   * @param {number} from
   */
  function show(place, { columns, steps, hasAll }, number, from) {
    const rectangles = rectanglesIn(place.rows);
    const { classList } = document.documentElement;
    const lines = linesOf(
      steps[number].texts,
      (at) => !classList.contains(`without-${columns[at].id}`),
    );
    const rows = lines.map(({ text, members }) => {
      const before = steps[from].texts[members[0]];
      const places = placesBefore(Array.from(before), Array.from(text));
      const signs = Array.from(text, (sign, at) => make("span", places[at] < 0 ? "new" : "", sign));
      const line = make("bdi", "", ...signs);
      line.dataset.columns = members.join(" ");
      const isOfAll = hasAll && members.length === columns.length;
      const names = isOfAll ? "all standards" : members.map((at) => columns[at].name).join(", ");
      const row = make("p", "step-row", line, " ", make("span", "note", names));
      const move = () =>
        signs.forEach((sign, at) => {
          const old = rectangles.get(members[0])?.[places[at]];
          const now = sign.getBoundingClientRect();
          const start = old
            ? { translate: `${old.x - now.x}px ${old.y - now.y}px` }
            : { opacity: 0 };
          sign.animate([start, {}], { duration: 450, easing: "ease-in-out" });
        });
      return { row, move };
    });
    place.rows.replaceChildren(...rows.map(({ row }) => row));
    if (!still.matches) for (const { move } of rows) move();
    place.told.textContent = `${number} of ${steps.length - 1}: ${steps[number].title}`;
    // A disabled button would lose the focus, and with it the arrow keys.
    place.back.setAttribute("aria-disabled", `${number === 0}`);
    place.on.setAttribute("aria-disabled", `${number === steps.length - 1}`);
  }

  /** @param {HTMLElement} stepper */
  function begin(stepper) {
    const found = stepsOf(stepper);
    stepper.setAttribute("role", "group");
    stepper.setAttribute("aria-label", "Step by step");
    const back = make("button", "", "◀");
    const on = make("button", "", "▶");
    const place = { back, on, told: make("span", ""), rows: make("div", "step-rows") };
    let number = 0;
    /** @param {number} by */
    const go = (by) => {
      const next = Math.min(Math.max(number + by, 0), found.steps.length - 1);
      const from = number;
      number = next;
      show(place, found, number, from);
    };
    /**
     * @param {HTMLButtonElement} button
     * @param {number} by
     * @param {string} label
     */
    const setUp = (button, by, label) => {
      button.type = "button";
      button.setAttribute("aria-label", label);
      button.addEventListener("click", () => go(by));
    };
    setUp(back, -1, "Step back");
    setUp(on, 1, "Next step");
    place.told.setAttribute("role", "status");
    stepper.addEventListener("keydown", ({ key }) => {
      if (key === "ArrowLeft") go(-1);
      if (key === "ArrowRight") go(1);
    });
    document.addEventListener("change", ({ target }) => {
      if (target instanceof Element && target.closest(".switches")) go(0);
    });
    stepper.append(make("p", "step-controls", back, " ", on, " ", place.told), place.rows);
    go(0);
  }

  /** @type {NodeListOf<HTMLElement>} */
  const steppers = document.querySelectorAll(".stepper");
  steppers.forEach(begin);
}
