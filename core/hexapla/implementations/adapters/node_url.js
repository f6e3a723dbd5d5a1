// Node, asked in JSON Lines: its URL, or with the argument "legacy" url.resolve.
const {resolve} = require("node:url");

const ways = {
  URL: (base, reference) => new URL(reference, base).href,
  legacy: (base, reference) => resolve(base, reference),
};

function answer(way, {id, base, reference}) {
  try {
    return {id, uri: way(base, reference)};
  } catch (error) {
    return {id, error: error.message};
  }
}

const [way, asked] = process.argv.slice(2);
if (asked) {
  console.log(process.versions.node);
} else {
  require("node:readline")
    .createInterface({input: process.stdin})
    .on("line", (line) => console.log(JSON.stringify(answer(ways[way], JSON.parse(line)))));
}
