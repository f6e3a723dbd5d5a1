window.shifted = 0;
new PerformanceObserver((list) => {
  for (const entry of /** @type {LayoutShift[]} */ (list.getEntries())) {
    if (!entry.hadRecentInput) window.shifted += entry.value;
  }
}).observe({ type: "layout-shift", buffered: true });
