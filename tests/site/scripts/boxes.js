() =>
  [".search", ".switches"].map((selector) => {
    const { left, right, top, bottom } = document.querySelector(selector).getBoundingClientRect();
    return { left, right, top, bottom };
  });
