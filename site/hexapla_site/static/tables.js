// Lets a table that fits the page scroll with it, so that its header row stays in sight there; a
// wider one scrolls within itself, as every long table does without this script.
{
  const scrollers = document.querySelectorAll(".scroll:has(> table)");

  const update = () => {
    for (const scroller of scrollers) scroller.classList.remove("fits");
    const fitting = [...scrollers].filter((one) => one.scrollWidth <= one.clientWidth);
    for (const scroller of fitting) scroller.classList.add("fits");
  };

  update();
  document.fonts.ready.then(update);
  addEventListener("resize", update);
  document.addEventListener("change", update);
}
