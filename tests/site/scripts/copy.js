/** @param {string} kind */
async (kind) => {
  /** @type {string | null} */
  let copied = null;
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: {
      writeText: async (/** @type {string} */ text) => {
        copied = text;
      },
    },
  });
  /** @type {HTMLButtonElement} */
  const button = document.querySelector(`button[data-copy=${kind}]`);
  button.click();
  await new Promise((resolve) => setTimeout(resolve));
  return copied;
};
