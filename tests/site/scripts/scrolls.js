() => {
  const box = document.querySelector(".scroll");
  return [
    box.scrollWidth > box.clientWidth,
    ...["fits", "more"].map((name) => box.classList.contains(name)),
  ];
};
