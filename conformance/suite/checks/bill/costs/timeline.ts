import { groupBy } from '../../../../../src/group-by.js';
import type { Check } from '../../../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../../../engine/http/exchange.js';
import { show } from '../../../../engine/show.js';
import { isDay, plusDays } from '../../../figures/days.js';
import { type Names, namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import { invoicedId, mainMonthOf, type ProviderBill } from '../../../figures/provider-bills.js';
import { byDate, costQuery, type Dimension, dimensions } from '../../../figures/queries/cost-query.js';
import { spreadRows } from '../../../figures/spread-rows.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { added } from '../added.js';
import { type BillCase, mainProviders, ofBill, otherProviders } from '../bill-check.js';
import { compareOrder } from './compare-order.js';
import { compareSeries } from './compare-series.js';
import { type CostRead, withPreset } from './reads.js';

function timelinePlan(read: CostRead, dimension?: Dimension): RequestPlan {
  const { provider, days, granularity, credits } = read;
  const query = { start: days.first, end: days.last, granularity, credits, dimension };
  const sent = Object.entries(query).filter((one): one is [string, string] => one[1] !== undefined);
  return requestTo('getCostTimeline', {
    path: { provider_id: provider.id },
    query: Object.fromEntries(sent),
  });
}

/** Presets, and the granularity that each is read with. */
const presets = [
  ['30D', 'daily'],
  ['6M', 'monthly'],
] as const;

/** Returns a read of all days of each provider that is compared in one way. */
function otherReads(billCase: BillCase): CostRead[] {
  return otherProviders(billCase).map((provider) => ({
    provider,
    days: provider.days,
    granularity: 'daily',
  }));
}

/** Checks of timelines against the bill that the server was loaded with. */
export const timelineChecks: readonly Check[] = [
  ofBill('getCostTimeline', {
    id: 'bill.timeline-total-is-the-sum-of-rows',
    level: 'MUST',
    basis: 'derived',
    requirement: '`total` of a timeline is the sum of `BilledCost` over the rows charged in its range.',
    source: 'Other reads: timeline',
    requests: 14,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        for (const days of [provider.days, mainMonthOf(provider), provider.around]) {
          await billCase.comparison.part(() =>
            compareTotal(billCase, { provider, days, granularity: 'daily' }),
          );
        }
      }
      for (const read of otherReads(billCase)) {
        await billCase.comparison.part(() => compareTotal(billCase, read));
      }
    },
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-points-are-those-of-the-charge-period',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A point of a timeline, and each of its parts, is the sum over the rows whose charge period starts on its date.',
    requests: 18,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        const days = mainMonthOf(provider);
        for (const granularity of ['daily', 'monthly'] as const) {
          await billCase.comparison.part(() =>
            comparePoints(billCase, { provider, days: provider.days, granularity }),
          );
        }
        const around = { provider, days: provider.around, granularity: 'monthly' as const };
        await billCase.comparison.part(() => comparePoints(billCase, around));
        for (const dimension of ['service', 'account_id', 'region'] as const) {
          await billCase.comparison.part(() =>
            compareParts(billCase, { provider, days, granularity: 'daily' }, dimension),
          );
        }
        const all = { provider, days: provider.days, granularity: 'monthly' as const };
        await billCase.comparison.part(() => compareParts(billCase, all, 'service'));
      }
      const provider = billCase.providers[0] as ProviderBill;
      for (const [preset, granularity] of presets) {
        const read = { provider, days: provider.days, granularity };
        await billCase.comparison.part(() => comparePreset(billCase, read, preset));
      }
      for (const read of otherReads(billCase)) {
        await billCase.comparison.part(() => comparePoints(billCase, read));
      }
    },
  }),
  ofBill('getCostTimeline', {
    id: 'bill.timeline-credits-are-left-out-before',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A timeline with `credits=before` leaves out the `Credit` rows of provider_b only.',
    requests: 5,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        const read = { provider, days: provider.days, credits: 'before' } as const;
        await billCase.comparison.part(() => compareTotal(billCase, { ...read, granularity: 'monthly' }));
        if (provider.id !== invoicedId) continue;
        const daily = { ...read, granularity: 'daily' } as const;
        await billCase.comparison.part(() => comparePoints(billCase, daily));
        await billCase.comparison.part(() => comparePreset(billCase, daily, '30D'));
        const days = mainMonthOf(provider);
        await billCase.comparison.part(() => compareParts(billCase, { ...daily, days }, 'service'));
      }
    },
  }),
];

async function compareTotal({ probe, bill, comparison }: BillCase, read: CostRead): Promise<void> {
  const from = await bill.total(costQuery(read));
  const exchange = await successOf(probe, timelinePlan(read));
  const { total, data_points: points } = dataOf(exchange);
  comparison.figure({
    ...{ name: '`total`', actual: total, expected: from.figures.cost ?? 0, from, exchange },
    isRequired: total === null,
    possibleTerms: rowsOf(points).length,
  });
}

