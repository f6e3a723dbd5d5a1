// The urlsplit of CPython in Pyodide, asked in JSON Lines. NODE_PATH must list a folder with Pyodide.
const fs = require("node:fs");
const path = require("node:path");

async function main() {
  const {loadPyodide} = require("pyodide");
  const python = await loadPyodide();
  const code = fs.readFileSync(path.join(__dirname, "urlsplit.py"), "utf8");
  python.runPython(code.split('if __name__ ==')[0]);
  if (process.argv[2] === "--version") {
    console.log(python.globals.get("version")());
    return;
  }
  const answer = python.globals.get("answer");
  require("node:readline")
    .createInterface({input: process.stdin})
    .on("line", (line) => console.log(answer(line)));
}

main();
