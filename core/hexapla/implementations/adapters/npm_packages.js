// Packages of npm, asked in JSON Lines to parse: npm_packages.js PACKAGE
const orNull = (text) => text || null;
const after = (text) => (text ? text.slice(1) : null);
const userinfo = (user, password) => (user || password ? `${user || ""}${password ? `:${password}` : ""}` : null);

const packages = {
  "fast-uri": ({parse}) => (text) => {
    const {error, reference, port, ...told} = parse(text);
    if (error) throw new Error(error);
    const parts = ["scheme", "userinfo", "host", "path", "query", "fragment"];
    const given = Object.fromEntries(parts.map((part) => [part, told[part] ?? null]));
    return {...given, port: port === undefined || port === "" ? null : String(port)};
  },
  tldts: ({getHostname}) => (text) => ({host: getHostname(text)}),
  urijs: ({parse}) => (text) => {
    const {protocol, username, password, hostname, port, path, query, fragment} = parse(text);
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
  "url-parse": (Url) => (text) => {
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
  "whatwg-url": ({URL}) => (text) => {
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

function answer(parse, {id, parse: url}) {
  try {
    return {id, ...parse(url)};
  } catch (error) {
    return {id, error: error.message};
  }
}

const [name, asked] = process.argv.slice(2);
if (asked) console.log(versionOf(name));
const parse = packages[name](require(name));
require("node:readline")
  .createInterface({input: process.stdin})
  .on("line", (line) => console.log(JSON.stringify(answer(parse, JSON.parse(line)))));
