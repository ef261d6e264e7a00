import type { Check } from '../../../../engine/check.js';
import type { Basis } from '../../../../engine/claim.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import type { Instrument } from '../../../figures/commitment-rows.js';
import { type Days, daysOfMonth, earlier, isDay, later, plusDays } from '../../../figures/days.js';
import { namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow, KnownBill } from '../../../figures/known-bill.js';
import { knownUnits } from '../../../figures/known-units.js';
import { deviationOfDays } from '../../../figures/long-periods.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byDate } from '../../../figures/queries/cost-query.js';
import { coverageIn, eligibleQuery } from '../../../figures/queries/coverage-query.js';
import { utilizationIn, utilizationQuery } from '../../../figures/queries/utilization-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { type BillCase, ofBill, sellerIn } from '../bill-check.js';
import { compareEntry, type Headline, type Window } from './compare-utilization-entry.js';

export const utilizationChecks: readonly Check[] = [
  ofBill('getCommitmentUtilization', {
    id: 'bill.utilization-is-used-over-purchased',
    level: 'MUST',
    basis: 'stated',
    requirement:
      '`utilization_pct` is the used quantity of commitments as a share of the used and the unused quantity.',
    source: 'Commitment read semantics, rule 3',
    requests: 8,
    async compare(billCase) {
      for (const window of await windowsOf(billCase)) {
        await billCase.comparison.part(() => compareHeadlines(billCase, window));
      }
      for (const instrument of ['ri', 'sp'] as const) {
        await billCase.comparison.part(() => compareDefaultWindow(billCase, instrument));
      }
    },
  }),
  ofBill('getCommitmentUtilization', {
    id: 'bill.utilization-steps-are-those-of-the-charge-period',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`days` of an entry contain the used and purchased quantities of each day or month.',
    requests: 0,
    async compare(billCase) {
      for (const window of await windowsOf(billCase)) {
        await billCase.comparison.part(() => compareSteps(billCase, window));
      }
    },
  }),
];

/** A month, all days by month, and days in which a commitment started; for both instruments. */
async function windowsOf(billCase: BillCase): Promise<Window[]> {
  const provider = sellerIn(billCase);
  const [month] = provider.months;
  const started = await startOfACommitment(billCase.bill, provider);
  const ranges: { days: Days; granularity: Window['granularity'] }[] = [
    { days: month === undefined ? provider.days : daysOfMonth(month), granularity: 'daily' },
    { days: provider.days, granularity: 'monthly' },
    { days: started, granularity: 'daily' },
  ];
  return (['ri', 'sp'] as const).flatMap((instrument) =>
    ranges.map((range) => ({ provider, instrument, ...range })),
  );
}

/** Returns ten days around the last first day of a commitment. */
async function startOfACommitment(bill: KnownBill, { where, days }: ProviderBill): Promise<Days> {
  const [started = days.last] = await bill.column(
    `SELECT strftime(min(ChargePeriodStart), '%Y-%m-%d') AS started FROM charges WHERE ${where} AND CommitmentDiscountStatus IS NOT NULL GROUP BY CommitmentDiscountId ORDER BY started DESC`,
  );
  const clipped = (day: string) => later(days.first, earlier(day, days.last));
  return { first: clipped(plusDays(started, -3)), last: clipped(plusDays(started, 6)) };
}

async function utilizationOf(
  { probe }: BillCase,
  { provider, days, instrument, granularity }: Window,
): Promise<CompleteExchange> {
  const query = { type: instrument, start: days.first, end: days.last, granularity, provider: provider.id };
  return successOf(probe, requestTo('getCommitmentUtilization', { query }));
}

/** Compares the window of a request without `start` and `end`, which the response states. */
async function compareDefaultWindow(billCase: BillCase, instrument: Instrument): Promise<void> {
  const { probe, bill } = billCase;
  const provider = sellerIn(billCase);
  const query = { type: instrument, provider: provider.id };
  const exchange = await successOf(probe, requestTo('getCommitmentUtilization', { query }));
  const { start: first, end: last } = dataOf(exchange);
  if (!isDay(first) || !isDay(last)) return;
  const running = { first: plusDays(provider.days.last, 1), last };
  const late = await bill.total({
    ...utilizationQuery({ provider, days: running, instrument }),
    groupBy: {},
  });
  // Rows of a day that is still running may be shown or not.
  if (late.rows > 0) return;
  const days = { first, last };
  // The service does not define the stated window.
  const window = { provider, days, instrument, granularity: 'daily' } as const;
  await compareHeadlines(billCase, window, { exchange, basis: 'proposed' });
}

