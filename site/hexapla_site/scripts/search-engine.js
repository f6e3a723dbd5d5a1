// What the search field asks: entries become an index of tokens, and a text that a reader types
// becomes a query of it. It is loaded with the index, when the field is first used.
{
  const lower = (text) => text.toLowerCase();
  const alike = (text) =>
    lower(text)
      .replace(/_/g, "-")
      .replace(/\brfc\s*(?=\d)/g, "rfc ");
  const spaced = (text) =>
    alike(text)
      .split(/[\s§]+/)
      .filter(Boolean);
  const bare = (word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  const isMore = (piece) => piece.length > 1;

  // A word of running text is found with and without its punctuation, and by each of its pieces:
  // "java.net.URI" by "net", "same-document" by "document". A number with dots stays one piece.
  const pieces = (word) => {
    const parts = word.split(/[^\p{L}\p{N}.]+/u);
    const names = parts.flatMap((part) => (/\p{L}/u.test(part) ? part.split(".") : []));
    return [...parts, ...names].filter(isMore);
  };
  const words = (text) =>
    spaced(text).flatMap((word) => {
      const inner = bare(word);
      return [...new Set([word, inner, ...pieces(inner)])].filter(Boolean);
    });

  // Of a reference, a token is what is left from each character on: any part of it is the start
  // of a token.
  const LONGEST = 40;
  const endings = (text) => {
    const signs = Array.from(lower(text)).slice(0, 160);
    return signs.map((_, at) => signs.slice(at, at + LONGEST).join(""));
  };
  const written = (text) => Array.from(lower(text).replace(/ /g, "␣")).slice(0, LONGEST).join("");

  const FIELDS = {
    whole: { of: (entry) => entry.title, tokenize: (text) => [alike(text)] },
    reference: { of: (entry) => (entry.isUri ? entry.title : ""), tokenize: endings },
    target: {
      of: (entry) =>
        entry.targets ? [entry.text, ...entry.targets.map(([text]) => text)].join("\n") : "",
      tokenize: (text) => text.split("\n").flatMap(endings),
    },
    title: { of: (entry) => (entry.isUri ? "" : entry.title), tokenize: words },
    text: { of: (entry) => entry.text, tokenize: words },
    more: { of: (entry) => entry.more, tokenize: words },
    place: {
      of: (entry) => (entry.kind === "cause" ? "" : entry.address),
      tokenize: (text) => words(text.replace(/\.html|index|#.*/g, "")),
    },
  };
  const PROSE = ["title", "text", "more", "place"];

  // Spelling. Letters that are missing or that changed places cost less than others: "parm" stands
  // for "params" rather than for "part". What a reader types may be the start of a word.

  const MISSING = 0.8;
  const SWAPPED = 0.8;
  const WRONG = 1.1;
  const allowed = (word) => (word.length < 4 ? 0 : word.length < 8 ? 1.1 : 2);

  function cost(typed, word, most) {
    let before = [];
    let row = Array.from({ length: word.length + 1 }, (_, at) => at * MISSING);
    for (let i = 1; i <= typed.length; i += 1) {
      const next = [i];
      for (let j = 1; j <= word.length; j += 1) {
        const step = typed[i - 1] === word[j - 1] ? 0 : WRONG;
        next[j] = Math.min(row[j - 1] + step, row[j] + 1, next[j - 1] + MISSING);
        if (i > 1 && j > 1 && typed[i - 1] === word[j - 2] && typed[i - 2] === word[j - 1]) {
          next[j] = Math.min(next[j], before[j - 2] + SWAPPED);
        }
      }
      if (Math.min(...next) > most) return Infinity;
      [before, row] = [row, next];
    }
    return Math.min(...row); // against the start of the word that comes nearest
  }

  const isWord = (word) => /^[\p{L}-]{2,}$/u.test(word);

  function speller(told, synonyms) {
    const known = [...new Set([...told, ...Object.keys(synonyms).flatMap(words)])].filter(isWord);
    known.sort();
    const isStart = (typed) => {
      let [low, high] = [0, known.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (known[middle] < typed) low = middle + 1;
        else high = middle;
      }
      return known[low]?.startsWith(typed) ?? false;
    };
    return (typed) => {
      const most = allowed(typed);
      if (!most || !isWord(typed) || isStart(typed)) return typed;
      let [best, least] = [typed, most];
      for (const word of known) {
        if (word[0] !== typed[0] && word[0] !== typed[1]) continue;
        const costs = cost(typed, word, least) + Math.max(0, word.length - typed.length) / 100;
        if (costs < least) [best, least] = [word, costs];
      }
      return best;
    };
  }

  // The query of a text: each of its words, or what the table of synonyms has for several of them.

  // A word counts more in a title than in a text, and each scale is a share of that.
  const prose = (text, scale) => ({
    queries: [text],
    tokenize: spaced,
    combineWith: "AND",
    prefix: (term) => isMore(term),
    fields: PROSE,
    boost: { title: 3 * scale, text: scale, more: 0.5 * scale, place: 0.7 * scale },
  });
  const any = (queries) => ({ combineWith: "OR", queries });

  const one = { tokenize: (query) => [query] };
  const exactly = (text, scale = 1) => ({
    ...{ ...one, queries: [text], fields: ["whole"], boost: { whole: 20 * scale } },
  });
  const within = (text) => ({ ...one, queries: [written(text)], prefix: true });
  const URI_SIGN = /[/?#:;@%\\=]|^\.+$/;

  const word = (share) => (text) => {
    const parts = pieces(bare(text));
    const scale = share * (URI_SIGN.test(text) ? 0.03 : 1);
    const split = parts.length > 1 ? [prose(parts.join(" "), 0.8 * scale)] : [];
    const sign = text.includes("\\") ? [prose("backslash", share)] : [];
    return any([prose(text, scale), ...split, ...sign]);
  };
  const synonym = (share) => (text) => any([prose(text, 2.5 * share), exactly(text, 0.9 * share)]);

  function groups(typed, synonyms, share) {
    const found = [];
    for (let at = 0; at < typed.length; ) {
      let length = Math.min(4, typed.length - at);
      const phrase = () =>
        typed
          .slice(at, at + length)
          .join(" ")
          .replace(/-/g, " ");
      while (length > 1 && !Object.hasOwn(synonyms, phrase())) length -= 1;
      const own = typed.slice(at, at + length).map(word(share));
      const others = Object.hasOwn(synonyms, phrase()) ? synonyms[phrase()] : [];
      const both = { combineWith: "AND", queries: own };
      found.push(others.length ? any([both, ...others.map(synonym(share))]) : both);
      at += length;
    }
    return found;
  }

  const references = (text, typed) => [
    exactly(alike(text)),
    exactly(alike(written(text))),
    { ...within(text), fields: ["reference"], boost: { reference: 3 } },
    { ...within(text), fields: ["target"], boost: { target: 0.5 } },
    ...typed.filter((item) => item !== text && URI_SIGN.test(item)).map((item) => exactly(item, 3)),
  ];

  // Two standards, or two parsers, lead to what is known of the pair.

  const BOTH_TODAY = "rfc-3986-and-the-url-standard.html";

  function pairs(entries, aliases, stops) {
    const of = (kind, folder) =>
      entries.filter((entry) => entry.kind === kind && entry.address.startsWith(`${folder}/`));
    const standards = new Map();
    for (const { title, address } of of("standard", "standards")) {
      const id = address.slice("standards/".length, -".html".length);
      for (const name of [id, id.replace("rfc", "")]) standards.set(name, { title, id });
    }
    const parsers = new Map(
      of("implementation", "implementations").map(({ title }) => [lower(title), title]),
    );
    for (const [alias, title] of Object.entries(aliases)) parsers.set(alias, title);
    const pages = new Map(
      of("implementation", "implementations").map(({ title, address }) => [title, address]),
    );
    const standardsOf = ([left, right]) => ({
      title: `${left.title} and ${right.title}`,
      text: "every difference between the two",
      address:
        left.id === "rfc3986" && right.id === "whatwg"
          ? BOTH_TODAY
          : `differences.html#differs=${left.id}&from=${right.id}`,
    });
    const parsersOf = ([left, right]) => ({
      title: `${left} and ${right}`,
      text: "the URLs in which they read different hosts",
      address: `hosts/index.html#${new URLSearchParams({ validator: left, client: right })}`,
    });
    const oneOfEach = (standard, parser) => ({
      title: `${parser} and ${standard.title}`,
      text: "which standard it follows, and where it departs from each",
      address: pages.get(parser),
    });
    const order = [...standards.keys()];
    return (text) => {
      const typed = spaced(text.replace(/url standard/gi, "whatwg")).filter(
        (item) => item !== "rfc" && !stops.has(bare(item)),
      );
      if (typed.length !== 2) return [];
      const [specs, programs] = [standards, parsers].map((known) =>
        typed.map((item) => known.get(item)),
      );
      const differ = ([left, right]) => left && right && left !== right;
      let made = null;
      if (differ(specs)) {
        made = standardsOf(
          specs.toSorted((one, other) => order.indexOf(one.id) - order.indexOf(other.id)),
        );
      } else if (differ(programs)) {
        made = parsersOf(programs);
      } else if ((specs[0] && programs[1]) || (specs[1] && programs[0])) {
        made = oneOfEach(specs[0] ?? specs[1], programs[0] ?? programs[1]);
      }
      return made?.address ? [{ kind: "pair", ...made }] : [];
    };
  }

  // How much a page counts that has some of the words only: it comes after one that has all of them,
  // unless it has the rare ones in its title.
  const OF_SOME_WORDS = 0.5;

  function make({ kinds, synonyms, stopWords, weakWords, parsers, entries: rows }) {
    const entries = rows.map(([kind, address, title, text, targets, more, usual], id) => ({
      ...{ id, address, title, text, more },
      ...{ kind: kinds[kind].label, isUri: kinds[kind].is_uri },
      ...(targets?.length ? { targets } : {}),
      weight: kinds[kind].weight * (usual ? 1.2 : 1),
    }));
    const told = new Set();
    const tokenize = (text, name) => {
      const tokens = FIELDS[name].tokenize(text);
      if (PROSE.includes(name)) tokens.forEach((token) => told.add(token));
      return tokens;
    };
    const index = new window.MiniSearch({
      fields: Object.keys(FIELDS),
      extractField: (entry, name) => (name === "id" ? entry.id : FIELDS[name].of(entry)),
      tokenize,
      processTerm: (term) => term,
    });
    index.addAll(entries);
    const stops = new Set(stopWords);
    const weak = new Set(weakWords);
    const pair = pairs(entries, parsers, stops);
    const options = { boostDocument: (id) => entries[id].weight };
    let corrected = null;

    // Words that say nothing are left out, and then those that nearly every page has; a phrase that
    // has a meaning of its own keeps both.
    const inPhrase = (typed, at) =>
      [2, 3, 4].some((length) =>
        typed.some((_, from) => {
          const phrase = typed
            .slice(from, from + length)
            .join(" ")
            .replace(/-/g, " ");
          return from <= at && at < from + length && Object.hasOwn(synonyms, phrase);
        }),
      );
    const without = (typed, left) => {
      const kept = typed.filter((item, at) => !left.has(bare(item) || item) || inPhrase(typed, at));
      return kept.length ? kept : typed;
    };
    const bearing = (typed) => without(without(typed, stops), weak);

    return (text) => {
      const typed = bearing(spaced(text));
      const exact = references(text, typed);
      const searched = (queries) =>
        index.search(any(queries), options).map(({ id }) => entries[id]);
      const all = (asked) => [
        ...exact,
        { combineWith: "AND", queries: groups(asked, synonyms, 1) },
      ];
      const some = (asked) => any(groups(asked, synonyms, OF_SOME_WORDS));
      const paired = pair(text);
      if (paired.length || searched(all(typed)).length) {
        return { found: [...paired, ...searched([...all(typed), some(typed)])], corrections: [] };
      }
      corrected ??= speller(told, synonyms);
      const right = typed.map(corrected);
      return {
        found: searched([...all(right), some(right)]),
        corrections: typed.flatMap((item, at) => (item === right[at] ? [] : [[item, right[at]]])),
      };
    };
  }

  window.hexaplaSearchEngine = make;
}
