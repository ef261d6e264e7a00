import type { Check } from '../../../../engine/check.js';
import { isEligible, isOnDemand, isUsage } from '../../../figures/commitment-rows.js';
import { type Days, lengthOf } from '../../../figures/days.js';
import { hourly, monthly, positive } from '../../../figures/formulas.js';
import { namesOf } from '../../../figures/groups.js';
import type { ExpectedRow, KnownBill } from '../../../figures/known-bill.js';
import { coveragePrice } from '../../../figures/queries/coverage-query.js';
import { chargedIn, ofGroup, type Query } from '../../../figures/queries/query.js';
import { aboutOf, compareFigures, compareTable } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { mainProviders, ofBill, preference, readMeasured } from '../bill-check.js';

export const uncoveredChecks: readonly Check[] = [
  ofBill('listUncoveredSpend', {
    id: 'bill.uncovered-base-is-the-on-demand-remainder',
    ...preference,
    requirement:
      'The parts of a service and platform add up to its on-demand usage in the measured days; the floor of a single part is its lowest hour.',
    requests: 1,
    of: mainProviders,
    async compare(billCase, provider) {
      const { bill } = billCase;
      const read = await readMeasured(billCase, 'listUncoveredSpend', provider, {});
      const platforms = await namesOf(bill, 'platform', provider, []);
      const query: Query = {
        figures: { on_demand: `sum(${coveragePrice})` },
        where: [provider.where, ...chargedIn(read.days), isUsage, isEligible, isOnDemand],
        groupBy: { service: 'ServiceName', platform: 'platform' },
      };
      await compareTable(read, {
        ...{ path: 'data[]', query, pick: 'sum' },
        rows: rowsOf(read.data)
          .filter((part) => part.provider === provider.id)
          // A server may know platforms that the bill does not have, such as database engines.
          .map((part) => ({ ...part, platform: platforms.of(part.platform) ?? null })),
        figures: [
          { field: 'on_demand_monthly', is: monthly('on_demand'), required: 'known' },
          { field: 'on_demand_hourly_avg', is: hourly('on_demand'), required: 'known' },
        ],
        missing: positive(monthly('on_demand')),
        async each(rows, { group }) {
          const { where } = ofGroup(query, group);
          const from = rows.length === 1 ? await lowestHour(bill, where) : null;
          if (!from) return;
          const floor = { field: 'on_demand_hourly_min', is: leastOf, required: 'shown' } as const;
          compareFigures(read, [floor], { rows, from, path: 'data[]', about: aboutOf(group) });
        },
      });
    },
  }),
];

/** Returns the lowest hour, if all rows are of one hour. */
async function lowestHour(bill: KnownBill, where: readonly string[]): Promise<ExpectedRow | null> {
  const isLonger = 'ChargePeriodEnd > ChargePeriodStart + INTERVAL 1 HOUR';
  const longer = await bill.total({ figures: {}, where: [...where, isLonger] });
  if (longer.rows > 0) return null;
  const hours = `(SELECT sum(${coveragePrice}) AS hour_cost FROM charges WHERE ${where.join(' AND ')} GROUP BY date_trunc('hour', ChargePeriodStart))`;
  return bill.total({ figures: { floor: 'min(hour_cost)' }, from: hours, where: [] });
}

/** Corrections can make an hour cheaper than one without usage. */
function leastOf(from: ExpectedRow, days: Days) {
  const least = from.figures.floor ?? null;
  const lowest = from.rows === 24 * lengthOf(days) ? least : Math.min(0, least ?? 0);
  const formula = lowest === least ? {} : { formula: 'the cost of an hour without usage' };
  return { from, expected: lowest, unit: 'measure', ...formula } as const;
}
