import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset/dataset.js';
import { listOf } from './commitments.js';
import { add, type Invariants } from './support.js';

const requestFor = (id: string) => ({ path: { commitment_id: id } });
const rowsOf = ({ contract, options }: any) => [contract, ...options] as any[];

/** The renewal options of every commitment, by default and for a given quantity. */
const everyOptions = (dataset: TestDataset): any[] =>
  listOf(dataset).flatMap(({ id }) =>
    [{}, { quantity: 3 }].map((query) => dataset.call('getRenewalOptions', { ...requestFor(id), query })),
  );

/** Invariants of renewals of measured commitments. */
export const renewals: Invariants = {
  'the part of demand that an option does not cover spills, and what it does not need is idle': (dataset) => {
    for (const options of everyOptions(dataset)) {
      // Expected demand is constant over the term.
      const [{ units }] = options.demand.projection;
      for (const row of rowsOf(options)) {
        expect(row.idle_units).toBeCloseTo(Math.max(0, row.held_units_equivalent - units), 3);
        expect(row.spill_units).toBeCloseTo(Math.max(0, units - row.held_units_equivalent), 3);
        if (options.demand.on_demand_rate === null) expect(row.spill_cost).toBeNull();
        if (row.term_total === null)
          expect([row.upfront, row.all_in, row.per_year]).toEqual([null, null, null]);
      }
    }
  },

  'the expected demand is the mean of the past, less what pending changes save': (dataset) => {
    for (const { id } of listOf(dataset)) {
      const { held_quantity, contract, demand } = dataset.call('getRenewalOptions', requestFor(id));
      const { pending_changes } = dataset.call('getRenewalPlan', requestFor(id));
      expect(contract.quantity).toBe(held_quantity);
      const level = add(demand.points, 'units') / demand.points.length;
      const [{ units: expected }] = demand.projection;
      if (pending_changes.length === 0) expect(expected).toBeCloseTo(level, 3);
      else expect(expected).toBeLessThan(level);
    }
  },

  'a plan shows the pending recommendations, and protects nothing without a price': (dataset) => {
    for (const { id } of listOf(dataset)) {
      const plan = dataset.call('getRenewalPlan', requestFor(id));
      const isPriced = dataset.call('getRenewalQuote', requestFor(id)).error_message === null;
      if (!isPriced) expect(plan.protects_monthly).toBeNull();
      if (plan.decision !== 'renew')
        expect([plan.units_recommended, plan.quantity_recommended]).toEqual([0, null]);
      for (const change of plan.pending_changes) {
        const path = { id: change.recommendation_id };
        expect(dataset.call('getRecommendation', { path })).toMatchObject(change);
      }
    }
  },
};
