import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  try {
    const { hostname } = new URL(JSON.parse(line).parse); // call your parser here
    console.log(JSON.stringify({ host: hostname || null }));
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
