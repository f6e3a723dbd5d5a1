// biome-ignore lint/suspicious/noRedundantUseStrict: what it stands in is no module
"use strict";
// Brython asks where its file lies. The worker has none: its address is that of a text.
Object.defineProperty(self, "location", {
  value: new URL("https://hexapla.invalid/static/worker.js"),
});
