async (kind) => {
  let copied = null;
  Object.defineProperty(navigator, "clipboard", {
    configurable: true,
    value: {
      writeText: async (text) => {
        copied = text;
      },
    },
  });
  document.querySelector(`button[data-copy=${kind}]`).click();
  await new Promise(setTimeout);
  return copied;
};
