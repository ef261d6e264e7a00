import type { Check } from '../../../../engine/check.js';
import { isEligible, isOnDemand, isUsage } from '../../../figures/commitment-rows.js';
import { plain } from '../../../figures/comparison.js';
import { lengthOf } from '../../../figures/days.js';
import { hourly, monthly, roundedMonth } from '../../../figures/formulas.js';
import { namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { coveragePrice } from '../../../figures/queries/coverage-query.js';
import { chargedIn, isValue, type Query } from '../../../figures/queries/query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { added } from '../added.js';
import { type BillCase, mainProviders, ofBill } from '../bill-check.js';
import { type Measured, measuredDays } from '../measured-days.js';

export const uncoveredChecks: readonly Check[] = [
  ofBill('listUncoveredSpend', {
    id: 'bill.uncovered-base-is-the-on-demand-remainder',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The parts of a service and platform add up to its on-demand usage in the measured days; the floor of a single part is its lowest hour.',
    requests: 1,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        await billCase.comparison.part(() => compareUncovered(billCase, provider));
      }
    },
  }),
];

async function compareUncovered(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { probe, bill, comparison } = billCase;
  const { days } = await measuredDays(billCase, provider);
  const exchange = await successOf(probe, requestTo('listUncoveredSpend'));
  const own = rowsOf(dataOf(exchange)).filter((part) => part.provider === provider.id);
  const query: Query = {
    figures: { on_demand: `sum(${coveragePrice})` },
    where: [provider.where, ...chargedIn(days), isUsage, isEligible, isOnDemand],
    groupBy: { service: 'ServiceName', platform: 'platform' },
  };
  const expected = await bill.expected(query);
  const shown = own.map((part) => part.service);
  const services = await namesOf(bill, 'ServiceName', provider, shown);
  const platforms = await namesOf(bill, 'platform', provider, []);
  for (const from of expected) {
    const { service = null, platform = null } = from.group;
    const parts = own.filter(
      (part) =>
        services.of(part.service) === service &&
        // A server may know platforms that the bill does not have, such as database engines.
        (platforms.of(part.platform) ?? null) === platform,
    );
    if (parts.length === 0) missingParts(comparison, { from, days, exchange });
    else await compareParts(billCase, { parts, query, from, days, exchange });
  }
}

interface Uncovered extends Omit<Measured, 'provider'> {
  /** The on-demand usage of a service on a platform. */
  readonly from: ExpectedRow;
}

interface Parts extends Uncovered {
  readonly parts: readonly any[];
  readonly query: Query;
}

/** Reports a service on a platform whose on-demand usage costs something. */
function missingParts(comparison: BillCase['comparison'], { from, days, exchange }: Uncovered): void {
  const { expected, formula } = monthly(from, 'on_demand', days);
  const cost = expected ?? 0;
  if (cost < 0.01) return;
  const { service, platform } = from.group;
  const message = `\`data[]\` has no entry for service ${shownValue(service)} on platform ${shownValue(platform)}.`;
  comparison.violation({ message, actual: 'no entry', exchange }, from, `${plain(cost)} = ${formula}`);
}

/** Compares the sums of the parts of a service and platform, and the floor of a single one. */
async function compareParts(billCase: BillCase, compared: Parts): Promise<void> {
  const { parts, from, days, exchange } = compared;
  const sumOf = (field: string) => added(parts.map((part) => part[field]));
  const shared = { terms: parts.length, from, exchange };
  const ofMonth = sumOf('on_demand_monthly');
  billCase.comparison.figure({
    ...shared,
    name: `\`on_demand_monthly\` ${ownerOf(from)}`,
    actual: ofMonth,
    isRequired: ofMonth === null,
    ...monthly(from, 'on_demand', days),
  });
  const ofHour = sumOf('on_demand_hourly_avg');
  billCase.comparison.figure({
    ...shared,
    name: `\`on_demand_hourly_avg\` ${ownerOf(from)}`,
    actual: ofHour,
    isRequired: ofHour === null,
    ...hourly(from, 'on_demand', days),
    slack: roundedMonth * parts.length,
  });
  if (parts.length === 1) await compareFloor(billCase, compared);
}

function ownerOf({ group }: ExpectedRow): string {
  return `of ${shownValue(group.service)} on ${shownValue(group.platform)}`;
}

/** Compares the lowest hour, if all rows are of one hour. */
async function compareFloor(
  { bill, comparison }: BillCase,
  { parts: [part], query, from, days, exchange }: Parts,
): Promise<void> {
  const { service, platform } = from.group;
  const where = [...query.where, isValue('ServiceName', service), isValue('platform', platform)];
  const longer = await bill.total({
    figures: {},
    where: [...where, 'ChargePeriodEnd > ChargePeriodStart + INTERVAL 1 HOUR'],
  });
  if (longer.rows > 0) return;
  const hours = `(SELECT sum(${coveragePrice}) AS hour_cost FROM charges WHERE ${where.join(' AND ')} GROUP BY date_trunc('hour', ChargePeriodStart))`;
  const floor = await bill.total({ figures: { floor: 'min(hour_cost)' }, from: hours, where: [] });
  const isWhole = floor.rows === 24 * lengthOf(days);
  const least = floor.figures.floor ?? null;
  // Corrections can make an hour cheaper than one without usage.
  const lowest = isWhole ? least : Math.min(0, least ?? 0);
  comparison.figure({
    isRequired: true,
    name: `\`on_demand_hourly_min\` ${ownerOf(from)}`,
    actual: part.on_demand_hourly_min,
    expected: lowest,
    unit: 'measure',
    ...(lowest === least ? {} : { formula: 'the cost of an hour without usage' }),
    from: floor,
    exchange,
  });
}
