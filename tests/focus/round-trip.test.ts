import { beforeAll, describe, expect, test, vi } from 'vitest';
import type { Scenario } from '../../mocks/dataset/index.js';
import type { OperationId } from '../../src/generated/operations.js';
import type { CallInput } from '../support/dataset/dataset.js';
import { datasetStarts } from '../support/dataset/datasets.js';
import { differences } from './differences.js';
import { type RoundTrip, roundTrip, withoutDiscounts, withoutInvoices } from './round-trip.js';
import { filters, groupings, instruments, providers, rangesUpTo, rules } from './round-trip-rules.js';

// A scenario is exported and the mock reads the export: every figure that a bill determines is the same, over many
// seeds and dates: `SEED_RUNS=20 npx vitest run tests/focus/round-trip.test.ts`.

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 });

type Compare = (operationId: OperationId, scenario: CallInput, bill?: CallInput) => void;

/** Compares the responses to a request, which can differ where a bill has other charge types. */
function comparing({ scenario, bill }: RoundTrip): Compare {
  return (operationId, request, ofBill = request) => {
    // Whether the responses match the document is another test.
    const expected = scenario.attempt(operationId, request);
    const actual = bill.attempt(operationId, ofBill);
    expect(expected.failure).toBeUndefined();
    const found = differences(expected, actual, rules[operationId]);
    expect(found, `${operationId} ${JSON.stringify(ofBill)}`).toEqual([]);
  };
}

const scenarios = ['default', 'expiring-soon', 'unmeasured', 'failing-lookups'] as const;
const starts = datasetStarts
  .slice(0, process.env.SEED_RUNS ? undefined : 1)
  .map((start, i) => ({ ...start, scenario: scenarios[i % scenarios.length] as Scenario }));

/** Sorted by names, because equal costs could be in another order. */
const sorted = { page_size: 200, sort_by: 'service', sort_order: 'asc' };

