// Requests the fonts of every page before the style sheet does, so that they have arrived when the
// page is painted. Fonts aren't requested on a slow connection, because they would delay the page, or
// if the reader saves data. A page opened as a file isn't allowed to preload fonts.
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
