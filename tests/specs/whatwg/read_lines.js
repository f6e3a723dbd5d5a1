const {basicURLParse, serializeURL, serializePath, serializeHost} = require("whatwg-url");
const answer = ([base, reference]) => {
  const baseURL = basicURLParse(base);
  const url = baseURL && basicURLParse(reference, {baseURL});
  return url && [
    serializeURL(url), url.scheme, url.username, url.password,
    url.host === null ? null : serializeHost(url.host),
    url.port === null ? null : String(url.port),
    serializePath(url), url.query, url.fragment,
  ];
};
const lines = require("readline").createInterface({input: process.stdin});
lines.on("line", (line) => process.stdout.write(JSON.stringify(answer(JSON.parse(line))) + "\n"));
