// biome-ignore lint/suspicious/noRedundantUseStrict: the worker's script isn't a module
"use strict";
// Brython asks for the address of its file. The worker has no file: its address is a blob URL.
Object.defineProperty(self, "location", {
  value: new URL("https://hexapla.invalid/static/worker.js"),
});
