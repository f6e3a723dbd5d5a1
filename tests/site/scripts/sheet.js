() =>
  [...document.querySelectorAll("table")]
    .filter((table) => {
      const across = getComputedStyle(table).page === "wide";
      return table.getBoundingClientRect().right > (across ? 1047 : 718);
    })
    .map((table) => table.className);
