() => {
  document.documentElement.style.scrollBehavior = "auto";
  document.querySelector("main .scroll tbody tr:nth-child(15)").scrollIntoView();
};
