// Additions to a page that need a script: headings that link to themselves, labels of links in the
// table of answers, a citation with the full address, copy buttons, table headers that stay in view,
// and the addresses of links as footnotes in print.
{
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

  /** @param {string} selector @returns {NodeListOf<HTMLElement>} */
  const all = (selector) => document.querySelectorAll(selector);

  /** @param {HTMLElement} element */
  const textOf = (element) => element.textContent ?? "";

  // On telephones, the browser's own bars have the colour of the page.
  const theme = make("meta", { name: "theme-color" });
  const isDark = matchMedia("(prefers-color-scheme: dark)");
  const setTheme = () => {
    theme.content = getComputedStyle(document.documentElement).getPropertyValue("--paper").trim();
  };
  setTheme();
  isDark.addEventListener("change", setTheme);
  document.head.append(theme);

  for (const heading of all("main :is(h2, h3)[id]")) {
    if (heading.querySelector("a")) continue;
    heading.append(make("a", { className: "self", href: `#${heading.id}` }, ...heading.childNodes));
  }

  // A word in a table of answers is a link; its label names the row and the column for screen readers.
  /** @type {NodeListOf<HTMLTableRowElement>} */
  const answers = document.querySelectorAll(".support tbody tr:has(> td)");
  for (const row of answers) {
    const heads = row.closest("table")?.tHead?.rows[0].cells;
    const [head, ...cells] = row.cells;
    const name = textOf(head.querySelector("a") ?? head);
    for (const cell of cells) {
      const link = cell.querySelector("a");
      const question = heads?.[cell.cellIndex];
      if (!link || !question) continue;
      link.setAttribute("aria-label", `${textOf(link)}: ${name}, ${textOf(question).trim()}`);
    }
  }

  // A number of URLs in which two parsers see different hosts is a link to these URLs, which only a
  // script can show.
  /** @type {NodeListOf<HTMLTableElement>} */
  const pairs = document.querySelectorAll("table[data-parser]");
  for (const table of pairs) {
    for (const { cells } of table.tBodies[0].rows) {
      const pair = { validator: table.dataset.parser ?? "", client: textOf(cells[0]).trim() };
      const href = `../hosts/index.html#${new URLSearchParams(pair)}`;
      cells[1].append(make("a", { href }, ...cells[1].childNodes));
    }
  }

  // If the build didn't know the address, use the current one, unless it is that of a preview.
  const isPublic =
    /^https?:$/.test(location.protocol) && !/^(127\.0\.0\.1|localhost)$/.test(location.hostname);
  for (const part of all(".located")) {
    const here = part.querySelector(".here");
    if (isPublic && here) {
      here.textContent = location.href.replace(/[?#].*/s, "");
      part.hidden = false;
    } else part.remove();
  }

  /**
   * Make a button that copies a string or, if copying is forbidden, selects the content of `place`.
   * @param {HTMLElement} place
   * @param {string | undefined} label
   * @param {() => string} text
   */
  const makeCopy = (place, label, text) => {
    const button = make("button", { type: "button", textContent: "Copy" });
    if (label) button.setAttribute("aria-label", label);
    const told = make("span", { className: "note" });
    told.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
        told.textContent = " copied";
      } catch {
        getSelection()?.selectAllChildren(place);
        told.textContent = " selected: copy it with the keyboard";
      }
    });
    return make("p", { className: "copy" }, button, told);
  };

  for (const place of all("footer .citation, pre.expression")) {
    place.after(makeCopy(place, undefined, () => textOf(place).trim()));
  }

  // Input in examples is copied without the prompts and the output.
  for (const code of all(".listing pre")) {
    const typed = Array.from(code.querySelectorAll("kbd"), textOf).join("");
    const label = `Copy: ${code.getAttribute("aria-label")}`;
    code.previousElementSibling?.append(makeCopy(code, label, () => typed || textOf(code)));
  }

  // A table that is wider than the page scrolls sideways in a box, in which its head can't stick to
  // the window. If the window is large enough, a copy of the head does, and scrolls with the table.
  const boxes = [...all(".scroll")];
  const hasRoom = matchMedia("(min-width: 44.01rem) and (min-height: 37rem)");
  /** @param {HTMLElement} box */
  const isWide = (box) => box.scrollWidth > box.clientWidth + 1;
  /** @param {HTMLElement} box */
  const showMore = (box) =>
    box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);

  /**
   * Return a copy of the head of a table, hidden from the keyboard and screen readers.
   * @param {HTMLTableElement} table
   * @param {HTMLElement} head
   */
  const copyHead = (table, head) => {
    const heads = /** @type {HTMLElement} */ (table.cloneNode(false));
    heads.append(head.cloneNode(true));
    const copy = make("div", { className: "pinned", hidden: true, tabIndex: -1 }, heads);
    copy.setAttribute("aria-hidden", "true");
    for (const named of [heads, ...copy.querySelectorAll("[id]")]) named.removeAttribute("id");
    for (const link of copy.querySelectorAll("a")) link.tabIndex = -1;
    return copy;
  };

  /**
   * Align the copy with the head: the same horizontal place, and the same widths of cells.
   * @param {HTMLElement} box
   * @param {HTMLTableElement} table
   * @param {HTMLElement} copy
   */
  const alignHead = (box, table, copy) => {
    copy.style.left = `${box.getBoundingClientRect().left}px`;
    copy.style.width = `${box.clientWidth}px`;
    const heads = /** @type {HTMLTableElement} */ (copy.firstElementChild);
    heads.style.width = `${table.offsetWidth}px`;
    const cells = heads.querySelectorAll("th");
    for (const [at, cell] of table.querySelectorAll("thead th").entries()) {
      cells[at].style.width = `${cell.getBoundingClientRect().width}px`;
    }
    copy.scrollLeft = box.scrollLeft;
  };

  /** @type {Map<HTMLElement, HTMLElement>} */
  const pinned = new Map();
  /** @param {HTMLElement} box */
  const pinHead = (box) => {
    const table = box.querySelector("table");
    const head = table?.tHead;
    if (!table || !head) return;
    const { top, height } = head.getBoundingClientRect();
    const isPassed = top < 0 && box.getBoundingClientRect().bottom > 2 * height;
    const isShown = isPassed && hasRoom.matches && isWide(box);
    let copy = pinned.get(box);
    if (isShown && !copy) {
      const made = copyHead(table, head);
      made.addEventListener("scroll", () => {
        box.scrollLeft = made.scrollLeft;
      });
      pinned.set(box, made);
      document.querySelector("main")?.append(made);
      copy = made;
    }
    if (!copy || copy.hidden === !isShown) return;
    copy.hidden = !isShown;
    if (isShown) alignHead(box, table, copy);
  };

  const fit = () => {
    for (const box of boxes) box.classList.remove("fits", "more");
    const wide = new Set(boxes.filter(isWide));
    for (const box of boxes) {
      box.classList.toggle("fits", !wide.has(box));
      if (wide.has(box)) showMore(box);
    }
  };
  const pinHeads = () => boxes.forEach(pinHead);
  for (const box of boxes) {
    const follow = () => {
      showMore(box);
      const copy = pinned.get(box);
      if (copy) copy.scrollLeft = box.scrollLeft;
    };
    box.addEventListener("scroll", follow, { passive: true });
  }
  addEventListener("scroll", pinHeads, { passive: true });
  addEventListener("resize", () => {
    fit();
    for (const copy of pinned.values()) copy.hidden = true;
    pinHeads();
  });
  fit();

  /** @type {HTMLElement | undefined} */
  let footnotes;

  /** @type {HTMLDetailsElement[]} */
  let closed = [];

  addEventListener("beforeprint", () => {
    if (footnotes) return;
    // In some browsers, the style sheet can't open a citation.
    closed = [...document.querySelectorAll("details")].filter(
      ({ className, open }) => className === "cite" && !open,
    );
    for (const cite of closed) cite.open = true;
    /** @type {Map<string, number>} */
    const numbers = new Map();
    /** @type {NodeListOf<HTMLAnchorElement>} */
    const links = document.querySelectorAll("main a[href^='http']");
    for (const link of links) {
      const number = numbers.get(link.href) ?? numbers.size + 1;
      numbers.set(link.href, number);
      link.after(make("sup", { className: "footnote-mark" }, `${number}`));
    }
    const notes = Array.from(numbers.keys(), (address) => make("li", {}, address));
    footnotes = make("ol", { className: "footnotes" }, ...notes);
    document.documentElement.classList.add("with-footnotes");
    if (notes.length) document.querySelector("main")?.append(footnotes);
  });

  addEventListener("afterprint", () => {
    for (const mark of all(".footnote-mark")) mark.remove();
    for (const cite of closed) cite.open = false;
    document.documentElement.classList.remove("with-footnotes");
    footnotes?.remove();
    footnotes = undefined;
  });
}
