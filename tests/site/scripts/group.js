([patterns, subsets]) =>
  patterns.map((pattern) =>
    subsets.map((subset) => {
      const { groupsIn, numbersIn, caption } = hexaplaColumns;
      const shown = new Set(subset);
      return [groupsIn(pattern, shown), numbersIn(pattern, shown), caption(pattern, shown)];
    }),
  );
