() => [
  document.querySelector(".results caption").innerText,
  [...document.querySelectorAll(".results [data-group]")]
    .filter((row) => row.checkVisibility())
    .map((row) => [
      row.querySelector("th").innerText.trim(),
      row.dataset.group,
      [...row.querySelectorAll(".names > *")]
        .filter((name) => name.checkVisibility())
        .map((name) => name.className.slice(3)),
    ]),
  [...document.querySelectorAll("#why ~ .explanation .trace tr.differs")]
    .filter((row) => row.checkVisibility())
    .map((row) =>
      [...row.querySelectorAll("td:first-child .group")].map((group) => group.dataset.group),
    ),
];
