// Asks for the fonts that every page shows before the style sheet names them, so that they are there
// when it is painted. Not on a slow line, where they would keep the page waiting, and not in a page
// that is a file, which may not ask so.
{
  const names = [
    "serif-4-latin-400-normal",
    "serif-4-latin-600-normal",
    "code-pro-latin-400-normal",
  ];
  const { effectiveType = "4g", saveData } = navigator.connection ?? {};
  const own = /** @type {HTMLScriptElement} */ (document.currentScript);
  if (location.protocol !== "file:" && effectiveType === "4g" && !saveData) {
    for (const name of names) {
      const link = document.createElement("link");
      const href = new URL(`fonts/source-${name}.woff2`, own.src).href;
      Object.assign(link, {
        rel: "preload",
        as: "font",
        type: "font/woff2",
        crossOrigin: "anonymous",
        href,
      });
      document.head.append(link);
    }
  }
}
