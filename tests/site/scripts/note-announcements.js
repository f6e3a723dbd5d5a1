window.announced = [];
new MutationObserver(() => {
  const { textContent } = document.getElementById("status");
  if (textContent) window.announced.push(textContent);
}).observe(document.getElementById("status"), {
  childList: true,
  characterData: true,
  subtree: true,
});
