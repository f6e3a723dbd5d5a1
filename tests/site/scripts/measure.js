/** @param {[text: string, weight: number]} given */
async ([text, weight]) => {
  // Under another name, since a page doesn't use a font of its style sheet that arrives late.
  const file = new URL(
    `static/fonts/source-serif-4-latin-${weight}-normal.woff2`,
    document.baseURI,
  );
  const face = new FontFace("Measured", `url("${file}")`, { weight: String(weight) });
  document.fonts.add(await face.load());
  const context = document.createElement("canvas").getContext("2d");
  context.font = `${weight} 1000px "Measured"`;
  context.fontKerning = "none";
  return context.measureText(text).width;
};
