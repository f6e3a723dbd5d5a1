() => {
  const TOLD = ["class", "data-group", "role", "type"];
  const kind = (element, around) =>
    [
      around,
      element.localName,
      ...[...element.attributes].map(({ name, value }) =>
        TOLD.includes(name) ? name + value : name,
      ),
      [...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim()),
    ].join(" ");
  const seen = new Set();
  const isNew = (element, around) => {
    const own = kind(element, around);
    return !seen.has(own) || [...element.children].some((child) => isNew(child, own));
  };
  const visit = (element, around) => {
    for (const child of [...element.children]) {
      if (!child.isConnected) continue;
      const looped = child.matches("tr, tbody, li, details, div, section, figure, dt, svg *");
      const together = child.localName === "dt" ? [child, child.nextElementSibling] : [child];
      if (looped && !together.some((one) => isNew(one, around))) {
        together.forEach((one) => one.remove());
        continue;
      }
      const own = kind(child, around);
      seen.add(own);
      visit(child, own);
    }
  };
  visit(document.querySelector("main"), "");
};
