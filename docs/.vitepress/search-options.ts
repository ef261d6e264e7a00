/** How much a result matters, by its address; 1 for all others. Guides explain, fields are many. */
const weights: readonly (readonly [address: RegExp, weight: number])[] = [
  [/^\/#/, 0.5],
  [/^\/guides\/default-dataset/, 0.7],
  [/^\/guides\/(quick-start\.html#quick-start|mock\.html#the-mock)/, 1.8],
  [/^\/guides\/verify-your-server/, 1],
  // Its programs name operations.
  [/^\/guides\/recipes/, 0.6],
  [/^\/guides\/commitments/, 1.75],
  [/^\/guides\//, 1.3],
  [/^\/project\//, 0.25],
  [/^\/(checks|requirements)\./, 0.6],
  [/^\/reference\/.*#(header|query|path)-/, 0.4],
  [/^\/reference\/(?!schemas|events|errors)[a-z-]+\.html$/, 1.27],
  [/^\/reference\/(schemas|events|.*#(data|body|created)\b)/, 0.6],
];

/** Abbreviations that people type, and the page that each means rather than fields whose names contain it. */
const abbreviations: Readonly<Record<string, string>> = {
  esr: '/reference/get-effective-savings-rate.html',
};

const weightOf = (address: string) => weights.find(([pattern]) => pattern.test(address))?.[1] ?? 1;

/** Options of MiniSearch. A short word must match exactly, so that `go` does not find `gone`. */
export const searchOptions = {
  boost: { title: 4, titles: 2, text: 1 },
  boostDocument: (address: string, term: string): number =>
    weightOf(address) * (abbreviations[term] === address ? 10 : 1),
  fuzzy: (term: string): number | boolean => (term.length > 5 ? 0.2 : false),
  prefix: (term: string): boolean => term.length > 2,
};
