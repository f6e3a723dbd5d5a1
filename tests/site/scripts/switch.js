/** @param {boolean} on */
(on) => {
  /** @type {HTMLInputElement | null} */
  const box = document.querySelector("#column-whatwg");
  if (box && box.checked !== on) box.click();
  return document.documentElement.scrollWidth;
};
