import { createInterface } from "node:readline";

for await (const line of createInterface({ input: process.stdin })) {
  const { base, reference } = JSON.parse(line);
  try {
    console.log(JSON.stringify({ uri: new URL(reference, base).href })); // call your parser here
  } catch (error) {
    console.log(JSON.stringify({ error: error.message }));
  }
}
