// What the scripts of the tests put on a page's `window`, and what they find there.

interface LayoutShift extends PerformanceEntry {
  hadRecentInput: boolean;
  value: number;
}

interface Window {
  announced: string[];
  axe: {
    run(
      part: string,
      options: object,
    ): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }>;
  };
  /** What a text from outside sets where it runs. An element may have it as its id. */
  broken: unknown;
  /** What a test puts there: the network is gone from then on. */
  cutOff?(): Promise<void>;
  ended: boolean;
  faults: string[];
  reachable: Set<Element>;
  reached: Set<Element>;
  shifted: number;
}
