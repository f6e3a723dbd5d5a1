/** @param {[patterns: string[], subsets: number[][], captions: Captions]} given */
([patterns, subsets, captions]) => {
  const { lettersIn, numbersIn, captionOf } = window.hexaplaGroups;
  return patterns.map((pattern) =>
    subsets.map((subset) => {
      const shown = new Set(subset);
      return {
        letters: lettersIn(pattern, shown),
        numbers: numbersIn(pattern, shown),
        caption: captionOf(pattern, shown, captions),
      };
    }),
  );
};