async function compareHeadlines(
  billCase: BillCase,
  window: Window,
  known?: { readonly exchange: CompleteExchange; readonly basis: Basis },
): Promise<void> {
  const { bill, comparison } = billCase;
  const query = utilizationQuery(window);
  const exchange = known?.exchange ?? (await utilizationOf(billCase, window));
  const entries = rowsOf(dataOf(exchange).services);
  const expected = await bill.expected(query);
  const entryOf = await finderOf(bill, window, entries);
  const hasUnits = await knownUnits(bill, utilizationQuery({ ...window, days: null }));
  for (const from of expected) {
    const entry = entryOf(from.group.service);
    const inUnits = hasUnits(from.group);
    const headline = { window, from, inUnits, exchange };
    if (!entry) reportMissing(comparison, headline);
    else await compareEntry(billCase, { ...headline, entry }, known?.basis);
  }
}

/** Reports a service or plan type without an entry, unless its commitments charged nothing. */
function reportMissing(
  comparison: BillCase['comparison'],
  { window, from, inUnits, exchange }: Headline,
): void {
  const { used, purchased, used_cost, cost } = from.figures;
  if (!(inUnits ? used || purchased : used_cost || cost)) return;
  const kind = window.instrument === 'ri' ? 'service' : 'plan type';
  const message = `No entry for ${kind} ${shownValue(from.group.service)}.`;
  comparison.violation({ message, actual: 'no entry', exchange, basis: 'proposed' }, from, 'an entry');
}

/** Returns what finds the only entry of a service or plan type. */
async function finderOf(
  bill: KnownBill,
  window: Window,
  entries: readonly any[],
): Promise<(service: string | null | undefined) => any> {
  const { service: expression = 'ServiceName' } = utilizationQuery(window).groupBy ?? {};
  const shown = entries.map(({ service }) => service);
  const names = await namesOf(bill, expression, window.provider, shown);
  return (service) => {
    const [entry, ...others] = entries.filter((one) => names.of(one.service) === service);
    return others.length === 0 ? entry : undefined;
  };
}

async function compareSteps(billCase: BillCase, window: Window): Promise<void> {
  const { bill, comparison } = billCase;
  const prefix = window.instrument === 'ri' ? 'capacity' : 'commitment';
  const suffix = window.instrument === 'ri' ? '' : '_usd';
  const query = byDate(utilizationQuery(window), window.granularity);
  const exchange = await utilizationOf(billCase, window);
  const entries = rowsOf(dataOf(exchange).services);
  const expected = await bill.expected(query);
  const entryOf = await finderOf(bill, window, entries);
  const hasUnits = await knownUnits(bill, utilizationQuery({ ...window, days: null }));
  const coverage = await coverageByStep(bill, window);
  const deviation = await deviationOfDays(bill, utilizationQuery({ ...window, days: null }).where);
  for (const from of expected) {
    const entry = entryOf(from.group.service);
    const date = String(from.group.date);
    const step = rowsOf(entry?.days).find((one) => String(one.date).startsWith(date));
    if (!step) continue;
    const about = `of ${shownValue(from.group.service)} on ${show(date)}`;
    const shared = { exchange, unit: 'measure', from, isRequired: true } as const;
    comparison.figure({
      ...shared,
      deviation,
      name: `\`${prefix}_pct\` ${about}`,
      actual: step[`${prefix}_pct`],
      ...utilizationIn(from, hasUnits(from.group)),
    });
    const ofService = coverage.get(JSON.stringify([from.group.service, date]));
    if (ofService) {
      comparison.figure({
        ...shared,
        ...coverageIn(ofService, 'covered_by_ri'),
        name: `\`coverage_pct\` ${about}`,
        actual: step.coverage_pct,
      });
    }
    if (!hasUnits(from.group)) continue;
    for (const [name, figure] of [
      ['used', 'used'],
      ['total', 'purchased'],
    ] as const) {
      const field = `${prefix}_${name}${suffix}`;
      comparison.figure({
        ...shared,
        name: `\`${field}\` ${about}`,
        actual: step[field],
        expected: from.figures[figure] ?? null,
        figures: [figure],
      });
    }
  }
}

/** Coverage of each service by step, for reservations; plans may cover several services. */
async function coverageByStep(
  bill: KnownBill,
  { provider, days, instrument, granularity }: Window,
): Promise<Map<string, ExpectedRow>> {
  if (instrument === 'sp') return new Map();
  const query = byDate(
    { ...eligibleQuery(provider, days), groupBy: { service: 'ServiceName' } },
    granularity,
  );
  return new Map(
    (await bill.expected(query)).map((row) => [JSON.stringify([row.group.service, row.group.date]), row]),
  );
}
