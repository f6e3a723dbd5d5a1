() => {
  const TOLD = ["class", "data-group", "role", "type"];
  /** @param {Node} node */
  const isText = (node) => node instanceof Text && node.data.trim() !== "";
  /**
   * @param {Element} element
   * @param {string} around
   */
  const kind = (element, around) => {
    const attributes = Array.from(element.attributes, ({ name, value }) =>
      TOLD.includes(name) ? name + value : name,
    );
    const hasText = [...element.childNodes].some(isText);
    return [around, element.localName, ...attributes, hasText].join(" ");
  };
  /** @type {Set<string>} */
  const seen = new Set();
  /**
   * @param {Element} element
   * @param {string} around
   * @returns {boolean}
   */
  const isNew = (element, around) => {
    const own = kind(element, around);
    return !seen.has(own) || [...element.children].some((child) => isNew(child, own));
  };
  /**
   * @param {Element} element
   * @param {string} around
   */
  const visit = (element, around) => {
    for (const child of [...element.children]) {
      if (!child.isConnected) continue;
      const looped = child.matches("tr, tbody, li, details, div, section, figure, dt, svg *");
      const together = child.localName === "dt" ? [child, child.nextElementSibling] : [child];
      if (looped && !together.some((one) => isNew(one, around))) {
        for (const one of together) one.remove();
        continue;
      }
      const own = kind(child, around);
      seen.add(own);
      visit(child, own);
    }
  };
  visit(document.querySelector("main"), "");
};
