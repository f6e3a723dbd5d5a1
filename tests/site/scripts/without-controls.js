() => {
  for (const control of document.querySelectorAll("main :is(.needs-script, button)")) {
    control.remove();
  }
};
