// The groups of a verdict when some columns are hidden. A page has the groups as a pattern, which
// `report/case.py` writes: a letter for each column, equal for equal results, or a dot for a column
// without a rule. The letters are in the order of the groups: A is the newest column with a rule. This
// script renumbers the groups of the shown columns. `shown` contains the indexes of these columns.
window.hexaplaGroups = (() => {
  const NO_RULE = ".";

  /**
   * @param {string} pattern
   * @param {Set<number>} shown
   */
  function lettersIn(pattern, shown) {
    const letters = [...pattern].filter((letter, at) => letter !== NO_RULE && shown.has(at));
    return [...new Set(letters)].sort();
  }

  /**
   * Return the number of each column's group, from 1; null for a column in no group. A single group
   * has no number.
   * @param {string} pattern
   * @param {Set<number>} shown
   */
  function numbersIn(pattern, shown) {
    const letters = lettersIn(pattern, shown);
    return Array.from(pattern, (letter, at) => {
      const isNumbered = letters.length > 1 && letter !== NO_RULE && shown.has(at);
      return isNumbered ? letters.indexOf(letter) + 1 : null;
    });
  }

  /**
   * Return the indexes of the columns in a group of the whole pattern.
   * @param {string} pattern
   * @param {number} number
   */
  function membersOf(pattern, number) {
    const all = new Set([...pattern].keys());
    const letter = lettersIn(pattern, all)[number - 1];
    return [...all].filter((at) => pattern[at] === letter);
  }

  /**
   * Return the caption that applies to the shown columns, given a page's captions.
   * @param {string} pattern
   * @param {Set<number>} shown
   * @param {Captions} captions
   */
  function captionOf(pattern, shown, { differ = "", silent = "", ruled = "", agree = "" }) {
    const count = lettersIn(pattern, shown).length;
    if (count > 1) return differ.replace("{count}", `${count}`);
    if (count === 0) return silent;
    const isSilent = [...shown].some((at) => pattern[at] === NO_RULE);
    return isSilent ? ruled : agree;
  }

  return { lettersIn, numbersIn, membersOf, captionOf };
})();
