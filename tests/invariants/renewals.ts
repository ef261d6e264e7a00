import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset.js';
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
  'the recommended option has the lowest yearly cost': (dataset) => {
    for (const options of everyOptions(dataset)) {
      const costs = rowsOf(options).flatMap(({ per_year }) => per_year ?? []);
      const best = rowsOf(options).find(({ recommended }) => recommended);
      expect(best.per_year).toBe(Math.min(...costs));
    }
  },

  'the part of demand that an option does not cover is charged at the on-demand rate': (dataset) => {
    for (const options of everyOptions(dataset)) {
      const { on_demand_rate: rate, projection } = options.demand;
      // Expected demand is constant over the term.
      const [{ units }] = projection;
      for (const row of rowsOf(options)) {
        const hours = row.term_months * 730;
        expect(row.idle_units).toBeCloseTo(Math.max(0, row.held_units_equivalent - units), 3);
        expect(row.spill_units).toBeCloseTo(Math.max(0, units - row.held_units_equivalent), 3);
        if (rate === null) expect(row.spill_cost).toBeNull();
        else expect(row.spill_cost).toBeCloseTo(row.spill_units * rate * hours, 1);
        if (row.term_total === null)
          expect([row.upfront, row.all_in, row.per_year]).toEqual([null, null, null]);
        else expect(row.per_year).toBeCloseTo((row.all_in * 8760) / hours, 1);
      }
    }
  },

  'options and plan are based on the held quantity and its utilization': (dataset) => {
    for (const { id, current_utilization_pct } of listOf(dataset)) {
      const { held_quantity, contract, classes, options, demand } = dataset.call(
        'getRenewalOptions',
        requestFor(id),
      );
      const plan = dataset.call('getRenewalPlan', requestFor(id));
      expect([contract.quantity, plan.units_held]).toEqual([held_quantity, held_quantity]);
      for (const option of options) {
        const perOne = classes.find((one: any) => one.resource === option.resource)?.held_units_per_one;
        if (perOne !== undefined) expect(option.held_units_equivalent).toBe(option.quantity * perOne);
      }
      const level = add(demand.points, 'units') / demand.points.length;
      const [{ units: expected }] = demand.projection;
      if (plan.pending_changes.length === 0) expect(expected).toBeCloseTo(level, 3);
      else expect(expected).toBeLessThan(level);
      if (current_utilization_pct === null) continue;
      const days = dataset.call('getCommitment', requestFor(id)).utilization_history as any[];
      const hours = add(days, 'purchased_hours') / held_quantity;
      expect(plan.units_consumed).toBeCloseTo(add(days, 'used_hours') / hours, 3);
    }
  },

  'a plan matches the recommended option, the pending recommendations and the figures of the commitment': (
    dataset,
  ) => {
    for (const { id } of listOf(dataset)) {
      const plan = dataset.call('getRenewalPlan', requestFor(id));
      const { protects_monthly, rightsizing_monthly } = dataset.call('getCommitment', requestFor(id));
      const isPriced = dataset.call('getRenewalQuote', requestFor(id)).error_message === null;
      expect(plan.protects_monthly).toBe(isPriced ? protects_monthly : null);
      expect(plan.rightsizing_monthly).toBe(rightsizing_monthly);
      for (const change of plan.pending_changes) {
        const path = { id: change.recommendation_id };
        expect(dataset.call('getRecommendation', { path })).toMatchObject(change);
      }
      const best = rowsOf(dataset.call('getRenewalOptions', requestFor(id))).find(
        ({ recommended }) => recommended,
      );
      expect([plan.units_recommended, plan.quantity_recommended]).toEqual(
        plan.decision === 'renew' ? [best.held_units_equivalent, best.quantity] : [0, null],
      );
    }
  },
};
