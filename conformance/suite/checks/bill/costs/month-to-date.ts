import type { Check } from '../../../../engine/check.js';
import type { Deviation } from '../../../../engine/claim.js';
import { count } from '../../../../engine/count.js';
import { Blocked, NotApplicable } from '../../../../engine/judge/outcome.js';
import { consistent, contradiction } from '../../../claims.js';
import { plain } from '../../../figures/comparison.js';
import {
  type Days,
  daysOfMonth,
  earlier,
  isDay,
  later,
  monthBefore,
  plusDays,
} from '../../../figures/days.js';
import { amount, type Formula, roundedParts } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { byDate, type CostSelection, costQuery, spreadRows } from '../../../figures/queries/cost-query.js';
import { compareFigures, compareTable, type Figure, type Read, type Table } from '../../../figures/table.js';
import { list } from '../../shared/exchange-data.js';
import { type BillCase, ofBill, type ProviderRead, todayOf } from '../bill-check.js';

/** Checks of the running month and the forecast against the bill that the server was loaded with. */
export const monthToDateChecks: readonly Check[] = [
  ofBill('getCostSummary', {
    id: 'bill.summary-is-the-sum-of-the-running-month',
    ...contradiction,
    requirement:
      '`monthly_spending` and `top_services[].cost` are sums over the rows of the running month up to the last day with costs.',
    requests: 4,
    of: (billCase) =>
      billCase.ofMain((provider): Selection[] => [{ provider }, { provider, credits: 'before' }]),
    compare: compareSummary,
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-starts-from-the-booked-rows',
    ...contradiction,
    requirement:
      '`booked_to_date` is the sum over the rows from the first day of the period of the horizon to `actuals_through`.',
    requests: 7,
    of(billCase): Forecast[] {
      const [first, second = first] = billCase.mainProviders as [ProviderBill, ...ProviderBill[]];
      return [
        { provider: first },
        { provider: first, horizon: 'quarter' },
        { provider: first, horizon: 'year' },
        { provider: second },
        { provider: second, credits: 'before' },
        { provider: null },
        { provider: null, credits: 'before' },
      ];
    },
    compare: compareBooked,
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-shows-past-days',
    ...consistent,
    level: 'SHOULD',
    source: 'Forecast: sparkline',
    requirement:
      'The first 30 points of `sparkline` are the sums over the rows of the 30 days up to `actuals_through`.',
    requests: 1,
    of: (billCase) => billCase.mainProviders,
    compare: comparePastDays,
  }),
];

async function compareBooked(billCase: BillCase, forecast: Forecast): Promise<void> {
  const read = await forecastOf(billCase, forecast);
  const { days } = read;
  if (days.last < days.first) throw new NotApplicable('the running period has no costs yet');
  const query = costQuery({ ...forecast, days });
  const { rows } = await billCase.bill.total(query);
  if (rows === 0) throw new NotApplicable('the bill has no rows in the running period');
  // The sum of all providers may be that of those that are listed.
  const isPart = forecast.provider === null && billCase.unlisted.length > 0;
  const deviation = isPart ? 'preference' : undefined;
  const booked: Figure = { field: 'booked_to_date', is: amount('cost'), required: 'shown', deviation };
  await compareTable(read, { query, figures: [booked] });
}

async function comparePastDays(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const read = await forecastOf(billCase, { provider });
  const { last } = read.days;
  const { sparkline, future_start_index, forecast_value } = read.data;
  const points = list(sparkline).slice(0, future_start_index);
  const booked = await bill.total(costQuery({ provider, days: { first: last, last } }));
  // Costs of days that are all thin allow no forecast.
  if (points.length === 0 && booked.rows > 0 && typeof forecast_value === 'number') {
    const message = '`sparkline` has no past days.';
    const actual = count(list(sparkline).length, 'point');
    const expected = `the cost of ${last}`;
    comparison.violation({ message, actual, expected, from: booked, exchange: read.exchange });
  }
  const first = plusDays(last, 1 - points.length);
  const selection = { provider, days: { first, last } };
  const more = await spreadRows(bill, selection, 'daily');
  await compareTable(read, {
    ...{ path: 'sparkline[]', query: byDate(costQuery(selection), 'daily'), extra: 'zero' },
    rows: points.map((cost, i) => ({ date: plusDays(first, i), cost })),
    figures: [{ field: 'cost', is: amount('cost'), required: 'shown', more }],
  });
}

