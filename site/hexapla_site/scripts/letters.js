// The symbols for the hosts that parsers see in a URL, as in `HostRow.sign_of`: a letter for each
// host, or another symbol if the URL is rejected or the host is unknown.
window.hexaplaLetters = (() => {
  const REFUSED = "×";
  const NOT_TOLD = "·";

  /** @param {string | undefined} letter */
  const isRefused = (letter) => letter === REFUSED;

  /** The index of a letter's host; null for another symbol. @param {string | undefined} letter */
  const placeOf = (letter = NOT_TOLD) =>
    /^[A-Z]$/.test(letter) ? letter.charCodeAt(0) - 65 : null;

  /**
   * Return the rows in which two parsers see different hosts, with the indexes of these hosts.
   * @param {string[]} rows For each row, the symbols of all parsers.
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
