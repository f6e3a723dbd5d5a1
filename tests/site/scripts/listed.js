() => {
  const texts = (selector) =>
    [...document.querySelectorAll(`.search-found li ${selector}`)].map((item) => item.innerText);
  return [texts(".kind"), texts(".found-title")];
};
