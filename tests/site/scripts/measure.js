async ([text, weight]) => {
  const font = `${weight} 1000px "Source Serif 4"`;
  await document.fonts.load(font);
  const context = document.createElement("canvas").getContext("2d");
  context.font = font;
  context.fontKerning = "none";
  return context.measureText(text).width;
}
