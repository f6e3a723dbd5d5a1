// Requests each URL that comes on a line, in Base64; answers a line when it is done.
import http from "node:http";
import https from "node:https";
import readline from "node:readline";

const clients = {
  fetch: (url) => fetch(url, { redirect: "manual" }),
  "http.get": (url) =>
    new Promise((resolve, reject) => {
      const { get } = url.toLowerCase().startsWith("https") ? https : http;
      get(url, resolve).on("error", reject);
    }),
};

for await (const line of readline.createInterface({ input: process.stdin })) {
  try {
    await clients[process.argv[2]](Buffer.from(line, "base64").toString("utf8"));
  } catch {
    // Where it connected to is seen from outside.
  }
  console.log("done");
}
