// Types shared by the pages' scripts: data that the build writes, and the objects that each script
// puts on `window` for the others.

// Data from the build.

interface Settings {
  reference: string;
  base: string;
  details: boolean;
  columns: string[];
  /** The script with the recorded answers of parsers. */
  recorded: string;
  /** The script with Python. */
  python: string;
  /** The texts to copy for the answer that is already on the page. */
  given: Snippets;
  /** The parsers of Python in the browser. */
  here: string[];
}

interface Snippets {
  markdown?: string;
  python?: string;
}

interface Recorded {
  parsers: string[];
  resolvers: string[];
  urls: [
    url: string,
    address: string,
    source: string,
    source_url: string,
    hosts: (string | null)[],
    letters: string,
  ][];
  cases: [
    base: string,
    reference: string,
    page: string,
    answers: [target: string | null, members: number[]][],
  ][];
}

interface HostsData {
  names: string[];
  rows: [
    url: string,
    address: string,
    groups: [host: string | null, rules: number[]][],
  ][];
  letters: string[];
  compared: number[];
  rules: string[];
}

interface PythonScript {
  /** The text of a worker, in pieces. */
  worker: string[];
  bundle: object;
}

type Target = [target: string, labels: string, isUri: boolean];

type Synonyms = Record<string, string[]>;

interface SearchIndex {
  kinds: { label: string; weight: number; is_uri: boolean }[];
  synonyms: Synonyms;
  stopWords: string[];
  weakWords: string[];
  /** Other names of parsers. */
  parsers: Record<string, string>;
  /** The pages about two standards, by the standards' ids. */
  pairs: Record<string, string>;
  /** The sign for a space in titles. */
  space: string;
  entries: [
    kind: number,
    address: string,
    title: string,
    text?: string,
    targets?: Target[],
    more?: string,
    usual?: number,
  ][];
}

// Questions and answers.

/** A reader's question; `specs` is empty for all standards. */
interface Asked {
  reference: string;
  base: string;
  check: string;
  client: string;
  specs: string[];
}

interface ParserAnswer {
  name: string;
  here?: boolean;
  /** null for no host. */
  host?: string | null;
  refused?: boolean;
  /** null for no URI. */
  target?: string | null;
}

/** `hexapla_site.browser.answer` describes each member. */
interface Question {
  reference: string;
  base: string;
  specs: string[];
  details: boolean;
  is_whole: boolean;
  parsers: ParserAnswer[];
  known: { address: string; source: string; source_url: string } | null;
}

type Reads = Record<string, [host: string | null] | "refused">;

interface Answer extends Snippets {
  host: string;
  verdict: string;
  parts: string;
  summary: string;
  reads: Reads;
  /** The address of the case's page, if it has one. */
  page?: string;
}

interface Reasons {
  why: string;
  details: string;
}

type FromWorker = { ready: true } | { id?: number; answer?: Answer | Reasons; failed?: string };

interface PairVerdict {
  how: "agrees" | "differs" | "unknown";
  sentence: (string | { host: string | null })[];
}

// Objects that the scripts provide for each other.

/** The attributes of a caption; `caption` in `report/case.py` chooses among them. */
interface Captions {
  differ?: string;
  agree?: string;
  ruled?: string;
  silent?: string;
}

interface FilteredRow {
  /** In lower case. */
  readonly text: string;
  readonly data: Readonly<Record<string, string | undefined>>;
}

interface Condition {
  /** The attribute to search; "" for the text. */
  key: string;
  /** Whether the words have to belong to different groups. */
  isPair: boolean;
  chosen: string[];
}

interface Parser {
  name: string;
  /** Return the host of a URL, or throw. */
  host(text: string): string | null | undefined;
  /** Return the target of a reference, or throw. */
  resolve?(reference: string, base: string): string;
}

interface Letters {
  isRefused(letter: string | undefined): boolean;
  placeOf(letter: string | undefined): number | null;
  apart(
    rows: string[],
    left: number,
    right: number,
  ): { row: number; mine: number; yours: number }[];
}

