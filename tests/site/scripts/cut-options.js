() => {
  const arrow = 24; // px
  const ruler = document.createElement("span");
  document.body.append(ruler);
  /** @type {NodeListOf<HTMLSelectElement>} */
  const selects = document.querySelectorAll("main .program select");
  return [...selects]
    .filter((select) => {
      const style = getComputedStyle(select);
      ruler.style.font = style.font;
      ruler.textContent = select.options[0].text;
      const padding = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
      return ruler.offsetWidth + padding + arrow > select.clientWidth;
    })
    .map(({ id }) => id);
};
