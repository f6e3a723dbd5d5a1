// Decides whether a row of a table or list matches a filter.
window.hexaplaMatching = (() => {
  /** @param {string} text */
  const words = (text) => text.toLowerCase().split(/\s+/).filter(Boolean);

  /** The words of an attribute, in groups. @param {string} text */
  const groupsIn = (text) => text.split("/").map((group) => group.split(" "));

  /**
   * Return whether each word is in a group, and no group contains all words. For a single word, it is
   * enough that there is another group.
   * @param {string[][]} groups
   * @param {string[]} wanted
   */
  const isApart = (groups, wanted) =>
    groups.length > 1 &&
    wanted.every((word) => groups.some((group) => group.includes(word))) &&
    !(wanted.length > 1 && groups.some((group) => wanted.every((word) => group.includes(word))));

  /**
   * @param {FilteredRow} row
   * @param {Condition} condition
   */
  function isMatch(row, { key, isPair, chosen }) {
    if (!key) return chosen.flatMap(words).every((word) => row.text.includes(word));
    const groups = groupsIn(row.data[key] ?? "");
    if (isPair) return isApart(groups, chosen);
    return chosen.some((word) => groups.flat().includes(word));
  }

  return { isMatch };
})();
