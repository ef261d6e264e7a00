import type { Check } from '../../../../engine/check.js';
import { proposal, stated } from '../../../claims.js';
import { instruments, isEligible, isOnDemand, isUsage } from '../../../figures/commitment-rows.js';
import { type Days, lengthOf } from '../../../figures/days.js';
import { hourly, monthly, positive } from '../../../figures/formulas.js';
import { namesOf } from '../../../figures/groups.js';
import type { ExpectedRow, KnownBill } from '../../../figures/known-bill.js';
import { sellerId } from '../../../figures/provider-bills.js';
import {
  coverage,
  coverageAtOtherPrices,
  coveragePrice,
  eligibleQuery,
  knownWithPrices,
  shownWithPrices,
} from '../../../figures/queries/coverage-query.js';
import { chargedIn, ofGroup, type Query } from '../../../figures/queries/query.js';
import { aboutOf, compareFigures, compareTable, type Figure, reportMissing } from '../../../figures/table.js';
import { rowsOf } from '../../shared/exchange-data.js';
import { mostProviders, ofBill, type ProviderRead } from '../bill-check.js';

const figures: readonly Figure[] = [
  {
    ...{ field: 'coverage_pct', is: coverage(), ...shownWithPrices },
    more: (from) => ({
      alternatives: coverageAtOtherPrices(from),
      // What takes the place of an unknown price is open.
      ...(from.figures.unknown_prices ? { basis: 'proposed', deviation: 'preference' } : {}),
    }),
  },
  { field: 'covered_monthly', is: monthly('covered'), basis: 'proposed', ...knownWithPrices },
  { field: 'on_demand_monthly', is: monthly('on_demand'), basis: 'proposed', ...knownWithPrices },
];

const ofInstrument = (part: string): Figure[] => [
  { field: 'covered_monthly', is: monthly(part), basis: 'proposed' },
  { field: 'coverage_pct', is: coverage(part), basis: 'proposed' },
];

export const coverageChecks: readonly Check[] = [
  ofBill('getCoverageRates', {
    id: 'bill.coverage-is-weighted-by-dollars',
    ...stated,
    source: 'Commitment read semantics, rule 4',
    requirement:
      '`coverage_pct` is covered usage as a share of covered usage and the on-demand remainder, both at on-demand prices, of the measured days.',
    requests: mostProviders,
    of: (billCase) => billCase.committedProviders,
    async compare(billCase, provider) {
      const read = await billCase.measured(provider);
      const query = eligibleQuery(provider, read.days);
      for (const [path, groupBy] of [
        ['totals', {}],
        ['services[]', { service: 'ServiceName' }],
        ['accounts[]', { account_id: 'SubAccountId' }],
      ] as const) {
        await compareTable(read, {
          ...{ path, query: { ...query, groupBy }, figures },
          missing: positive(monthly('covered + on_demand')),
          // Usage without an account may be left out of the list of accounts.
          mayLack: (group) => Object.values(group).some((value) => !value),
          each: ([row], from) => compareInstruments(read, `${path}.instruments[]`, row, from),
        });
      }
    },
  }),
];

/** Compares each instrument; one that covered, or was corrected by, at least a cent of a month must be listed. */
function compareInstruments(read: ProviderRead, path: string, row: any, from: ExpectedRow): void {
  // Totals and accounts have no instruments.
  if (!Array.isArray(row?.instruments)) return;
  const shown = rowsOf(row.instruments);
  for (const instrument of instruments) {
    const part = `covered_by_${instrument}`;
    const rows = shown.filter((one) => one.instrument === instrument).slice(0, 1);
    const group = { instrument, ...from.group };
    const about = aboutOf(group);
    if (rows.length > 0) compareFigures(read, ofInstrument(part), { rows, from, path, about });
    else if (read.provider.id === sellerId)
      reportMissing(read, { path, missing: monthly(part) }, from, group);
  }
}

export const uncoveredChecks: readonly Check[] = [
  ofBill('listUncoveredSpend', {
    id: 'bill.uncovered-base-is-the-on-demand-remainder',
    ...proposal,
    requirement:
      'The parts of a service and platform add up to its on-demand usage in the measured days; the floor of a single part is its lowest hour.',
    requests: 1,
    of: (billCase) => billCase.mainProviders,
    async compare(billCase, provider) {
      const { bill } = billCase;
      const read = await billCase.readMeasured('listUncoveredSpend', provider, {});
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