/** What a summary is of; by default, after credits. */
interface Selection {
  readonly provider: ProviderBill;
  readonly credits?: 'before';
}

/** The summary of some days. */
interface Summary extends ProviderRead, Selection {
  readonly provider: ProviderBill;
  /** The day of the server's clock, whose costs so far it may count or not. */
  readonly today: string;
  readonly deviation: Deviation | undefined;
}

/** Most services of a summary. */
const mostServices = 3;

/** Compares the costs of the month so far, and their change from the same days of the month before. */
async function compareSummary(billCase: BillCase, selection: Selection): Promise<void> {
  const { provider, ...query } = selection;
  const read = await billCase.read('getCostSummary', provider, { query });
  const summary = { ...read, ...query, ...(await daysOfSummary(read, todayOf(read))) };
  const { bill, days } = summary;
  if (days.last < days.first) throw new NotApplicable('the running month has no costs yet');
  const { rows } = await bill.total(costQuery(summary));
  if (rows === 0) throw new NotApplicable('the bill has no rows in the running month');
  const total = { cost: 'monthly_spending', change: 'monthly_spending_percentage' };
  await compareCosts(summary, { ...total, groupBy: [] });
  const ofService = { path: 'top_services[]', cost: 'cost', change: 'change_percentage' };
  const services = await compareCosts(summary, { ...ofService, groupBy: ['service'] });
  if (Array.isArray(read.data.top_services)) compareTopServices(summary, services);
}

/**
 * The running month up to the last day with costs: that of the forecast, or else the last whole day of the bill, which
 * is only a guess.
 */
async function daysOfSummary(
  read: ProviderRead,
  today: string,
): Promise<Pick<Summary, 'days' | 'today' | 'deviation'>> {
  const { provider } = read;
  try {
    const { actuals_through: through } = (await forecastOf(read.billCase, { provider })).data;
    return { today, days: runningDays(today, through), deviation: undefined };
  } catch (error) {
    if (!(error instanceof NotApplicable || error instanceof Blocked)) throw error;
    const through = earlier(plusDays(today, -1), provider.days.last);
    return { today, days: runningDays(today, through), deviation: 'preference' };
  }
}

interface SummedCosts extends Pick<Table, 'path'>, Pick<CostSelection, 'groupBy'> {
  /** The field of a cost, and that of its change. */
  readonly cost: string;
  readonly change: string;
}

/** Compares costs, and their change from the same days of the month before; returns them. */
async function compareCosts(
  summary: Summary,
  { path, groupBy = [], cost: field, change }: SummedCosts,
): Promise<readonly ExpectedRow[]> {
  const { bill, days, deviation } = summary;
  const queryOf = (some: Days) => costQuery({ ...summary, days: some, groupBy });
  const costs = await bill.expected(queryOf(days));
  const soFar = await bill.expected(queryOf(withToday(summary)));
  const sameIn = (all: readonly ExpectedRow[]) => (one: ExpectedRow) =>
    all.find(({ group }) => group.service === one.group.service);
  const more = (from: ExpectedRow) => ({ alternatives: [sameIn(soFar)(from)?.figures.cost ?? 0] });
  const figure: Figure = { field, is: amount('cost'), deviation, more };
  await compareTable(summary, { path, query: queryOf(days), figures: [figure] });
  const before = daysBefore(summary);
  if (!before) return costs;
  const figures = [changeTo(summary, before, sameIn(costs), change)];
  await compareTable(summary, { path, query: queryOf(before), figures });
  return costs;
}

