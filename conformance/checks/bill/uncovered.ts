import type { Check } from '../../check.js';
import { isEligible, isOnDemand, isUsage } from '../../figures/commitment-rows.js';
import { coveragePrice } from '../../figures/coverage-query.js';
import { type Days, lengthOf } from '../../figures/days.js';
import { monthly, perMonth } from '../../figures/formulas.js';
import { namesOf, shownValue } from '../../figures/groups.js';
import type { ExpectedRow } from '../../figures/known-bill.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import { chargedIn, isValue, type Query } from '../../figures/query.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { requestTo } from '../../requests.js';
import { dataOf, rowsOf } from '../exchange-data.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, mainProviders, ofBill } from './bill-check.js';
import { measuredDays } from './measured-days.js';

export const uncoveredChecks: readonly Check[] = [
  ofBill('listUncoveredSpend', {
    id: 'bill.uncovered-base-is-the-on-demand-remainder',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'The parts of a service and platform add up to its on-demand usage in the measured days; the floor of a single part is its lowest hour.',
    cost: 1,
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
    const about = `of ${shownValue(service)} on ${shownValue(platform)}`;
    if (parts.length === 0) {
      if (perMonth(from.figures.on_demand, days) < 0.01) continue;
      const message = `No part ${about}.`;
      comparison.violation(
        { message, actual: 'no part', exchange },
        from,
        `${perMonth(from.figures.on_demand, days).toFixed(2)} a month`,
      );
      continue;
    }
    const remainder = parts.reduce((sum, part) => sum + Number(part.on_demand_monthly), 0);
    comparison.figure({
      name: `\`on_demand_monthly\` ${about}`,
      actual: remainder,
      ...monthly(from, 'on_demand', days),
      terms: parts.length,
      exchange,
    });
    const average = parts.reduce((sum, part) => sum + Number(part.on_demand_hourly_avg), 0);
    comparison.figure({
      name: `\`on_demand_hourly_avg\` ${about}`,
      actual: average,
      expected: (from.figures.on_demand ?? 0) / (24 * lengthOf(days)),
      unit: 'measure',
      terms: parts.length,
      from,
      exchange,
    });
    if (parts.length === 1)
      await compareFloor(billCase, { part: parts[0], query, from, days, about, exchange });
  }
}

/** Compares the lowest hour, if all rows are of one hour. */
async function compareFloor(
  { bill, comparison }: BillCase,
  {
    part,
    query,
    from,
    days,
    about,
    exchange,
  }: { part: any; query: Query; from: ExpectedRow; days: Days; about: string; exchange: CompleteExchange },
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
  comparison.figure({
    isRequired: true,
    name: `\`on_demand_hourly_min\` ${about}`,
    actual: part.on_demand_hourly_min,
    // Corrections can make an hour cheaper than one without usage.
    expected: isWhole ? (floor.figures.floor ?? null) : Math.min(0, floor.figures.floor ?? 0),
    unit: 'measure',
    from: floor,
    exchange,
  });
}
