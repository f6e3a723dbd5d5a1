// npm packages, asked in JSON Lines. Run it with: node npm_packages.js PACKAGE
const orNull = (text) => text || null;
const after = (text) => (text ? text.slice(1) : null);
const userinfo = (user, password) => (user || password ? `${user || ""}${password ? `:${password}` : ""}` : null);

// fast-uri has the interface of uri-js.
const partsOf = (parse) => (text) => {
  const {error, reference, port, ...told} = parse(text);
  if (error) throw new Error(error);
  const parts = ["scheme", "userinfo", "host", "path", "query", "fragment"];
  const given = Object.fromEntries(parts.map((part) => [part, told[part] ?? null]));
  return {...given, port: port === undefined || port === "" ? null : String(port)};
};

const packages = {
  "fast-uri": ({parse, resolve}) => ({
    resolve: (base, reference) => resolve(base, reference),
    parse: partsOf(parse),
  }),
  tldts: ({getHostname}) => ({
    parse: (text) => ({host: getHostname(text)}),
  }),
  "uri-js": ({parse, resolve}) => ({
    resolve: (base, reference) => resolve(base, reference),
    parse: partsOf(parse),
  }),
  urijs: (URI) => ({
    resolve: (base, reference) => new URI(reference).absoluteTo(base).toString(),
    parse: (text) => {
      const {protocol, username, password, hostname, port, path, query, fragment} = URI.parse(text);
      return {
        scheme: protocol ?? null,
        userinfo: userinfo(username, password),
        host: hostname ?? null,
        port: port ?? null,
        path,
        query: query ?? null,
        fragment: fragment ?? null,
      };
    },
  }),
  "url-parse": (Url) => ({
    resolve: (base, reference) => new Url(reference, base).href,
    parse: (text) => {
      const {protocol, auth, hostname, port, pathname, query, hash} = new Url(text, {});
      return {
        scheme: orNull(protocol.slice(0, -1)),
        userinfo: orNull(auth),
        host: orNull(hostname),
        port: orNull(port),
        path: pathname,
        query: after(query),
        fragment: after(hash),
      };
    },
  }),
  "whatwg-url": ({URL}) => ({
    resolve: (base, reference) => new URL(reference, base).href,
    parse: (text) => {
      const url = new URL(text);
      const [address] = url.href.split("#");
      return {
        scheme: url.protocol.slice(0, -1),
        userinfo: userinfo(url.username, url.password),
        host: url.href.startsWith(`${url.protocol}//`) ? url.hostname : null,
        port: orNull(url.port),
        path: url.pathname,
        query: address.includes("?") ? url.search.slice(1) : null,
        fragment: url.href.includes("#") ? url.hash.slice(1) : null,
      };
    },
  }),
};

function versionOf(name) {
  const path = require("node:path");
  const fs = require("node:fs");
  let folder = path.dirname(require.resolve(name));
  while (!fs.existsSync(path.join(folder, "package.json")) || require(path.join(folder, "package.json")).name !== name) {
    folder = path.dirname(folder);
  }
  return require(path.join(folder, "package.json")).version;
}

function answer({resolve, parse}, {id, base, reference, parse: url}) {
  try {
    return url === undefined ? {id, uri: resolve(base, reference)} : {id, ...parse(url)};
  } catch (error) {
    return {id, error: error.message};
  }
}

function resolvable(name) {
  try {
    return Boolean(require.resolve(name));
  } catch {
    return false;
  }
}

const [name, asked] = process.argv.slice(2);
if (!resolvable(name)) {
  console.error(`${name} isn't installed`);
  process.exit(1);
}
if (asked) console.log(versionOf(name));
const called = packages[name](require(name));
require("node:readline")
  .createInterface({input: process.stdin})
  .on("line", (line) => console.log(JSON.stringify(answer(called, JSON.parse(line)))));