/** Compares which services are listed: those that cost most; the order of equal costs is open. */
function compareTopServices(summary: Summary, services: readonly ExpectedRow[]): void {
  const { comparison, exchange, data } = summary;
  const shown: readonly any[] = data.top_services;
  const sorted = [...services].sort((a, b) => (b.figures.cost ?? 0) - (a.figures.cost ?? 0));
  for (const [i, from] of sorted.slice(0, mostServices).entries()) {
    const ofPlace: Figure = { field: 'cost', is: amount('cost'), deviation: 'preference' };
    if (i < shown.length)
      compareFigures(summary, [ofPlace], { rows: [shown[i]], from, path: `top_services[${i}]`, about: '' });
    else if ((from.figures.cost ?? 0) >= 0.01) {
      const message = `\`top_services\` lacks service ${shownValue(from.group.service)}.`;
      const [actual, expected] = [count(shown.length, 'service'), plain(from.figures.cost ?? 0)];
      comparison.violation({ message, actual, expected, from, exchange });
    }
  }
}

/**
 * The change of a cost as a percentage of a cost before, which is not determined if that is below a dollar. A month with
 * fewer days, and one that counts the running day, can be compared in several ways.
 */
function changeTo(
  { days, today, deviation }: Summary,
  before: Days,
  nowOfRow: (from: ExpectedRow) => ExpectedRow | undefined,
  field: string,
): Figure {
  const isSame = days.last.slice(8) === before.last.slice(8) && today === plusDays(days.last, 1);
  const is: Formula = (from) => {
    const [previous, cost] = [from.figures.cost ?? 0, nowOfRow(from)?.figures.cost ?? 0];
    const expected = previous < 1 ? null : ((cost - previous) / previous) * 100;
    const slack = roundedParts((cost / previous) * 100, previous);
    return { from, expected, formula: `100 × (${plain(cost)} - cost) / cost`, unit: 'measure', slack };
  };
  const when = (from: ExpectedRow) => nowOfRow(from) !== undefined;
  return { field, is, required: 'shown', when, deviation: isSame ? deviation : 'preference' };
}

/** Returns the days of a summary and the running one. */
const withToday = ({ days, today }: Summary): Days => ({ first: days.first, last: later(days.last, today) });

/** Returns the same days of the month before, if the bill has them. */
function daysBefore({ days, provider }: Summary): Days | null {
  const { first, last } = daysOfMonth(monthBefore(days.first.slice(0, 7)));
  if (first < provider.days.first) return null;
  return { first, last: earlier(last, plusDays(first, Number(days.last.slice(8)) - 1)) };
}

/** The forecast of a provider, or of all; by default of the month, after credits. */
interface Forecast {
  readonly provider: ProviderBill | null;
  readonly horizon?: 'quarter' | 'year';
  readonly credits?: 'before';
}

/** Reads a forecast; its days are those of the running period up to the last one with costs. */
async function forecastOf(billCase: BillCase, forecast: Forecast): Promise<Read> {
  const { provider, horizon } = forecast;
  const query = { ...forecast, provider: provider?.id ?? 'all' };
  const read = await billCase.read('getCostForecast', provider, { query });
  const { actuals_through: through } = read.data;
  if (!isDay(through)) throw new NotApplicable('the forecast is empty');
  return { ...read, days: runningDays(todayOf(read), through, horizon) };
}

/** Returns the days of the running period up to the last one with costs. */
function runningDays(now: string, through: string, horizon: Forecast['horizon'] | 'month' = 'month'): Days {
  const month = Number(now.slice(5, 7));
  const first = { month, quarter: month - ((month - 1) % 3), year: 1 }[horizon];
  return { first: `${now.slice(0, 5)}${String(first).padStart(2, '0')}-01`, last: through };
}
