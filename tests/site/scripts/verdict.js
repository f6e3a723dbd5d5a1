() => {
  /**
   * @param {string} selector
   * @param {ParentNode} around
   */
  const all = (selector, around = document) => {
    /** @type {NodeListOf<HTMLElement>} */
    const elements = around.querySelectorAll(selector);
    return [...elements];
  };
  /**
   * @param {string} selector
   * @param {ParentNode} around
   */
  const visible = (selector, around = document) =>
    all(selector, around).filter((element) => element.checkVisibility());
  const [caption] = all(".results caption");
  const rows = visible(".results [data-group]").map((row) => [
    row.querySelector("th").innerText.trim(),
    row.dataset.group,
    visible(".names > *", row).map((name) => name.className.slice(3)),
  ]);
  const steps = visible("#why ~ .explanation .trace tr.differs").map((row) =>
    all("td:first-child .group", row).map((group) => group.dataset.group),
  );
  return [caption.innerText, rows, steps];
};
