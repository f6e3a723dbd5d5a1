() =>
  window.faults.concat(
    [...window.reachable]
      .filter((element) => !window.reached.has(element))
      .concat(
        [...window.reached].filter(
          (element) => !window.reachable.has(element) && !element.closest(".search-found"),
        ),
      )
      .map((element) => `left out or hidden: ${element.outerHTML.slice(0, 80)}`),
  );
