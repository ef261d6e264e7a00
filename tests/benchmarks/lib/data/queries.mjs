// @ts-check

/** Requests of every operation that a bill determines, with different parameters, so that no cache returns them. */

const provider = '/api/v1/providers/provider_a';
/** Ranges of different lengths, which end on different days. */
const ranges = Array.from({ length: 20 }, (_, i) => {
  const end = new Date(Date.UTC(2026, 4, 31 - i));
  const start = new Date(end.getTime() - (6 + i) * 86_400_000);
  return { start: start.toISOString().slice(0, 10), end: end.toISOString().slice(0, 10) };
});
const inRange = ranges.map(({ start, end }) => `start=${start}&end=${end}`);
const months = ['2026-05', '2026-04', '2026-03'];

/** @param {string} path @param {readonly string[]} queries */
const targets = (path, queries) => queries.map((query) => `${path}?${query}`);

/**
 * Requests by operation.
 *
 * @type {Readonly<Record<string, readonly string[]>>}
 */
export const requests = {
  listProviders: ['/api/v1/providers'],
  'getCostBreakdown, by service': targets(
    `${provider}/costs/breakdown`,
    inRange.map((one) => `${one}&group_by=service`),
  ),
  'getCostBreakdown, by account, region and tag': targets(
    `${provider}/costs/breakdown`,
    inRange.map((one) => `${one}&group_by=account_id&group_by=region&group_by=tag&tag_key=team`),
  ),
  getCostTimeline: targets(
    `${provider}/costs/timeline`,
    inRange.map((one) => `${one}&dimension=service`),
  ),
  getCostSummary: [`${provider}/costs/summary`, '/api/v1/providers/provider_b/costs/summary'],
  getCostFilterOptions: targets(`${provider}/costs/filter-options`, inRange),
  getCostForecast: targets('/api/v1/costs/forecast', [
    'provider=all',
    'provider=provider_a',
    'provider=provider_b',
  ]),
  listInvoiceMonths: ['/api/v1/providers/provider_b/costs/invoices'],
  getEffectiveSavingsRate: targets(
    '/api/v1/commitments/esr',
    months.flatMap((month) => [`period=${month}`, `period=${month}&scope=all`]),
  ),
  getCommitmentUtilization: targets('/api/v1/commitments/utilization', [
    ...inRange,
    ...inRange.map((one) => `${one}&type=sp`),
  ]),
  getCoverageRates: ['/api/v1/commitments/coverage-rates'],
  getCommitmentsByService: ['/api/v1/commitments/by-service'],
  listUncoveredSpend: ['/api/v1/commitments/uncovered'],
  getCommitmentPortfolio: targets('/api/v1/commitments/portfolio', ['basis=net', 'basis=list']),
  listCommitmentInventory: targets('/api/v1/commitments/inventory', ['instrument=ri', 'instrument=sp']),
  listCommitments: targets('/api/v1/commitments', ['page=1', 'page=2', 'kind=savings_plan']),
  getCommitment: ['/api/v1/commitments/detail/commitment-0', '/api/v1/commitments/detail/commitment-12'],
  getCommitmentOverview: ['/api/v1/commitments/overview'],
};

/** @param {{ start: string, end: string }} range */
const within = ({ start, end }) =>
  `ChargePeriodStart >= '${start}' AND ChargePeriodStart < DATE '${end}' + 1`;

/**
 * The same questions as plain SQL over the export, by the name of the operation.
 *
 * @type {Readonly<Record<string, (source: string) => readonly string[]>>}
 */
export const statements = {
  'getCostBreakdown, by service': (source) =>
    ranges.map(
      (range) =>
        `SELECT ServiceName, sum(BilledCost) FROM ${source} WHERE ProviderName = 'Provider A' AND ${within(range)} GROUP BY ALL`,
    ),
  'getCostBreakdown, by account, region and tag': (source) =>
    ranges.map(
      (range) =>
        `SELECT SubAccountId, RegionId, Tags ->> 'team', sum(BilledCost) FROM ${source} WHERE ProviderName = 'Provider A' AND ${within(range)} GROUP BY ALL`,
    ),
  getCostTimeline: (source) =>
    ranges.map(
      (range) =>
        `SELECT CAST(ChargePeriodStart AS DATE), ServiceName, sum(BilledCost) FROM ${source} WHERE ProviderName = 'Provider A' AND ${within(range)} GROUP BY ALL`,
    ),
  getEffectiveSavingsRate: (source) =>
    months.map(
      (month) =>
        `SELECT SubAccountId, sum(ListCost), sum(ContractedCost), sum(EffectiveCost) FROM ${source} WHERE ChargeCategory = 'Usage' AND date_trunc('month', ChargePeriodStart) = DATE '${month}-01' GROUP BY ALL`,
    ),
  getCommitmentUtilization: (source) =>
    ranges.map(
      (range) =>
        `SELECT ServiceName, CommitmentDiscountStatus, sum(CommitmentDiscountQuantity) FROM ${source} WHERE CommitmentDiscountCategory = 'Usage' AND ${within(range)} GROUP BY ALL`,
    ),
};