interface RecordedAnswers {
  read(recorded: Recorded): {
    hostsIn(reference: string): Iterable<ParserAnswer>;
    targetsOf(reference: string, base: string): Iterable<ParserAnswer>;
    knownOf(reference: string): Question["known"];
    pageOf(reference: string, base: string): string | undefined;
  };
  byParser(...lists: Iterable<ParserAnswer>[]): ParserAnswer[];
}

interface SearchEntry {
  kind: string;
  address: string;
  title: string;
  text?: string;
  more?: string;
  targets?: Target[];
  isUri?: boolean;
}

interface SearchResults {
  found: SearchEntry[];
  corrections: { typed: string; read: string }[];
}

type Search = (text: string) => SearchResults;

// The parts of MiniSearch 7.2 that are used.

interface SearchQuery {
  queries: (string | SearchQuery)[];
  combineWith?: "AND" | "OR";
  tokenize?: (text: string) => string[];
  prefix?: boolean | ((term: string) => boolean);
  fields?: string[];
  boost?: Record<string, number>;
}

interface MiniSearchOptions<Item> {
  fields: string[];
  extractField: (item: Item, name: string) => string | number;
  tokenize: (text: string, name: string) => string[];
  processTerm: (term: string) => string;
}

interface MiniSearchIndex<Item> {
  addAll(items: Item[]): void;
  search(
    query: SearchQuery,
    options: { boostDocument: (id: number) => number },
  ): { id: number }[];
}

interface Window {
  MiniSearch: new <Item>(options: MiniSearchOptions<Item>) => MiniSearchIndex<Item>;
  hexaplaAlignment: {
    placesBefore(before: string[], after: string[]): number[];
    linesOf(
      texts: string[],
      isShown: (at: number) => boolean,
    ): { text: string; members: number[] }[];
  };
  hexaplaAnswering: {
    ask(question: Pick<Asked, "reference" | "base" | "specs">): Promise<{
      answer: Answer;
      reasons(): Promise<Reasons>;
    }>;
    warm(): void;
    onProgress(listener: (progress: { ready: boolean }) => void): void;
  };
  /** Missing on pages without switches. */
  hexaplaColumns?: { arrange(scope?: Document | HTMLElement): void };
  hexaplaGroups: {
    lettersIn(pattern: string, shown: Set<number>): string[];
    numbersIn(pattern: string, shown: Set<number>): (number | null)[];
    membersOf(pattern: string, number: number): number[];
    captionOf(pattern: string, shown: Set<number>, captions: Captions): string;
  };
  hexaplaHosts: HostsData;
  hexaplaLetters: Letters;
  hexaplaMatching: { isMatch(row: FilteredRow, condition: Condition): boolean };
  hexaplaNpmParsers?: Parser[];
  hexaplaPair: {
    verdict(
      reads: Reads,
      check: string,
      client: string,
      label: (name: string) => string,
    ): PairVerdict;
    testOf(language: string, url: string, check: string, client: string): string;
    adapterOf(name: string): string;
  };
  hexaplaParsers: {
    names: string[];
    isWhole(text: string): boolean;
    answersTo(reference: string, base: string): Iterable<ParserAnswer>;
  };
  hexaplaPython: PythonScript;
  hexaplaQuestion: {
    questionIn(
      address: { hash: string; search: string },
      given: { reference: string; base: string },
    ): Asked;
    hashOf(question: Asked): string;
    addressOf(href: string, question: Asked): string;
    selectorOf(id: string, choices: { name: string; value: string }[]): string;
    partsOf(selector: string): { id: string; choices: Map<string, string> };
  };
  hexaplaRecorded: Recorded;
  hexaplaRecordedAnswers: RecordedAnswers;
  hexaplaSearch: SearchIndex;
  hexaplaSearchEngine(data: SearchIndex): Search;
  /** "" if no server answers. */
  hexaplaServer: string;
}

// APIs that not every browser has.

interface Navigator {
  /** https://wicg.github.io/ua-client-hints/ */
  readonly userAgentData?: { readonly brands: { brand: string; version: string }[] };
  /** https://wicg.github.io/netinfo/ */
  readonly connection?: { readonly saveData?: boolean; readonly effectiveType?: string };
}
