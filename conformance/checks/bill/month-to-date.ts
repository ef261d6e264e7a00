import type { Check } from '../../check.js';
import { count } from '../../count.js';
import { show } from '../../expect/show.js';
import { plain } from '../../figures/comparison.js';
import { byDate, costQuery, dimensions } from '../../figures/cost-query.js';
import { type Days, daysOfMonth, earlier, isDay, isoDay, monthBefore, plusDays } from '../../figures/days.js';
import { type ExpectedFigure, roundedParts } from '../../figures/formulas.js';
import { namesOf, shownValue } from '../../figures/groups.js';
import type { ExpectedRow } from '../../figures/known-bill.js';
import type { ProviderBill } from '../../figures/provider-bills.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { Blocked, NotApplicable } from '../../outcome.js';
import { requestTo } from '../../requests.js';
import { dataOf, list, rowsOf } from '../exchange-data.js';
import { nowOf } from '../meaning/moments.js';
import { successOf } from '../meaning/success-of.js';
import { type BillCase, mainProviders, ofBill } from './bill-check.js';

const horizons = ['month', 'quarter', 'year'] as const;
type Horizon = (typeof horizons)[number];
type Credits = 'before' | 'after';

/** Checks of the running month and the forecast against the bill that the server was loaded with. */
export const monthToDateChecks: readonly Check[] = [
  ofBill('getCostSummary', {
    id: 'bill.summary-is-the-sum-of-the-running-month',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`monthly_spending` and `top_services[].cost` are sums over the rows of the running month up to the last day with costs.',
    cost: 4,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        await billCase.comparison.part(() => compareSummary(billCase, provider, 'after'));
        await billCase.comparison.part(() => compareSummary(billCase, provider, 'before'));
      }
    },
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-starts-from-the-booked-rows',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`booked_to_date` is the sum over the rows from the first day of the period of the horizon to `actuals_through`.',
    cost: 7,
    async compare(billCase) {
      const [first, second = first] = mainProviders(billCase) as [ProviderBill, ...ProviderBill[]];
      for (const horizon of horizons) {
        await billCase.comparison.part(() => compareBooked(billCase, first, horizon, 'after'));
      }
      await billCase.comparison.part(() => compareBooked(billCase, second, 'month', 'after'));
      await billCase.comparison.part(() => compareBooked(billCase, second, 'month', 'before'));
      for (const credits of ['after', 'before'] as const) {
        await billCase.comparison.part(() => compareBooked(billCase, null, 'month', credits));
      }
    },
  }),
  ofBill('getCostForecast', {
    id: 'bill.forecast-shows-past-days',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The first 30 points of `sparkline` are the sums over the rows of the 30 days up to `actuals_through`.',
    source: 'Forecast: sparkline',
    cost: 1,
    async compare(billCase) {
      for (const provider of mainProviders(billCase)) {
        await billCase.comparison.part(() => comparePastDays(billCase, provider));
      }
    },
  }),
];

async function forecastOf(
  { probe }: BillCase,
  provider: ProviderBill | null,
  { horizon = 'month', credits = 'after' }: { horizon?: Horizon; credits?: Credits } = {},
): Promise<{ exchange: CompleteExchange; data: any; through: string; now: string }> {
  const query = {
    provider: provider?.id ?? 'all',
    ...(horizon === 'month' ? {} : { horizon }),
    ...(credits === 'after' ? {} : { credits }),
  };
  const exchange = await successOf(probe, requestTo('getCostForecast', { query }));
  const data = dataOf(exchange);
  const now = nowOf(exchange);
  if (!isDay(data.actuals_through)) throw new NotApplicable('the forecast is empty');
  if (Number.isNaN(now)) throw new NotApplicable('the forecast has no timestamp with a time zone');
  return { exchange, data, through: data.actuals_through, now: isoDay(now) };
}

