/** @param {boolean} whole */
(whole) => {
  const wanted = "a[href], button, input, select, textarea, summary, [tabindex='0']";
  /** @typedef {HTMLInputElement} Control Or another element, which has some of its members. */
  /** @param {Element} element */
  const seen = (element) => element.checkVisibility({ visibilityProperty: true });
  /** @param {Control} element */
  const first = (element) => element.type !== "radio" || element.checked;
  /** @param {Element} element */
  const left = (element) => !whole && element.closest("header.site, .skip, .under-header");
  /** @type {NodeListOf<Control>} */
  const controls = document.querySelectorAll(wanted);
  window.reachable = new Set(
    [...controls]
      .filter((element) => !left(element))
      .filter(
        (element) => seen(element) && !element.disabled && element.tabIndex >= 0 && first(element),
      ),
  );
  window.reached = new Set();
  window.faults = [];
  window.ended = false;
  document.addEventListener("focusin", (event) => {
    const target = /** @type {Element} */ (event.target);
    const told = target.outerHTML.slice(0, 80);
    const [first] = window.reached;
    window.ended ||= target === first || Boolean(left(target));
    if (window.ended) return;
    if (window.reached.has(target)) window.faults.push(`again: ${told}`);
    if (getComputedStyle(target).outlineStyle === "none") window.faults.push(`unseen: ${told}`);
    window.reached.add(target);
  });
  return window.reachable.size;
};
