// Reads the project's modules, which are syntax trees (`trees.py`), and passes them to Brython's
// compiler, so that Python's parser isn't needed.

self.hexaplaStartTrees = ({ constants, kinds, digits, one, two }) => {
  /** @type {Brython.Main} */
  const B = __BRYTHON__;
  const { parser_constants: singles, ast } = B;
  const { None, Ellipsis } = B.builtins;
  const NOTHING = undefined;
  const MARKS = [NOTHING, None, true, false, Ellipsis];
  const LIST = MARKS.length;
  const FIRST = LIST + 1;

  // The compiler writes a text between single quotes without escaping it.
  /** @param {string} text */
  const quoted = (text) => JSON.stringify(text).slice(1, -1).replaceAll("'", "\\'");

  /** @param {Constant} constant */
  const constantOf = (constant) => {
    if (typeof constant === "string") return quoted(constant);
    if (Array.isArray(constant)) return B.fast_bytes(constant);
    if (typeof constant === "object") return B.fast_float(constant.float);
    return constant;
  };
  const values = constants.map(constantOf);
  const makers = kinds.map(([name, fields]) => ({
    name,
    fields,
    single: fields.length === 0 ? singles[name] : undefined,
  }));

  const base = digits.length;
  const digitOf = new Uint8Array(128);
  for (let index = 0; index < base; index += 1) digitOf[digits.charCodeAt(index)] = index;

  /** @param {string} text */
  const treeOf = (text) => {
    let at = 0;
    let places = 0;
    const digit = () => digitOf[text.charCodeAt(at++)];
    const numberHere = () => {
      const first = digit();
      if (first < one) return first;
      if (first < one + two) return one + (first - one) * base + digit();
      const second = digit();
      return one + two * base + ((first - one - two) * base + second) * base + digit();
    };
    /** @returns {unknown} */
    const next = () => {
      const number = numberHere();
      if (number < LIST) return MARKS[number];
      if (number === LIST) {
        const length = numberHere();
        const items = [];
        for (let index = 0; index < length; index += 1) items.push(next());
        return B.$list(items);
      }
      const index = (number - FIRST) >> 1;
      if ((number - FIRST) % 2 === 0) return values[index];
      const { name, fields, single } = makers[index];
      if (single) return single;
      const node = new ast[name]();
      for (const field of fields) node[field] = next();
      // The compiler needs positions, though no message shows them.
      places += 1;
      node.lineno = node.end_lineno = places;
      node.col_offset = node.end_col_offset = 0;
      return node;
    };
    return next();
  };

  B.py2js = ({ src, filename, imported }) => {
    const tree = treeOf(src);
    const symbols = B._PySymtable_Build(tree, filename, B.future_features(tree, filename));
    const { js, imports } = B.js_from_root({
      ast: tree,
      symtable: symbols,
      filename,
      src: "",
      imported,
    });
    return { _ast: tree, imports, to_js: () => js };
  };
};
