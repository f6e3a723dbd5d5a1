// What a page gains where scripts run: headings that link to themselves, a citation with the full
// address to copy, tables that say whether they are wider than the page, and in print the links as
// footnotes.
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

  for (const heading of all("main :is(h2, h3)[id]")) {
    if (heading.querySelector("a")) continue;
    heading.append(make("a", { className: "self", href: `#${heading.id}` }, ...heading.childNodes));
  }

  // Where the builder did not know the address: it is the one here, but not that of a preview.
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
   * Make a button that copies a text, or selects it where that is forbidden.
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

  // What a reader types is copied without the prompts, and without what is printed.
  for (const code of all(".listing pre")) {
    const typed = Array.from(code.querySelectorAll("kbd"), textOf).join("");
    const label = `Copy: ${code.getAttribute("aria-label")}`;
    code.previousElementSibling?.append(makeCopy(code, label, () => typed || textOf(code)));
  }

  // What is wider than the page scrolls inside itself; what is not keeps its head in sight.
  const boxes = [...all(".scroll")];
  /** @param {HTMLElement} box */
  const showMore = (box) =>
    box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  const fit = () => {
    for (const box of boxes) box.classList.remove("fits", "bounded", "more");
    const measures = boxes.map((box) => ({
      box,
      isWide: box.scrollWidth > box.clientWidth + 1,
      isHigh: box.scrollHeight > innerHeight,
    }));
    for (const { box, isWide, isHigh } of measures) {
      box.classList.toggle("fits", !isWide);
      box.classList.toggle("bounded", isWide && isHigh);
      if (isWide) showMore(box);
    }
  };
  for (const box of boxes) box.addEventListener("scroll", () => showMore(box), { passive: true });
  addEventListener("resize", fit);
  fit();

  /** @type {HTMLElement | undefined} */
  let footnotes;

  addEventListener("beforeprint", () => {
    if (footnotes) return;
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
    document.documentElement.classList.remove("with-footnotes");
    footnotes?.remove();
    footnotes = undefined;
  });
}
