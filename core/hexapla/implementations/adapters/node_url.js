// Node, asked in JSON Lines. The argument is "URL" for the class URL, or "legacy" for url.resolve
// and url.parse.
const legacy = require("node:url");

const ways = {
  URL: {
    resolve: (base, reference) => new URL(reference, base).href,
    parse: (text) => {
      const url = new URL(text);
      const password = url.password && `:${url.password}`;
      // The href shows whether an empty component is present.
      return {
        scheme: url.protocol.slice(0, -1),
        userinfo: url.username + password || null,
        host: url.href.startsWith(`${url.protocol}//`) ? url.hostname : null,
        port: url.port || null,
        path: url.pathname,
        query: url.href.split("#")[0].includes("?") ? url.search.slice(1) : null,
        fragment: url.href.includes("#") ? url.hash.slice(1) : null,
      };
    },
  },
  legacy: {
    resolve: (base, reference) => legacy.resolve(base, reference),
    parse: (text) => {
      const url = legacy.parse(text);
      // It decodes the userinfo.
      return {
        scheme: url.protocol && url.protocol.slice(0, -1),
        userinfo: url.auth === null ? null : undefined,
        host: url.hostname,
        port: url.port,
        path: url.pathname,
        query: url.search && url.search.slice(1),
        fragment: url.hash && url.hash.slice(1),
      };
    },
  },
};

function answer({resolve, parse}, {id, base, reference, parse: url}) {
  try {
    return url === undefined ? {id, uri: resolve(base, reference)} : {id, ...parse(url)};
  } catch (error) {
    return {id, error: error.message};
  }
}

const [way, asked] = process.argv.slice(2);
if (asked) console.log(process.versions.node);
require("node:readline")
  .createInterface({input: process.stdin})
  .on("line", (line) => console.log(JSON.stringify(answer(ways[way], JSON.parse(line)))));
