() => {
  /** @param {Node} node */
  const isText = (node) => node instanceof Text && node.data.trim() !== "";
  const elements = [...document.querySelectorAll("body *")]
    .filter((element) => element.checkVisibility() && [...element.childNodes].some(isText))
    .map((element) => Math.round(Number.parseFloat(getComputedStyle(element).fontSize) * 10));
  return new Set(elements).size;
};