/** Returns the days of the running period up to the last one with costs. */
function runningDays(now: string, through: string, horizon: Horizon): Days {
  const month = Number(now.slice(5, 7));
  const first = { month, quarter: month - ((month - 1) % 3), year: 1 }[horizon];
  return { first: `${now.slice(0, 5)}${String(first).padStart(2, '0')}-01`, last: through };
}

async function compareBooked(
  billCase: BillCase,
  provider: ProviderBill | null,
  horizon: Horizon,
  credits: Credits,
): Promise<void> {
  const { bill, comparison } = billCase;
  const { exchange, data, through, now } = await forecastOf(billCase, provider, { horizon, credits });
  const days = runningDays(now, through, horizon);
  if (days.last < days.first) throw new NotApplicable('the running period has no costs yet');
  const from = await bill.total(costQuery({ provider, days, credits }));
  if (from.rows === 0) throw new NotApplicable('the bill has no rows in the running period');
  comparison.figure({
    name: '`booked_to_date`',
    actual: data.booked_to_date,
    isRequired: true,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
  });
}

async function comparePastDays(billCase: BillCase, provider: ProviderBill): Promise<void> {
  const { bill, comparison } = billCase;
  const { exchange, data, through } = await forecastOf(billCase, provider);
  const points = list(data.sparkline).slice(0, data.future_start_index);
  const booked = await bill.total(costQuery({ provider, days: { first: through, last: through } }));
  // Costs of days that are all thin allow no forecast.
  const isForecast = typeof data.forecast_value === 'number';
  if (points.length === 0 && booked.rows > 0 && isForecast) {
    const message = '`sparkline` has no past days.';
    const actual = count(list(data.sparkline).length, 'point');
    comparison.violation({ message, actual, exchange, basis: 'proposed' }, booked, `the cost of ${through}`);
  }
  const first = plusDays(through, 1 - points.length);
  const query = byDate(costQuery({ provider, days: { first, last: through } }), 'daily');
  const rows = new Map((await bill.expected(query)).map((row) => [row.group.date, row]));
  for (const [i, actual] of points.entries()) {
    const date = plusDays(first, i);
    const from = rows.get(date) ?? bill.none(query, { date });
    comparison.figure({
      name: `\`sparkline\` on ${show(date)}`,
      actual,
      isRequired: true,
      expected: from.figures.cost ?? 0,
      from,
      exchange,
    });
  }
}

/** The running month up to the last day with costs: that of the forecast, or else the last whole day of the bill. */
async function daysOfSummary(
  billCase: BillCase,
  provider: ProviderBill,
  exchange: CompleteExchange,
): Promise<Days> {
  if (Number.isNaN(nowOf(exchange))) throw new NotApplicable('the summary has no timestamp with a time zone');
  const now = isoDay(nowOf(exchange));
  try {
    const { through } = await forecastOf(billCase, provider);
    return runningDays(now, through, 'month');
  } catch (error) {
    if (!(error instanceof NotApplicable || error instanceof Blocked)) throw error;
    return runningDays(now, earlier(plusDays(now, -1), provider.days.last), 'month');
  }
}

/** What a summary is of, and the exchange with it. */
interface Summary {
  readonly provider: ProviderBill;
  readonly days: Days;
  readonly credits: Credits;
  readonly exchange: CompleteExchange;
}

async function compareSummary(billCase: BillCase, provider: ProviderBill, credits: Credits): Promise<void> {
  const path = { provider_id: provider.id };
  const plan = requestTo('getCostSummary', { path, query: credits === 'after' ? {} : { credits } });
  const exchange = await successOf(billCase.probe, plan);
  const days = await daysOfSummary(billCase, provider, exchange);
  if (days.last < days.first) throw new NotApplicable('the running month has no costs yet');
  const summary = { provider, days, credits, exchange };
  await compareSpending(billCase, summary);
  await compareServices(billCase, summary);
}

