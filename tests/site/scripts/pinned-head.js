() => {
  const copy = document.querySelector(".pinned:not([hidden])");
  const box = document.querySelector("main .scroll");
  box.scrollLeft = 100;
  box.dispatchEvent(new Event("scroll"));
  const cells = [...box.querySelectorAll("thead th")];
  const apart = [...copy.querySelectorAll("th")].map((cell, at) =>
    Math.abs(cell.getBoundingClientRect().left - cells[at].getBoundingClientRect().left),
  );
  return {
    farthest: Math.max(...apart),
    cells: [apart.length, cells.length],
    ids: copy.querySelectorAll("[id]").length,
    stops: [...copy.querySelectorAll("a")].filter(({ tabIndex }) => tabIndex >= 0).length,
  };
};
