import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Scenario } from '../../mocks/dataset/index.js';
import type { OperationId } from '../../src/generated/operations.js';
import type { CallInput } from '../support/dataset/dataset.js';
import { type DatasetStart, datasetStarts } from '../support/dataset/datasets.js';
import { testMock } from '../support/mock/test-mock.js';
import { mockHandler } from '../support/mock-handler.js';
import { verify } from '../support/suite/verify.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { differences } from './differences.js';
import { violationsIn } from './oracle.js';
import { type ExportFiles, type RoundTrip, type RoundTripStart, roundTrip } from './round-trip.js';
import { filters, groupings, instruments, rangesUpTo, rules } from './round-trip-rules.js';

// A scenario is exported and the mock reads the export. Every operation whose response a bill determines returns the same, and
// the suite finds no difference between the scenario and its export. The scenarios alternate over seeds and dates; with
// `ALL_SCENARIOS=1 SEED_RUNS=20 npx vitest run tests/focus/round-trip.test.ts` each is at every one.

vi.setConfig({ testTimeout: 240_000, hookTimeout: 240_000 });

const scenarios: readonly Scenario[] = ['default', 'expiring-soon', 'unmeasured', 'failing-lookups', 'large'];
const starts = datasetStarts.flatMap((start, index) => {
  const all = process.env.ALL_SCENARIOS ? scenarios : [scenarios[index % scenarios.length] as Scenario];
  return all.map((scenario): RoundTripStart => ({ ...start, scenario }));
});

/** Sorted by names, because equal costs could be in another order. */
const sorted = { page_size: 200, sort_by: 'service', sort_order: 'asc' };
const credits = ['before', 'after'];

/** The requests whose responses a bill determines, over a covering set of their parameters. */
function requestsTo(start: RoundTripStart, ids: readonly string[]): [OperationId, readonly CallInput[]][] {
  // The bill of a provider shows that it is measured.
  const measured = start.scenario === 'unmeasured' ? ['provider_b'] : ['provider_a', 'provider_b'];
  const each = <T>(values: readonly T[], of: (value: T) => readonly CallInput[]) => values.flatMap(of);
  const ofProviders = (query: Record<string, unknown> = {}) =>
    measured.map((provider) => ({ query: { ...query, provider } }));
  const inPaths = (query: Record<string, unknown>) =>
    ['provider_a', 'provider_b'].map((provider_id) => ({ path: { provider_id }, query }));
  const ranges = rangesUpTo(start);
  const isAll = measured.length === 2;
  return [
    ['getCostBreakdown', breakdowns(ranges).flatMap(inPaths)],
    [
      'getCostFilterOptions',
      each(ranges, (range) => filters.flatMap((one) => inPaths({ ...range, ...one }))),
    ],
    ['getCostSummary', each(credits, (one) => inPaths({ credits: one }))],
    ['getCostTimeline', timelines(ranges).flatMap(inPaths)],
    [
      'getCostForecast',
      each(['month', 'quarter', 'year'], (horizon) =>
        each(credits, (one) => [
          { query: { horizon, credits: one } },
          ...['provider_a', 'provider_b'].map((provider) => ({ query: { horizon, credits: one, provider } })),
        ]),
      ),
    ],
    [
      'listInvoiceMonths',
      each(credits, (one) => [1, 12, 36].flatMap((months) => inPaths({ credits: one, months }))),
    ],
    ['getEffectiveSavingsRate', isAll ? savingsRates(start) : []],
    [
      'getCommitmentUtilization',
      each(instruments, (type) => each(ranges, ({ preset: _, ...range }) => ofProviders({ type, ...range }))),
    ],
    ['getCoverageRates', ofProviders()],
    ['listCommitmentCoverage', ofProviders({ page_size: 100 })],
    ['getCommitmentsByService', ofProviders()],
    ['listUncoveredSpend', isAll ? [{}] : []],
    [
      'listCommitments',
      [...ofProviders({ page_size: 100 }), ...(isAll ? [{ query: { page_size: 100 } }] : [])],
    ],
    ['getCommitmentPortfolio', each(['net', 'list'], (basis) => ofProviders({ basis }))],
    ['getCommitmentOverview', each(['all', ...instruments], (one) => ofProviders({ commitment_type: one }))],
    ['listCommitmentInventory', each(instruments, (instrument) => ofProviders({ instrument }))],
    ['getCommitment', ids.map((commitment_id) => ({ path: { commitment_id } }))],
  ];
}

