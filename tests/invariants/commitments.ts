import { expect } from 'vitest';
import type { TestDataset } from '../support/dataset/dataset.js';
import { everyPage } from '../support/dataset/every-page.js';
import { add, day, expectNear, expectPercent, type Invariants } from './support.js';

export const listOf = (dataset: TestDataset, query: object = {}) =>
  everyPage(dataset, 'listCommitments', { query: { ...query } }).items as any[];
const inventoryOf = ({ call }: TestDataset, instrument?: string) =>
  (instrument ? [instrument] : ['ri', 'sp']).flatMap(
    (one) => call('listCommitmentInventory', { query: { instrument: one } }).rows as any[],
  );
const detailOf = ({ call }: TestDataset, id: string) =>
  call('getCommitment', { path: { commitment_id: id } });

/** Sums of purchased and used hours. */
const hoursOf = (days: readonly any[]) => ({
  purchased: add(days, 'purchased_hours'),
  used: add(days, 'used_hours'),
});

const startOf = ({ clock }: TestDataset) => (Math.floor(clock.now() / day) - 30) * day;

/** Invariants of measured commitments. */
export const commitments: Invariants = {
  'only active commitments have utilization figures': (dataset) => {
    const listed = new Map(listOf(dataset).map((row) => [row.id, row]));
    for (const row of inventoryOf(dataset)) {
      const { current_utilization_pct, current_coverage_pct } = listed.get(row.id);
      const figures = [current_utilization_pct, current_coverage_pct, row.unused_monthly, row.saved_monthly];
      if (row.state !== 'active') expect(new Set([...figures, row.on_demand])).toEqual(new Set([null]));
      else if (dataset.clock.now() - Date.parse(row.start) > 2 * day) expect(figures).not.toContain(null);
      expect(detailOf(dataset, row.id).fee_monthly_net !== null).toBe(
        ['active', 'retired'].includes(row.state),
      );
    }
  },

  'billed coverage matches the utilization history': (dataset) => {
    for (const row of inventoryOf(dataset)) {
      if (row.on_demand === null) continue;
      const { on_demand_cost, unit_hours } = row.on_demand;
      const history = detailOf(dataset, row.id).utilization_history;
      const { used } = hoursOf(history);
      // One that started in the window did not run for the whole of its first day.
      if (Date.parse(row.start) >= startOf(dataset)) continue;
      const month = 730 / (24 * history.length);
      expectNear(on_demand_cost * month - row.committed_monthly, row.saved_monthly, 2 + 2 * month);
      if (unit_hours !== null) expect(unit_hours).toBeCloseTo(used, 3);
    }
  },

  'utilization of a service is the sum of its commitments on each day, and of its days in each month': (
    dataset,
  ) => {
    const listed = listOf(dataset);
    for (const type of ['ri', 'sp']) {
      const entries = (query: object = {}) =>
        dataset.call('getCommitmentUtilization', { query: { type, ...query } }).services as any[];
      const unit =
        type === 'ri' ? ['capacity_total', 'capacity_used'] : ['commitment_total_usd', 'commitment_used_usd'];
      const months = entries({ granularity: 'monthly' });
      for (const [at, entry] of entries().entries()) {
        for (const { date, ...month } of months[at].days) {
          const days = entry.days.filter((one: any) => one.date.startsWith(date.slice(0, 7)));
          for (const name of unit) expect(month[name]).toBeCloseTo(add(days, name), 3);
        }
        const ofService = inventoryOf(dataset, type).filter(
          (row) => (row.plan_type ?? row.service) === entry.service,
        );
        // Commitments that ended in the window have hours in it but no utilization history.
        if (ofService.some((row) => row.state === 'retired' && Date.parse(row.end_at) > startOf(dataset)))
          continue;
        const running = listed.filter(
          ({ id, current_utilization_pct }) =>
            current_utilization_pct !== null && ofService.some((row) => row.id === id),
        );
        const histories = running.flatMap(({ id }) => detailOf(dataset, id).utilization_history as any[]);
        // Capacity is counted in units; each reserved resource has a whole number of them.
        const perOne = entry.purchased_hours / hoursOf(histories).purchased;
        if (type === 'sp' || entry.size_unit === 'node') expect(perOne).toBeCloseTo(1, 6);
        for (const step of entry.days) {
          const { purchased, used } = hoursOf(histories.filter(({ date }) => date === step.date));
          expect(step[unit[0] as string]).toBeCloseTo(purchased * perOne, 2);
          expect(step[unit[1] as string]).toBeCloseTo(used * perOne, 2);
        }
      }
    }
  },

  'coverage of a commitment matches the coverage rates and the deprecated coverage list': (dataset) => {
    for (const provider of ['provider_a', 'provider_b']) {
      const { services } = dataset.call('getCoverageRates', { query: { provider } });
      const rows = everyPage(dataset, 'listCommitmentCoverage', { query: { provider } }).items as any[];
      for (const { service, covered_monthly, on_demand_monthly } of services) {
        const ofService = listOf(dataset, { provider }).filter((row) => row.service === service);
        for (const { id } of ofService) {
          const one = detailOf(dataset, id);
          expect(one.on_demand_monthly).toBe(on_demand_monthly);
          const cost = rows.find(({ row_id }) => row_id === id)?.usage_cost_monthly ?? null;
          if (cost === null) continue;
          expectPercent(one.current_coverage_pct, cost, covered_monthly + on_demand_monthly);
        }
        const own = rows.filter((row) => row.service === service && row.usage_cost_monthly !== null);
        // A commitment that ended in the window has coverage but no row.
        if (ofService.some(({ status }) => ['cancelled', 'expired'].includes(status)))
          expect(add(own, 'usage_cost_monthly')).toBeLessThanOrEqual(covered_monthly + 0.05);
        else expectNear(add(own, 'usage_cost_monthly'), covered_monthly, own.length + 1);
      }
    }
  },
};

/** Invariants of a dataset in which provider_a is not measured. */
export const unmeasured: Invariants = {
  'all utilization figures of commitments are null': (dataset) => {
    for (const { id, provider } of listOf(dataset)) {
      const one = detailOf(dataset, id);
      const figures = [
        one.covered_spend_monthly,
        one.on_demand_monthly,
        one.protects_monthly,
        one.rightsizing_monthly,
      ];
      expect(new Set(figures)).toEqual(new Set([null]));
      expect([one.utilization_history, one.coverage_history, one.consumers]).toEqual([[], [], []]);
      if (provider !== 'provider_a') continue;
      expect(dataset.call('getRenewalOptions', { path: { commitment_id: id } }).demand).toBeNull();
    }
  },
};
