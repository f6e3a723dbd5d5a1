() => {
  /** @param {string} selector */
  const texts = (selector) => {
    /** @type {NodeListOf<HTMLElement>} */
    const items = document.querySelectorAll(`.search-found li ${selector}`);
    return Array.from(items, (item) => item.innerText);
  };
  return [texts(".kind"), texts(".found-title")];
};
