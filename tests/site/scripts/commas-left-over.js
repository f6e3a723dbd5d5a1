() => {
  /** @type {NodeListOf<HTMLElement>} */
  const elements = document.querySelectorAll("main p, main dd, main li, main td");
  return [...elements]
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText)
    .filter((text) => /^[,;] |: , |, ,|: \.$/.test(text));
};
