() => [
  window.broken ?? null,
  document.querySelectorAll("script, [onload], a, image, parsererror").length,
];
