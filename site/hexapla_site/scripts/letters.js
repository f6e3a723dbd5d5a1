// The signs for the hosts that parsers read in a URL, as in `HostRow.sign_of`: a letter for each host,
// or a sign for why there is none.
window.hexaplaLetters = (() => {
  const REFUSED = "×";
  const NOT_TOLD = "·";

  /** @param {string | undefined} letter */
  const isRefused = (letter) => letter === REFUSED;

  /** The place of a letter's host; null for a sign. @param {string | undefined} letter */
  const placeOf = (letter = NOT_TOLD) =>
    /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : null;

  /**
   * Return the rows in which two parsers read different hosts, with the indexes of these hosts.
   * @param {string[]} rows What stands for the hosts of all parsers, for each row.
   * @param {number} left
   * @param {number} right
   */
  function apart(rows, left, right) {
    const found = [];
    for (const [row, letters] of rows.entries()) {
      const mine = placeOf(letters[left]);
      const yours = placeOf(letters[right]);
      if (mine !== null && yours !== null && mine !== yours) found.push({ row, mine, yours });
    }
    return found;
  }

  return { isRefused, placeOf, apart };
})();
