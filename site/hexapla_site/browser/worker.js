// Runs Hexapla's Python code in Brython, in a worker, so that the page never waits for it. The page
// makes the worker from several scripts, of which this one is the last (see `bundle.py`). The page
// sends the bundle once, and then {id, question}; {id} alone asks for the rest of the last answer, the
// reasons. The worker sends {ready}, {id, answer} or {id, failed, trace}.

const { unitsOf, pointsOf } = self.hexaplaTexts;

/** @type {Record<string, string>} */
let files = {};

const None = () => __BRYTHON__.builtins.None;

self.hexaplaFile = (path) => files[path] ?? None();

self.hexaplaToday = () => new Date().toISOString().slice(0, 10);

// The ordinal of a day, as in Python: 1 January of the year 1 is day 1.
self.hexaplaDay = (text) => Date.parse(text) / 86_400_000 + 719_163;

self.hexaplaHost = (text) => (URL.canParse(text) ? new URL(text).hostname : "");

// JSON.

/**
 * @param {unknown} value
 * @returns {unknown}
 */
const toPython = (value) => {
  if (value === null) return None();
  if (Array.isArray(value)) return __BRYTHON__.$list(value.map(toPython));
  if (typeof value === "string") return __BRYTHON__.String(value);
  if (typeof value !== "object") return value;
  const dictionary = __BRYTHON__.empty_dict();
  for (const [name, member] of Object.entries(value)) {
    __BRYTHON__.$setitem(dictionary, name, toPython(member));
  }
  return dictionary;
};

self.hexaplaLoads = (text) => toPython(JSON.parse(text));

self.hexaplaQuoted = (text) => JSON.stringify(text);

self.hexaplaNormalize = (form, text) => __BRYTHON__.String(text.normalize(form));

// HTML.

/** @type {Record<string, string>} */
const ENTITIES = { "&": "&amp;", ">": "&gt;", "<": "&lt;", "'": "&#39;", '"': "&#34;" };

self.hexaplaEscape = (text) => text.replace(/[&<>'"]/g, (sign) => ENTITIES[sign]);

// The general category of a character, by its name in the Unicode tables.

const CATEGORIES =
  "Ll Lu Lt Lm Lo Nd Nl No Mn Mc Me Pc Pd Ps Pe Pi Pf Po Sm Sc Sk So Zs Zl Zp Cc Cf Cs Co Cn"
    .split(" ")
    .map((name) => ({ name, expression: new RegExp(`^\\p{${name}}`, "u") }));

self.hexaplaCategory = (character) =>
  CATEGORIES.find(({ expression }) => expression.test(character))?.name ?? "Cn";

// Regular expressions. JavaScript's offsets count code units, and Python's count code points.

self.hexaplaCompile = (source, flags) => new RegExp(source, flags);

/** @param {string | undefined} text */
const textOrNone = (text) => (text === undefined ? None() : __BRYTHON__.String(text));

/**
 * @param {RegExpExecArray} found
 * @param {string} text
 */
const told = (found, text) => {
  const end = found.index + found[0].length;
  const offsets = [pointsOf(text, found.index), pointsOf(text, end)];
  return __BRYTHON__.fast_tuple([...offsets, ...Array.from(found, textOrNone)]);
};

self.hexaplaExec = (expression, text, at) => {
  expression.lastIndex = unitsOf(text, at);
  const found = expression.exec(text);
  return found === null ? None() : told(found, text);
};

self.hexaplaExecAll = (expression, text, at) => {
  expression.lastIndex = unitsOf(text, at);
  return Array.from(text.matchAll(expression), (found) => told(found, text));
};

self.hexaplaSpan = (expression, text, at, group) => {
  expression.lastIndex = unitsOf(text, at);
  const place = expression.exec(text)?.indices?.[group] ?? [-1, -1];
  return __BRYTHON__.fast_tuple(place.map((unit) => pointsOf(text, unit)));
};

/** @param {Bundle} bundle */
function start(bundle) {
  files = bundle.files;
  self.hexaplaStartTrees(bundle.trees);
  __BRYTHON__.use_VFS = true;
  __BRYTHON__.update_VFS(bundle.modules);
  __BRYTHON__.runPythonSource(bundle.start, "worker");
  self.postMessage({ ready: true });
}

/**
 * Return the message of an error from JavaScript or Python.
 * @param {unknown} error
 */
const messageOf = (error) => {
  const { message, args } = /** @type {{ message?: string, args?: unknown[] }} */ (error);
  return `${message || error}${args ? ` ${args.join(" ")}` : ""}`;
};

/** @param {MessageEvent<ToWorker>} event */
self.onmessage = ({ data }) => {
  try {
    if (data.bundle) {
      start(data.bundle);
      return;
    }
    if (data.question) self.hexaplaBegin(data.question);
    self.postMessage({ id: data.id, answer: JSON.parse(self.hexaplaPiece()) });
  } catch (error) {
    const trace = __BRYTHON__.error_trace?.(error);
    self.postMessage({ id: data.id, failed: messageOf(error), trace });
  }
};