async function comparePoints(billCase: BillCase, read: CostRead): Promise<void> {
  const granularity = read.granularity ?? 'daily';
  const query = byDate(costQuery(read), granularity);
  const expected = await billCase.bill.expected(query);
  const spread = await spreadRows(billCase.bill, read, granularity);
  const exchange = await successOf(billCase.probe, timelinePlan(read));
  const points = dataOf(exchange).data_points;
  const name = '`data_points[].amount`';
  const series = { name, points, query, group: {}, expected, exchange, spread };
  compareSeries(billCase, series, ({ amount }) => amount);
}

/** Compares the points of a preset, whose range the response states. */
async function comparePreset(billCase: BillCase, read: CostRead, preset: string): Promise<void> {
  const { bill, probe } = billCase;
  const { provider, granularity = 'daily' } = read;
  const exchange = await successOf(probe, withPreset(timelinePlan(read), preset));
  const { start_date: first, end_date: last, data_points: points } = dataOf(exchange);
  if (!isDay(first) || !isDay(last)) return;
  const range = { ...read, days: { first, last } };
  const query = byDate(costQuery(range), granularity);
  // Rows of a day that is still running may be shown or not.
  const running = plusDays(provider.days.last, 1);
  const isComplete = (date: unknown) => String(date) < running.slice(0, String(date).length);
  const expected = await bill.expected(query);
  compareSeries(
    billCase,
    {
      name: `\`data_points[].amount\` of \`preset=${preset}\``,
      points: rowsOf(points).filter(({ date }) => isComplete(date)),
      query,
      group: {},
      expected: expected.filter(({ group }) => isComplete(group.date)),
      exchange,
      spread: await spreadRows(bill, range, granularity),
    },
    ({ amount }) => amount,
  );
}

async function compareParts(
  billCase: BillCase,
  read: CostRead,
  dimension: 'service' | 'account_id' | 'region',
): Promise<void> {
  const { bill, probe, comparison } = billCase;
  const granularity = read.granularity ?? 'daily';
  const grouped = { ...read, groupBy: [dimension] };
  const query = byDate(costQuery(grouped), granularity);
  const spread = await spreadRows(bill, grouped, granularity);
  const exchange = await successOf(probe, timelinePlan(read, dimension));
  const points = rowsOf(dataOf(exchange).data_points).map((point) => ({
    ...point,
    // A server may write a month as its first day.
    date: granularity === 'monthly' ? String(point.date).slice(0, 7) : point.date,
  }));
  const shown = points.flatMap(({ parts }) => rowsOf(parts).map(({ value }) => value));
  const names = await namesOf(bill, dimensions[dimension], read.provider, shown);
  const expected = await bill.expected(query);
  comparePartOrder(comparison, { points, expected, names, dimension, exchange });
  const amounts = amountsOf(points, names);
  for (const from of expected) {
    const value = from.group[dimension] ?? null;
    // A part without costs may be left out.
    const own = amounts.get(keyOf(from.group.date, value)) ?? amounts.get(String(from.group.date));
    comparison.figure({
      name: `\`parts[].amount\` of ${dimension} ${shownValue(value)} on ${show(from.group.date)}`,
      actual: own?.amount,
      isRequired: own?.amount === null,
      expected: from.figures.cost ?? 0,
      from,
      exchange,
      terms: own?.terms || 1,
      possibleSlack: spread({ [dimension]: value }, from.group.date),
    });
  }
}

/** Compares the order of the parts of each date. */
function comparePartOrder(
  comparison: BillCase['comparison'],
  {
    points,
    expected,
    names,
    dimension,
    exchange,
  }: {
    points: readonly any[];
    expected: readonly ExpectedRow[];
    names: Names;
    dimension: string;
    exchange: CompleteExchange;
  },
): void {
  const rowsOfDates = groupBy(expected, ({ group }) => group.date);
  for (const { date, parts } of points) {
    const byValue = new Map(
      rowsOfDates.get(date)?.map((row) => [row.group[dimension] ?? null, row] as const),
    );
    const shown = rowsOf(parts).map(({ value }) => byValue.get(names.of(value) as string | null));
    // A value with several names has several parts.
    if (new Set(shown).size < shown.length) continue;
    const name = `\`parts\` by ${dimension} on ${show(date)}`;
    compareOrder(comparison, { name, shown, group: dimension, figures: ['cost'], exchange });
  }
}

const keyOf = (date: unknown, value: unknown) => JSON.stringify([date, value]);

/** The sum of the amounts of a value, which can have several names, and their number. */
interface Amounts {
  readonly amount: unknown;
  readonly terms: number;
}

/** Returns amounts by date and value; a date itself is a key if it has a list of parts. */
function amountsOf(points: readonly any[], names: Names): Map<string, Amounts> {
  const amounts = new Map<string, Amounts>();
  for (const { date, parts } of points) {
    for (const { value, amount } of rowsOf(parts)) {
      const known = names.of(value);
      const key = keyOf(date, known === undefined ? value : known);
      const before = amounts.get(key) ?? { amount: 0, terms: 0 };
      amounts.set(key, { amount: added([before.amount, amount]), terms: before.terms + 1 });
    }
    if (Array.isArray(parts)) amounts.set(String(date), { amount: 0, terms: 0 });
  }
  return amounts;
}
