/** @param {boolean} fits */
(fits) => {
  document.documentElement.style.scrollBehavior = "auto";
  const box = document.querySelector("main .scroll");
  const row = box.querySelector("tbody tr:nth-child(15)");
  box.scrollIntoView();
  if (fits) row.scrollIntoView();
  else box.scrollTop = 400;
};
