// The arrow keys lead to the previous and the next case, unless a field or scroller uses them.
{
  const LINKS = new Map([
    ["ArrowLeft", ".pager a[rel=prev]"],
    ["ArrowRight", ".pager a[rel=next]"],
  ]);
  const TAKEN = "input, select, textarea, [role=region], [role=group]";
  addEventListener("keydown", (event) => {
    const selector = LINKS.get(event.key);
    if (event.altKey || event.ctrlKey || event.metaKey || event.shiftKey || !selector) return;
    if (event.target instanceof Element && event.target.closest(TAKEN)) return;
    /** @type {HTMLAnchorElement | null} */
    const link = document.querySelector(selector);
    link?.click();
  });
}
