import { readFileSync } from "node:fs";

function resolve(base, reference) {
  try {
    return new URL(reference, base).href; // your parser in its place
  } catch {
    return null;
  }
}

function expected({ outcome, base, uri, fragment }) {
  if (outcome !== "same-document") return uri; // null where the outcome is error
  const document = base.split("#", 1)[0];
  return fragment === null ? document : `${document}#${fragment}`;
}

const counts = {};
const count = (name) => (counts[name] = (counts[name] ?? 0) + 1);
for (const vector of JSON.parse(readFileSync(process.argv[2], "utf-8")).vectors) {
  const answer = resolve(vector.base, vector.reference);
  if (vector.outcome === "undefined") {
    count("no rule");
  } else if (answer === expected(vector)) {
    count("match");
  } else if (Object.keys(vector.readings).length > 0) {
    count("may follow another option");
  } else {
    count("differ");
    console.log(vector.base, vector.reference, answer, "not", expected(vector));
  }
}
console.log(Object.entries(counts).map(([name, number]) => `${number} ${name}`).join(", "));
