import { readFileSync } from "node:fs";

// Replace these with your parser. Leave out what it can't do. To reject an input, throw an error.
const parser = {
  resolve: ({ base, reference }) => new URL(reference, base).href,
  parse: ({ text }) => {
    const { protocol, hostname, pathname } = new URL(text);
    return { scheme: protocol.slice(0, -1), host: hostname, path: pathname };
  },
  normalize: ({ uri }) => new URL(uri).href,
  equivalent: ({ left, right }) => new URL(left).href === new URL(right).href,
};

// The expected result for each kind; undefined if there is no rule.
const expected = {
  resolve: ({ outcome, base, uri, fragment }) => {
    if (outcome === "undefined") return undefined;
    if (outcome !== "same-document") return uri; // null where the outcome is error
    const document = base.split("#", 1)[0];
    return fragment === null ? document : `${document}#${fragment}`;
  },
  parse: ({ failure, parts }) => (failure ? null : parts),
  validate: ({ verdict }) => ({ yes: true, no: false })[verdict],
  normalize: ({ normal }) => normal ?? undefined,
  equivalent: ({ verdict }) => ({ same: true, different: false })[verdict],
};

function same(answer, wanted) {
  if (answer === null || typeof answer !== "object") return answer === wanted;
  // Compare the parts that the parser reports; this parser doesn't distinguish empty from missing.
  return wanted !== null && Object.entries(answer).every(([name, part]) => part === (wanted[name] ?? ""));
}

const vectors = JSON.parse(readFileSync(process.argv[2], "utf-8"));
for (const [kind, ask] of Object.entries(parser)) {
  const counts = {};
  for (const vector of vectors[kind]) {
    const wanted = expected[kind](vector);
    let answer = null;
    try {
      answer = ask(vector);
    } catch {}
    let found = "differ";
    if (wanted === undefined) found = "no rule";
    else if (same(answer, wanted)) found = "match";
    else if (Object.keys(vector.readings).length > 0) found = "may follow another option";
    else console.log(kind, JSON.stringify(vector), "not", JSON.stringify(answer));
    counts[found] = (counts[found] ?? 0) + 1;
  }
  const told = Object.entries(counts).map(([name, number]) => `${number} ${name}`);
  console.log(`${kind}: ${told.join(", ")}`);
}
