() => {
  const boxes = [...document.querySelectorAll("main .scroll")];
  return boxes.filter((box) => box.scrollHeight > box.clientHeight + 1).length;
};