/** Compares the costs of the month so far, and their change from the same days of the month before. */
async function compareSpending({ bill, comparison }: BillCase, summary: Summary): Promise<void> {
  const { exchange } = summary;
  const { monthly_spending, monthly_spending_percentage } = dataOf(exchange);
  const from = await bill.total(costQuery(summary));
  if (from.rows === 0) throw new NotApplicable('the bill has no rows in the running month');
  comparison.figure({
    name: '`monthly_spending`',
    actual: monthly_spending,
    expected: from.figures.cost ?? 0,
    from,
    exchange,
  });
  const days = daysBefore(summary);
  if (!days) return;
  const before = await bill.total(costQuery({ ...summary, days }));
  comparison.figure({
    ...changeFrom(before, from),
    name: '`monthly_spending_percentage`',
    actual: monthly_spending_percentage,
    isRequired: true,
    exchange,
  });
}

/** Compares the costs of the listed services, and their change from the same days of the month before. */
async function compareServices({ bill, comparison }: BillCase, summary: Summary): Promise<void> {
  const { provider, exchange } = summary;
  const query = costQuery({ ...summary, groupBy: ['service'] });
  const services = await bill.expected(query);
  const top = rowsOf(dataOf(exchange).top_services);
  const shown = top.map(({ service }) => service);
  const names = await namesOf(bill, dimensions.service, provider, shown);
  const days = daysBefore(summary);
  const before = days ? await bill.expected(costQuery({ ...summary, days, groupBy: ['service'] })) : [];
  for (const { service, cost, change_percentage } of top) {
    const isNamed = ({ group }: ExpectedRow) => (group.service ?? null) === names.of(service);
    const from = services.find(isNamed);
    if (!from) continue;
    const previous = before.find(isNamed);
    if (previous) {
      comparison.figure({
        ...changeFrom(previous, from),
        name: `\`top_services[].change_percentage\` of ${show(service)}`,
        actual: change_percentage,
        isRequired: true,
        exchange,
      });
    }
    comparison.figure({
      name: `\`top_services[].cost\` of ${show(service)}`,
      actual: cost,
      expected: from.figures.cost ?? 0,
      from,
      exchange,
    });
  }
  compareTopServices(comparison, { shown: dataOf(exchange).top_services, services, exchange });
}

/** Most services of a summary. */
const mostServices = 3;

/** Compares the listed services, in their order, with those that cost most; the order of equal costs is open. */
function compareTopServices(
  comparison: BillCase['comparison'],
  {
    shown,
    services,
    exchange,
  }: { shown: unknown; services: readonly ExpectedRow[]; exchange: CompleteExchange },
): void {
  if (!Array.isArray(shown)) return;
  const sorted = [...services].sort((a, b) => (b.figures.cost ?? 0) - (a.figures.cost ?? 0));
  for (const [i, from] of sorted.slice(0, mostServices).entries()) {
    const expected = from.figures.cost ?? 0;
    if (i < shown.length) {
      const name = `\`top_services[${i}].cost\``;
      comparison.figure({ name, actual: shown[i]?.cost, expected, from, exchange });
    } else if (expected >= 0.01) {
      const message = `\`top_services\` lacks service ${shownValue(from.group.service)}.`;
      const found = count(shown.length, 'service');
      comparison.violation({ message, actual: found, exchange, basis: 'proposed' }, from, plain(expected));
    }
  }
}

/** Returns the change of a cost as a percentage of a cost before, which is not determined if that is below a dollar. */
function changeFrom(before: ExpectedRow, now: ExpectedRow): ExpectedFigure {
  const previous = before.figures.cost ?? 0;
  const cost = now.figures.cost ?? 0;
  const expected = previous < 1 ? null : ((cost - previous) / previous) * 100;
  const formula = `100 × (${plain(cost)} - cost) / cost`;
  const slack = roundedParts((cost / previous) * 100, previous);
  return { expected, formula, from: before, unit: 'measure', slack };
}

/** Returns the same days of the month before, if the bill has them. */
function daysBefore({ days, provider }: Summary): Days | null {
  const { first, last } = daysOfMonth(monthBefore(days.first.slice(0, 7)));
  if (first < provider.days.first) return null;
  return { first, last: earlier(last, plusDays(first, Number(days.last.slice(8)) - 1)) };
}
