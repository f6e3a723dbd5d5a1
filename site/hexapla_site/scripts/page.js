// What a page gains where scripts run: headings that link to themselves, a citation with the full
// address to copy, tables that say whether they are wider than the page, and in print the links as
// footnotes.
{
  const make = (tag, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(tag), properties);
    element.append(...children);
    return element;
  };

  for (const heading of document.querySelectorAll("main :is(h2, h3)[id]")) {
    if (heading.querySelector("a")) continue;
    heading.append(make("a", { className: "self", href: `#${heading.id}` }, ...heading.childNodes));
  }

  // Where the builder did not know the address: it is the one here, but not that of a preview.
  const isPublic =
    /^https?:$/.test(location.protocol) && !/^(127\.0\.0\.1|localhost)$/.test(location.hostname);
  for (const part of document.querySelectorAll(".located")) {
    if (!isPublic) part.remove();
    else {
      part.querySelector(".here").textContent = location.href.replace(/[?#].*/s, "");
      part.hidden = false;
    }
  }

  const addCopy = (place, text) => {
    const button = make("button", { type: "button", textContent: "Copy" });
    const told = make("span", { className: "note" });
    told.setAttribute("role", "status");
    button.addEventListener("click", async () => {
      try {
        await navigator.clipboard.writeText(text());
        told.textContent = " copied";
      } catch {
        getSelection().selectAllChildren(place);
        told.textContent = " selected: copy it with the keyboard";
      }
    });
    return make("p", { className: "copy" }, button, told);
  };

  for (const citation of document.querySelectorAll("footer .citation")) {
    citation.after(addCopy(citation, () => citation.textContent.trim()));
  }

  for (const code of document.querySelectorAll("pre.expression")) {
    code.after(addCopy(code, () => code.textContent.trim()));
  }

  // What a reader types is copied without the prompts, and without what is printed.
  for (const code of document.querySelectorAll(".listing pre")) {
    const typed = [...code.querySelectorAll("kbd")].map((line) => line.textContent).join("");
    const label = code.previousElementSibling;
    const copy = addCopy(code, () => typed || code.textContent);
    copy.firstChild.setAttribute("aria-label", `Copy: ${code.getAttribute("aria-label")}`);
    label.append(copy);
  }

  // What is wider than the page scrolls inside itself; what is not keeps its head in sight.
  const boxes = [...document.querySelectorAll(".scroll")];
  const showMore = (box) =>
    box.classList.toggle("more", box.scrollLeft + box.clientWidth < box.scrollWidth - 1);
  const fit = () => {
    for (const box of boxes) box.classList.remove("fits", "bounded", "more");
    const measures = boxes.map((box) => [
      box,
      box.scrollWidth > box.clientWidth + 1,
      box.scrollHeight,
    ]);
    for (const [box, isWide, height] of measures) {
      box.classList.toggle("fits", !isWide);
      box.classList.toggle("bounded", isWide && height > innerHeight);
      if (isWide) showMore(box);
    }
  };
  for (const box of boxes) box.addEventListener("scroll", () => showMore(box), { passive: true });
  addEventListener("resize", fit);
  fit();

  let footnotes = null;

  addEventListener("beforeprint", () => {
    if (footnotes) return;
    const numbers = new Map();
    for (const link of document.querySelectorAll("main a[href^='http']")) {
      if (!numbers.has(link.href)) numbers.set(link.href, numbers.size + 1);
      link.after(make("sup", { className: "footnote-mark" }, `${numbers.get(link.href)}`));
    }
    const notes = [...numbers.keys()].map((address) => make("li", {}, address));
    footnotes = make("ol", { className: "footnotes" }, ...notes);
    document.documentElement.classList.add("with-footnotes");
    if (notes.length) document.querySelector("main").append(footnotes);
  });

  addEventListener("afterprint", () => {
    document.querySelectorAll(".footnote-mark").forEach((mark) => mark.remove());
    document.documentElement.classList.remove("with-footnotes");
    footnotes?.remove();
    footnotes = null;
  });
}
