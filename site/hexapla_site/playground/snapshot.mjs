// Makes a snapshot: starts Python, imports and prepares what answers, and writes its memory,
// compressed. Run by Node.js when a site is built: node snapshot.mjs PYODIDE BUNDLE SNAPSHOT
import { readFileSync, writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";

const [pyodide, bundle, snapshot] = process.argv.slice(2);
const { loadPyodide } = await import(pathToFileURL(`${pyodide}/pyodide.mjs`).href);
const python = await loadPyodide({ _makeSnapshot: true, env: { PYTHONHASHSEED: "0" } });
const archive = new Uint8Array(readFileSync(bundle));
python.unpackArchive(archive, "zip", { extractDir: "/lib/hexapla" });
python.runPython(`
import sys
sys.dont_write_bytecode = True
sys.path.insert(0, "/lib/hexapla")
from hexapla_site.playground.answer import prepare
prepare()
import gc
gc.collect()
`);
clearFreeMemory(python._module);
writeFileSync(snapshot, gzipSync(python.makeMemorySnapshot(), { level: 6 }));

// What Python has freed is overwritten with zeros, which take no room when they are compressed:
// all free blocks are taken, the larger first, until none is left and the memory would grow.
function clearFreeMemory(module) {
  const blocks = [];
  for (let size = 1 << 16; size >= 16; size >>= 1) {
    const end = module._sbrk(0);
    while (module._sbrk(0) === end) {
      const block = module._malloc(size);
      module.HEAPU8.fill(0, block, block + size);
      blocks.push(block);
    }
  }
  for (const block of blocks) module._free(block);
}
