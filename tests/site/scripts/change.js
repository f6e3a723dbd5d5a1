/** @param {[hashes: string[], look: string]} given */
async ([hashes, look]) => {
  /** @type {(elements: Iterable<Node>) => string[]} */
  const check = eval(look);
  const wrong = check(document.querySelectorAll("*"));
  /** @type {Set<Node>} */
  const changed = new Set();
  new MutationObserver((records) => {
    for (const { target, addedNodes } of records) {
      const added = [...addedNodes].filter((node) => node instanceof Element);
      const below = added.flatMap((element) => [...element.querySelectorAll("*")]);
      for (const element of [target, ...added, ...below]) changed.add(element);
    }
  }).observe(document, { subtree: true, childList: true, attributes: true });
  for (const hash of hashes) {
    const heard = new Promise((resolve) => addEventListener("hashchange", resolve, { once: true }));
    location.hash = hash;
    await heard;
    await new Promise((resolve) => setTimeout(resolve, 0));
    wrong.push(...check(changed));
    changed.clear();
  }
  return wrong;
};
