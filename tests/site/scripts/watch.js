() => {
  const bar = document.getElementById("loading");
  window.seen = [];
  new MutationObserver(() => {
    if (!bar.hidden) window.seen.push(bar.hasAttribute("value") ? bar.value : null);
  }).observe(bar, {attributes: true});
}
