// Aligns each column's string with its string after the previous step, and groups equal strings.
window.hexaplaAlignment = (() => {
  /**
   * Return, for each character of a string, its index in the previous string; -1 for a new character.
   * The characters that aren't new are a longest common subsequence.
   * @param {string[]} before
   * @param {string[]} after
   */
  function placesBefore(before, after) {
    /** @type {number[][]} */
    const longest = Array.from({ length: before.length + 1 }, () =>
      Array(after.length + 1).fill(0),
    );
    for (let i = before.length - 1; i >= 0; i -= 1) {
      for (let j = after.length - 1; j >= 0; j -= 1) {
        const isSame = before[i] === after[j];
        const without = Math.max(longest[i + 1][j], longest[i][j + 1]);
        longest[i][j] = isSame ? longest[i + 1][j + 1] + 1 : without;
      }
    }
    /** @type {number[]} */
    const places = Array(after.length).fill(-1);
    for (let i = 0, j = 0; i < before.length && j < after.length; ) {
      if (before[i] === after[j]) {
        places[j] = i;
        i += 1;
        j += 1;
      } else if (longest[i + 1][j] >= longest[i][j + 1]) i += 1;
      else j += 1;
    }
    return places;
  }

  /**
   * Return the different strings of the shown columns, each with the indexes of its columns.
   * @param {string[]} texts
   * @param {(at: number) => boolean} isShown
   */
  function linesOf(texts, isShown) {
    /** @type {Map<string, number[]>} */
    const lines = new Map();
    texts.forEach((text, at) => {
      if (isShown(at)) lines.set(text, [...(lines.get(text) ?? []), at]);
    });
    return Array.from(lines, ([text, members]) => ({ text, members }));
  }

  return { placesBefore, linesOf };
})();