describe.each(starts)('the export of $scenario, seed $seed, at $now', (start) => {
  describe('as it is', () => {
    let trip: RoundTrip;
    let compare: Compare;
    beforeAll(async () => {
      trip = await roundTrip(start);
      compare = comparing(trip);
    });
    // Costs before negotiated discounts are in no bill: only the net views are compared.
    const views = ['net_unblended', 'net_amortized'].flatMap((show_cost_as) =>
      ['before', 'after'].map((credits) => ({ show_cost_as, credits })),
    );
    // The scenario has taxes and adjustments on invoices only.
    const regular = { charge_type: ['tax', 'adjustment'], charge_type_mode: 'exclude' };

    test.each(views)('has the costs of the scenario: $show_cost_as, $credits credits', (view) => {
      for (const provider_id of providers) {
        for (const range of rangesUpTo(start)) {
          for (const grouping of groupings) {
            compare('getCostBreakdown', {
              path: { provider_id },
              query: { ...sorted, ...view, ...range, ...grouping, ...regular },
            });
          }
          for (const filter of filters) {
            compare('getCostBreakdown', {
              path: { provider_id },
              query: { ...sorted, ...view, ...range, ...filter, ...regular },
            });
          }
        }
      }
    });

    test('has the costs of each charge type, with credits as a type of their own', () => {
      const types = [
        ['usage', 'usage', 'credit'],
        ['covered_usage', 'covered_usage'],
        ['commitment_fee', 'commitment_fee'],
      ];
      for (const provider_id of providers) {
        for (const view of views) {
          for (const [type, ...ofBill] of types) {
            const query = { ...sorted, ...view, preset: '30D' };
            compare(
              'getCostBreakdown',
              { path: { provider_id }, query: { ...query, charge_type: [type] } },
              { path: { provider_id }, query: { ...query, charge_type: ofBill } },
            );
          }
        }
      }
    });

    test('has the filter options of the scenario, and the charge type of credits', () => {
      for (const provider_id of providers) {
        for (const range of rangesUpTo(start)) {
          for (const filter of filters) {
            const request = { path: { provider_id }, query: { ...range, ...filter, ...regular } };
            const { charge_types: types, ...expected } = trip.scenario.call('getCostFilterOptions', request);
            const { charge_types: ofBill, ...actual } = trip.bill.call('getCostFilterOptions', request);
            const others = ['credit', 'tax', 'adjustment'];
            expect(actual).toEqual(expected);
            expect(ofBill.filter((type: string) => !others.includes(type))).toEqual(types);
          }
        }
      }
    });

    test('has the savings rate of the scenario', () => {
      const month = (ago: number) => {
        const date = new Date(start.now);
        return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() - ago, 1))
          .toISOString()
          .slice(0, 7);
      };
      for (const scope of ['eligible', 'all']) {
        for (const ago of [0, 1, 2, 7, 24, 25, 26]) {
          compare('getEffectiveSavingsRate', { query: { scope, period: month(ago) } });
        }
        compare('getEffectiveSavingsRate', { query: { scope } });
      }
    });

    test('has the invoices of the scenario', () => {
      for (const credits of ['before', 'after']) {
        for (const months of [1, 12, 36]) {
          const request = { path: { provider_id: 'provider_b' }, query: { credits, months } };
          // The bill also has the first month, whose invoice lacks the late charges of the month before.
          const expected = invoicesOf(trip.scenario.call('listInvoiceMonths', request));
          const actual = invoicesOf(trip.bill.call('listInvoiceMonths', request)).slice(0, expected.length);
          expect(differences(expected, actual)).toEqual([]);
          expect(expected).toHaveLength(Math.min(months, 24));
        }
      }
      compare('listInvoiceMonths', { path: { provider_id: 'provider_a' } });
    });
  });

  describe('without negotiated discounts, taxes and adjustments', () => {
    let trip: RoundTrip;
    let compare: Compare;
    beforeAll(async () => {
      trip = await roundTrip(start, (seedData) => withoutInvoices(withoutDiscounts(seedData)));
      compare = comparing(trip);
    });
    const none: Record<string, unknown>[] = [{}];
    const each = providers.map((provider) => ({ provider }));

    test('has the summary, timeline and forecast of the scenario', () => {
      for (const credits of ['before', 'after']) {
        for (const provider_id of providers) {
          compare('getCostSummary', { path: { provider_id }, query: { credits } });
          for (const range of rangesUpTo(start)) {
            for (const dimension of [undefined, 'service', 'account_id', 'region']) {
              const query = { ...range, credits, ...(dimension ? { dimension } : {}) };
              compare('getCostTimeline', { path: { provider_id }, query });
            }
          }
        }
        for (const horizon of ['month', 'quarter', 'year']) {
          for (const scope of [...none, ...each])
            compare('getCostForecast', { query: { horizon, credits, ...scope } });
        }
      }
    });

    test('has the utilization of the scenario', () => {
      for (const provider of providers) {
        for (const type of instruments) {
          for (const { preset: _, ...range } of rangesUpTo(start)) {
            compare('getCommitmentUtilization', { query: { provider, type, ...range } });
          }
        }
      }
    });

    test('has the coverage and the uncovered usage of the scenario', () => {
      for (const query of [...none, ...each]) {
        compare('getCoverageRates', { query });
        compare('listCommitmentCoverage', { query: { ...query, page_size: 100 } });
        compare('getCommitmentsByService', { query });
      }
      compare('listUncoveredSpend', {});
    });

    test('has the commitments of the scenario', () => {
      for (const query of [...none, ...each]) {
        compare('listCommitments', { query: { ...query, page_size: 100 } });
        compare('getCommitmentPortfolio', { query });
        compare('getCommitmentPortfolio', { query: { ...query, basis: 'list' } });
        for (const commitment_type of ['all', ...instruments]) {
          compare('getCommitmentOverview', { query: { ...query, commitment_type } });
        }
      }
      for (const { provider } of each) {
        for (const instrument of instruments) {
          compare('listCommitmentInventory', { query: { provider, instrument } });
        }
      }
      const { items } = trip.scenario.call('listCommitments', { query: { page_size: 100 } });
      const ids: string[] = items.map(({ id }: { id: string }) => id);
      for (const commitment_id of ids) compare('getCommitment', { path: { commitment_id } });
      expect(ids.length).toBeGreaterThan(5);
    });
  });
});

/** The rounding of an invoice is an adjustment of the bill. */
function invoicesOf({ items }: { items: any[] }) {
  return items.map(({ by_cost_type: types, ...invoice }) => ({
    ...invoice,
    regular: types.regular,
    tax: types.tax,
    adjustment: Math.round((types.adjustment + types.rounding_error) * 100) / 100,
  }));
}