function breakdowns(ranges: readonly Record<string, string>[]): Record<string, unknown>[] {
  const views = ['unblended', 'blended', 'amortized', 'net_unblended', 'net_amortized'].flatMap(
    (show_cost_as) => credits.map((one) => ({ show_cost_as, credits: one })),
  );
  const grouped = ranges.flatMap((range) => groupings.map((grouping) => ({ ...range, ...grouping })));
  const filtered = ranges.flatMap((range) => filters.map((filter) => ({ ...range, ...filter })));
  // Each view once, and all other combinations in turn with one of them.
  return [
    ...views.map((view) => ({ ...sorted, ...view, preset: '12M', granularity: 'monthly' })),
    ...[...grouped, ...filtered].map((query, i) => ({ ...sorted, ...views[i % views.length], ...query })),
  ];
}

function timelines(ranges: readonly Record<string, string>[]): Record<string, unknown>[] {
  return ranges.flatMap((range, i) =>
    [{}, { dimension: 'service' }, { dimension: 'account_id' }, { dimension: 'region' }].map(
      (dimension, d) => ({
        ...range,
        ...dimension,
        credits: credits[(i + d) % 2],
      }),
    ),
  );
}

function savingsRates({ now }: DatasetStart): CallInput[] {
  const date = new Date(now);
  const month = (ago: number) =>
    new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago, 1)).toISOString().slice(0, 7);
  return ['eligible', 'all'].flatMap((scope) => [
    { query: { scope } },
    ...[0, 1, 2, 7, 24, 25, 26].map((ago) => ({ query: { scope, period: month(ago) } })),
  ]);
}

describe.each(starts)('the export of $scenario, seed $seed, at $now', (start) => {
  const folder = temporaryFolder('round-trip');
  let trip: RoundTrip & ExportFiles;
  beforeAll(async () => {
    trip = await roundTrip(start, folder);
  });

  test('returns what the scenario returns', () => {
    const { items } = trip.scenario.call('listCommitments', { query: { page_size: 40 } });
    const isOfBill = ({ provider }: { provider: string }) =>
      start.scenario !== 'unmeasured' || provider === 'provider_b';
    const ids = items.filter(isOfBill).map(({ id }: { id: string }) => id);
    const found: string[] = [];
    let compared = 0;
    for (const [operationId, requests] of requestsTo(start, ids)) {
      for (const request of requests) {
        const expected = trip.scenario.attempt(operationId, request);
        const actual = trip.bill.attempt(operationId, request);
        const of = differences(expected, actual, rules[operationId]);
        found.push(...of.map((one) => `${operationId} ${JSON.stringify(request)} ${one}`));
        compared += 1;
      }
    }
    expect(found.slice(0, 20)).toEqual([]);
    expect(compared).toBeGreaterThan(300);
  });

  // The large scenario is exported with fewer commitments than a mock serves.
  if (start.scenario === 'large') return;
  test('confirms the figures of the scenario', async () => {
    const keys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];
    // Some starts are just before midnight.
    const mock = await testMock({ keys, ...start, frozen: true });
    const options = { data: trip.data, only: ['bill.*'], profile: 'strict' } as const;
    const report = await verify(mockHandler(mock), { apiKeys: keys, ...options });
    expect(violationsIn(report)).toEqual([]);
  });
});
