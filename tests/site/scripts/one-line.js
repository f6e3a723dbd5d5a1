() =>
  [...document.querySelectorAll("header.site, header.site :is(a, button, input)")]
    .filter((element) => element.checkVisibility())
    .every((element) => {
      const { top, bottom, left, right, height } = element.getBoundingClientRect();
      const fits = top >= 0 && bottom <= 48 && left >= 0 && right <= innerWidth;
      return fits && (height === 48 || element.localName !== "header");
    });
