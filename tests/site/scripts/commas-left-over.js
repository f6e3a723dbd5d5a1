() =>
  [...document.querySelectorAll("main p, main dd, main li, main td")]
    .filter((element) => element.checkVisibility())
    .map((element) => element.innerText)
    .filter((text) => /^[,;] |: , |, ,|: \.$/.test(text));
