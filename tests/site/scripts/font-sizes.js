() =>
  new Set(
    [...document.querySelectorAll("body *")]
      .filter(
        (element) =>
          element.checkVisibility() &&
          [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim()),
      )
      .map((element) => Math.round(parseFloat(getComputedStyle(element).fontSize) * 10)),
  ).size;
