// Types of the worker that runs Python, and of the parts of Brython 3.15 that it uses.

/** The parts of Brython that are used. A Python value is `unknown`. */
declare namespace Brython {
  /** Functions with narrower parameters are allowed here, since Python checks no types. */
  type Method = { method(...given: unknown[]): unknown }["method"];

  /** A text with characters beyond U+FFFF is an object. */
  type Text = string | String;

  /** An offset in code points; Python's None, or undefined, if missing. */
  type Offset = unknown;

  type Search = (self: Text, part: Text, start?: Offset, stop?: Offset) => number;

  const FAST_ITER: unique symbol;

  /** A built-in class. */
  interface Kind {
    tp_funcs: Record<string, Method>;
    tp_iter(self: unknown): { it: Iterable<unknown> };
    tp_iternext(self: unknown): IterableIterator<unknown>;
    $factory: Method;
    [FAST_ITER](self: unknown): Iterable<unknown>;
  }

  interface Iterator {
    ob_type: Kind;
  }

  interface Map extends Iterator {
    args: IterableIterator<unknown>[];
    func: unknown;
  }

  interface Generator extends Iterator {
    js_gen: globalThis.Generator<unknown, unknown, unknown> & {
      $finished?: boolean;
      $has_run?: boolean;
      gi_running?: boolean;
    };
    $frame?: object;
  }

  interface List extends Kind {
    $unpack: Method;
  }

  interface Entry {
    key: unknown;
    value: unknown;
  }

  interface Dictionary extends Kind {
    $contains(self: unknown, key: unknown): boolean;
    $getitem(self: unknown, key: unknown): unknown;
    $iter_items(self: unknown): Iterable<Entry>;
  }

  interface Slice extends Kind {
    $conv_for_seq(slice: unknown, length: number): { start: number; stop: number; step: number };
  }

  interface TextKind extends Kind {
    $getitem_slice: Method;
    $to_string(text: unknown): unknown;
    tp_str: Method;
  }

  interface Builtins {
    None: object;
    all: Method;
    ascii: Method;
    Ellipsis: object;
    bytes: Kind;
    dict: Dictionary;
    enumerate: Kind;
    filter: Kind;
    frozenset: Kind;
    list: List;
    map: Kind;
    next: Method;
    reversed: Kind;
    set: Kind;
    slice: Slice;
    StopIteration: object;
    str: TextKind;
    tuple: Kind;
    UnicodeError: object;
    ValueError: object;
    zip: Kind;
  }

  /** A module to compile. */
  interface Source {
    imported?: boolean;
    filename: string;
    src: string;
  }

  interface Compiled {
    _ast: unknown;
    imports: unknown;
    to_js(): string;
  }

  interface Main {
    ast: Record<string, new () => Record<string, unknown>>;
    builtins: Builtins;
    dict_items: Kind;
    dict_keys: Kind;
    dict_values: Kind;
    readonly FAST_ITER: typeof FAST_ITER;
    frame_obj: { frame: object } | null;
    generator: Kind;
    parser_constants: Record<string, unknown>;
    use_VFS: boolean;
    $bool(value: unknown): boolean;
    $call(callable: unknown, ...given: unknown[]): unknown;
    $list(items: unknown[]): unknown;
    $setitem(collection: unknown, key: unknown, value: unknown): void;
    empty_dict(): object;
    _PySymtable_Build(tree: unknown, filename: string, future: unknown): unknown;
    error_trace?(error: unknown): string;
    fast_bytes(octets: number[]): unknown;
    fast_float(value: number): unknown;
    fast_tuple(items: unknown[]): unknown;
    future_features(tree: unknown, filename: string): unknown;
    generator_return(value: unknown): { ob_type: object };
    in_unicode_category(category: string, code: number): boolean;
    is_dict(value: unknown): boolean;
    is_str(value: unknown): value is Text;
    js_from_root(root: {
      ast: unknown;
      symtable: unknown;
      filename: string;
      src: string;
      imported?: boolean | undefined;
    }): { js: string; imports: unknown };
    leave_frame(): void;
    make_js_iterator(items: unknown): Iterable<unknown>;
    py2js(source: Source): Compiled;
    push_frame(frame: object): Main["frame_obj"];
    RAISE(kind: object, message?: string): never;
    runPythonSource(source: string, name: string): void;
    search_in_mro(kind: Kind, name: string): { method: Method };
    String(text: string): Text;
    update_VFS(modules: object): void;
  }
}

declare const __BRYTHON__: Brython.Main;

/** A Python constant: bytes are a list, and a float is an object with a member. */
type Constant = string | number | number[] | { float: number };

/** The tables of `browser/trees.py`. */
interface Trees {
  constants: Constant[];
  kinds: [name: string, fields: string[]][];
  digits: string;
  one: number;
  two: number;
}

/** The data of `browser/bundle.py`. */
interface Bundle {
  files: Record<string, string>;
  modules: object;
  start: string;
  trees: Trees;
}

/** First the bundle, then questions; without a question, the reasons of the last answer are wanted. */
type ToWorker =
  | { bundle: Bundle; id?: undefined }
  | { bundle?: undefined; id: number; question?: string };

/** The functions that the worker's scripts provide to Python's stand-in modules and to each other. */
interface HexaplaWorker {
  hexaplaBegin(question: string): void;
  hexaplaCategory(character: string): string;
  hexaplaCompile(source: string, flags: string): RegExp;
  hexaplaDay(text: string): number;
  hexaplaEscape(text: string): string;
  hexaplaExec(expression: RegExp, text: string, at: number): unknown;
  hexaplaExecAll(expression: RegExp, text: string, at: number): unknown[];
  hexaplaFile(path: string): unknown;
  hexaplaHost(text: string): string;
  hexaplaLoads(text: string): unknown;
  hexaplaNormalize(form: string, text: string): unknown;
  hexaplaPiece(): string;
  hexaplaQuoted(text: string): string;
  hexaplaStartTrees(trees: Trees): void;
  hexaplaSpan(expression: RegExp, text: string, at: number, group: number): unknown;
  hexaplaTexts: {
    isWide(text: string): boolean;
    unitsOf(text: string, points: number): number;
    pointsOf(text: string, units: number): number;
    fromPunycode(text: string): string | undefined;
    inAscii(text: string): string;
  };
  hexaplaToday(): string;
}

interface WorkerGlobalScope extends HexaplaWorker {}
