// Runs scripts of the site like a page or a worker: in the global scope, which is `window` and
// `self`. Each test file has its own process.
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import vm from "node:vm";

const SITE = new URL("../../../site/hexapla_site/", import.meta.url);

Object.assign(globalThis, { window: globalThis, self: globalThis });

/**
 * Run scripts by their paths below the site's package, one after the other.
 * @param {string[]} paths
 */
export function load(...paths) {
  for (const path of paths) {
    const address = new URL(path, SITE);
    vm.runInThisContext(readFileSync(address, "utf8"), { filename: fileURLToPath(address) });
  }
}
