// cspell:ignore utilisation amortised tive
/** How much a result matters, by its address; 1 for all others. Guides explain, fields are many. */
const weights: readonly (readonly [address: RegExp, weight: number])[] = [
  [/^\/#/, 0.5],
  [/^\/guides\/default-dataset/, 0.7],
  [/^\/guides\/(quick-start\.html#quick-start|mock\.html#the-mock)/, 1.8],
  [/^\/guides\/(verify-your-server|record-and-replay)/, 1],
  // Its programs name operations.
  [/^\/guides\/recipes/, 0.6],
  [/^\/guides\/commitments/, 1.75],
  [/^\/guides\//, 1.3],
  [/^\/project\//, 0.25],
  [/^\/checks\./, 0.6],
  [/^\/reference\/.*#(header|query|path)-/, 0.4],
  [/^\/reference\/(?!schemas|events|errors)[a-z-]+\.html$/, 1.27],
  [/^\/reference\/(schemas|events|.*#(data|body|created)\b)/, 0.6],
];

const inventory = '/reference/list-commitment-inventory.html';
const contracts = '/reference/list-contract-commitments.html';
const costs = '/guides/figures.html#costs';

/** Words of the field that people type, and what each means rather than fields whose names contain it. */
export const abbreviations: Readonly<Record<string, string>> = {
  // Commitments
  esr: '/reference/get-effective-savings-rate.html',
  ri: inventory,
  ris: inventory,
  sp: inventory,
  cud: '/reference/list-commitments.html',
  cuds: '/reference/list-commitments.html',
  edp: contracts,
  ppa: contracts,
  ode: '/guides/commitments.html#effective-savings-rate',
  utilisation: '/guides/commitments.html#utilization',
  // Costs
  mtd: '/reference/get-cost-summary.html',
  eom: '/reference/get-cost-forecast.html',
  unblended: '/reference/get-cost-timeline.html',
  amortized: costs,
  amortised: costs,
  sku: '/guides/your-bill.html#columns',
  cur: '/guides/your-bill.html#use-your-own-bill-in-the-mock',
  showback: '/reference/get-cost-breakdown.html',
  chargeback: '/reference/get-cost-breakdown.html',
  // Recommendations
  rightsizing: '/reference/list-recommendations.html',
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
