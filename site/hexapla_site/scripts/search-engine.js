// The search engine of the search field. It builds an index of tokens from entries, and a query from
// the words that a reader types. It is loaded with the index, when the field is first used.
window.hexaplaSearchEngine = (() => {
  /** @param {string} text */
  const lower = (text) => text.toLowerCase();
  /** @param {string} text */
  const alike = (text) =>
    lower(text)
      .replace(/_/g, "-")
      .replace(/\brfc\s*(?=\d)/g, "rfc ");
  /** @param {string} text */
  const spaced = (text) =>
    alike(text)
      .split(/[\s§]+/)
      .filter(Boolean);
  /** @param {string} word */
  const bare = (word) => word.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, "");
  /** @param {string} piece */
  const isMore = (piece) => piece.length > 1;

  // A word in running text is found with and without its punctuation, and by each of its pieces:
  // "java.net.URI" by "net", "same-document" by "document". A number with dots stays one piece.
  /** @param {string} word */
  const pieces = (word) => {
    const parts = word.split(/[^\p{L}\p{N}.]+/u);
    const names = parts.flatMap((part) => (/\p{L}/u.test(part) ? part.split(".") : []));
    return [...parts, ...names].filter(isMore);
  };
  /** @param {string} text */
  const words = (text) =>
    spaced(text).flatMap((word) => {
      const inner = bare(word);
      return [...new Set([word, inner, ...pieces(inner)])].filter(Boolean);
    });

  // The tokens of a reference are all its suffixes, so that any part of it is the start of a token.
  // Only its first 160 characters count, and each token has at most 40.
  const LONGEST = 40;
  /** @param {string} text */
  const endings = (text) => {
    const signs = Array.from(lower(text)).slice(0, 160);
    return signs.map((_, at) => signs.slice(at, at + LONGEST).join(""));
  };
  /** @param {string} text */
  const start = (text) => Array.from(lower(text)).slice(0, LONGEST).join("");

  /** @type {Record<string, { of: (entry: SearchEntry) => string, tokenize: (text: string) => string[] }>} */
  const FIELDS = {
    whole: { of: (entry) => entry.title, tokenize: (text) => [alike(text)] },
    reference: { of: (entry) => (entry.isUri ? entry.title : ""), tokenize: endings },
    target: {
      of: (entry) =>
        entry.targets ? [entry.text, ...entry.targets.map(([text]) => text)].join("\n") : "",
      tokenize: (text) => text.split("\n").flatMap(endings),
    },
    title: { of: (entry) => (entry.isUri ? "" : entry.title), tokenize: words },
    text: { of: (entry) => entry.text ?? "", tokenize: words },
    more: { of: (entry) => entry.more ?? "", tokenize: words },
    place: {
      of: (entry) => (entry.kind === "cause" ? "" : entry.address),
      tokenize: (text) => words(text.replace(/\.html|index|#.*/g, "")),
    },
  };
  const PROSE = ["title", "text", "more", "place"];

  // Spelling. Missing or swapped letters cost less than other mistakes: "parm" is corrected to
  // "params" rather than to "part". A reader may type only the start of a word.

  const MISSING = 0.8;
  const SWAPPED = 0.8;
  const WRONG = 1.1;
  /** @param {string} word */
  const allowed = (word) => (word.length < 4 ? 0 : word.length < 8 ? 1.1 : 2);

  /**
   * @param {string} typed
   * @param {string} word
   * @param {number} most
   */
  function cost(typed, word, most) {
    /** @type {number[]} */
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
    return Math.min(...row); // the distance to the nearest start of the word
  }

  /** @param {string} word */
  const isWord = (word) => /^[\p{L}-]{2,}$/u.test(word);

  /**
   * @param {Set<string>} told
   * @param {Synonyms} synonyms
   */
  function speller(told, synonyms) {
    const known = [...new Set([...told, ...Object.keys(synonyms).flatMap(words)])].filter(isWord);
    known.sort();
    /** @param {string} typed */
    const isStart = (typed) => {
      let [low, high] = [0, known.length];
      while (low < high) {
        const middle = (low + high) >> 1;
        if (known[middle] < typed) low = middle + 1;
        else high = middle;
      }
      return known[low]?.startsWith(typed) ?? false;
    };
    return (/** @type {string} */ typed) => {
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

  // The query for a text: each of its words, or the synonyms of several words.

  // A word counts more in a title than in a text; `scale` scales both.
  /**
   * @param {string} text
   * @param {number} scale
   * @returns {SearchQuery}
   */
  const prose = (text, scale) => ({
    queries: [text],
    tokenize: spaced,
    combineWith: "AND",
    prefix: (term) => isMore(term),
    fields: PROSE,
    boost: { title: 3 * scale, text: scale, more: 0.5 * scale, place: 0.7 * scale },
  });
  /** @param {SearchQuery[]} queries @returns {SearchQuery} */
  const any = (queries) => ({ combineWith: "OR", queries });

  /** @param {string} text */
  const one = (text) => ({ tokenize: (/** @type {string} */ query) => [query], queries: [text] });
  /** @param {string} text */
  const exactly = (text, scale = 1) => ({
    ...one(text),
    fields: ["whole"],
    boost: { whole: 20 * scale },
  });
  const URI_SIGN = /[/?#:;@%\\=]|^\.+$/;

  /** @param {number} share */
  const word = (share) => (/** @type {string} */ text) => {
    const parts = pieces(bare(text));
    const scale = share * (URI_SIGN.test(text) ? 0.03 : 1);
    const split = parts.length > 1 ? [prose(parts.join(" "), 0.8 * scale)] : [];
    const sign = text.includes("\\") ? [prose("backslash", share)] : [];
    return any([prose(text, scale), ...split, ...sign]);
  };
  /** @param {number} share */
  const synonym = (share) => (/** @type {string} */ text) =>
    any([prose(text, 2.5 * share), exactly(text, 0.9 * share)]);

  /**
   * @param {string[]} typed
   * @param {Synonyms} synonyms
   * @param {number} share
   */
  function groups(typed, synonyms, share) {
    /** @type {SearchQuery[]} */
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
      /** @type {SearchQuery} */
      const both = { combineWith: "AND", queries: own };
      found.push(others.length ? any([both, ...others.map(synonym(share))]) : both);
      at += length;
    }
    return found;
  }

  /**
   * Return queries for whole titles, and for references and targets, of which a reader may type any
   * part. `space` is the symbol for a space in references and targets.
   * @param {string} text
   * @param {string[]} typed
   * @param {string} space
   * @returns {SearchQuery[]}
   */
  function references(text, typed, space) {
    const written = start(text.replaceAll(" ", space));
    const within = { ...one(written), prefix: true };
    const parts = typed.filter((item) => item !== text && URI_SIGN.test(item));
    return [
      exactly(alike(text)),
      exactly(alike(written)),
      { ...within, fields: ["reference"], boost: { reference: 3 } },
      { ...within, fields: ["target"], boost: { target: 0.5 } },
      ...parts.map((item) => exactly(item, 3)),
    ];
  }

  // The names of two standards, of two parsers, or of one of each find a page about the pair.

  /**
   * @param {SearchEntry[]} entries
   * @param {SearchIndex} index
   * @param {Set<string>} stops
   */
  function pairs(entries, { parsers: aliases, pairs: pagesOfPairs }, stops) {
    /**
     * @param {string} kind
     * @param {string} folder
     */
    const of = (kind, folder) =>
      entries.filter((entry) => entry.kind === kind && entry.address.startsWith(`${folder}/`));
    const standards = of("standard", "standards").map(({ title, address }) => ({
      title,
      id: address.slice("standards/".length, -".html".length),
    }));
    /** @param {string} name */
    const standardOf = (name) =>
      standards.find(({ id }) => id === name || id.replace("rfc", "") === name);
    const pages = new Map(
      of("implementation", "implementations").map(({ title, address }) => [title, address]),
    );
    const parsers = new Map([
      ...Array.from(pages.keys(), (title) => /** @type {const} */ ([lower(title), title])),
      ...Object.entries(aliases),
    ]);
    /** @param {typeof standards} both In order of date. */
    const standardsOf = ([left, right]) => ({
      title: `${left.title} and ${right.title}`,
      text: "every difference between the two",
      address:
        pagesOfPairs[`${left.id} ${right.id}`] ??
        `differences.html#differs=${left.id}&from=${right.id}`,
    });
    /**
     * @param {string} left
     * @param {string} right
     */
    const parsersOf = (left, right) => ({
      title: `${left} and ${right}`,
      text: "the URLs in which they see different hosts",
      address: `hosts/index.html#${new URLSearchParams({ validator: left, client: right })}`,
    });
    /**
     * @param {{ title: string }} standard
     * @param {string} parser
     */
    const oneOfEach = (standard, parser) => ({
      title: `${parser} and ${standard.title}`,
      text: "the standard that it follows, and where it departs from each",
      address: pages.get(parser),
    });
    /** @param {string[]} typed */
    function pageOf(typed) {
      const [left, right] = typed.map(standardOf);
      const [mine, yours] = typed.map((item) => parsers.get(item));
      if (left && right && left !== right) {
        return standardsOf(standards.filter((each) => each === left || each === right));
      }
      if (mine && yours && mine !== yours) return parsersOf(mine, yours);
      if (left && yours) return oneOfEach(left, yours);
      return right && mine ? oneOfEach(right, mine) : null;
    }
    /** @param {string} text @returns {SearchEntry[]} */
    function found(text) {
      const typed = spaced(text.replace(/url standard/gi, "whatwg")).filter(
        (item) => item !== "rfc" && !stops.has(bare(item)),
      );
      const page = typed.length === 2 ? pageOf(typed) : null;
      return page?.address ? [{ ...page, kind: "pair", address: page.address }] : [];
    }
    return found;
  }

  // The weight of a page that contains only some of the words: it comes after pages that contain all of
  // them, unless its title contains the rare words.
  const OF_SOME_WORDS = 0.5;

  /**
   * @param {SearchIndex} data
   * @returns {Search}
   */
  function make(data) {
    const { kinds, synonyms, entries: rows } = data;
    const entries = rows.map(([kind, address, title, text, targets, more, usual], id) => ({
      ...{ id, address, title, text, more },
      ...{ kind: kinds[kind].label, isUri: kinds[kind].is_uri },
      ...(targets?.length ? { targets } : {}),
      weight: kinds[kind].weight * (usual ? 1.2 : 1),
    }));
    /** @type {Set<string>} */
    const told = new Set();
    const index = new window.MiniSearch({
      fields: Object.keys(FIELDS),
      extractField: (/** @type {(typeof entries)[0]} */ entry, name) =>
        name === "id" ? entry.id : FIELDS[name].of(entry),
      tokenize: (text, name) => {
        const tokens = FIELDS[name].tokenize(text);
        if (PROSE.includes(name)) for (const token of tokens) told.add(token);
        return tokens;
      },
      processTerm: (term) => term,
    });
    index.addAll(entries);
    const stops = new Set(data.stopWords);
    const weak = new Set(data.weakWords);
    const pair = pairs(entries, data, stops);
    const options = { boostDocument: (/** @type {number} */ id) => entries[id].weight };
    /** @type {ReturnType<typeof speller> | undefined} */
    let corrected;

    /**
     * Return whether a word is part of a phrase with synonyms; such a word is never left out.
     * @param {string[]} typed
     * @param {number} at
     */
    const isInPhrase = (typed, at) =>
      [2, 3, 4].some((length) =>
        typed.some((_, from) => {
          const phrase = typed
            .slice(from, from + length)
            .join(" ")
            .replace(/-/g, " ");
          return from <= at && at < from + length && Object.hasOwn(synonyms, phrase);
        }),
      );
    /**
     * @param {string[]} typed
     * @param {Set<string>} left
     */
    const without = (typed, left) => {
      const isKept = (/** @type {string} */ item, /** @type {number} */ at) =>
        !left.has(bare(item) || item) || isInPhrase(typed, at);
      const kept = typed.filter(isKept);
      return kept.length ? kept : typed;
    };
    // Stop words are left out, and then words that nearly every page contains.
    const bearing = (/** @type {string[]} */ typed) => without(without(typed, stops), weak);

    return (text) => {
      const typed = bearing(spaced(text));
      const exact = references(text, typed, data.space);
      const searched = (/** @type {SearchQuery[]} */ queries) =>
        index.search(any(queries), options).map(({ id }) => entries[id]);
      /** @param {string[]} asked @returns {SearchQuery[]} */
      const all = (asked) => [
        ...exact,
        { combineWith: "AND", queries: groups(asked, synonyms, 1) },
      ];
      const some = (/** @type {string[]} */ asked) => any(groups(asked, synonyms, OF_SOME_WORDS));
      const paired = pair(text);
      if (paired.length || searched(all(typed)).length) {
        return { found: [...paired, ...searched([...all(typed), some(typed)])], corrections: [] };
      }
      corrected ??= speller(told, synonyms);
      const right = typed.map(corrected);
      const corrections = typed
        .map((item, at) => ({ typed: item, read: right[at] }))
        .filter(({ typed: item, read }) => item !== read);
      return { found: searched([...all(right), some(right)]), corrections };
    };
  }

  return make;
})();
