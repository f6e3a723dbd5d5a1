async ([reference, wanted]) => {
  const field = document.getElementById("reference");
  const output = document.getElementById("answer");
  const begin = performance.now();
  field.value = reference;
  field.dispatchEvent(new InputEvent("input", {bubbles: true}));
  while (!output.innerText.includes(wanted)) await new Promise((next) => setTimeout(next, 1));
  return performance.now() - begin;
}
