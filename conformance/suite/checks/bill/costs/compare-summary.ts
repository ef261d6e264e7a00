import type { Deviation } from '../../../../engine/claim.js';
import { count } from '../../../../engine/count.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { Blocked, NotApplicable } from '../../../../engine/judge/outcome.js';
import { show } from '../../../../engine/show.js';
import { plain } from '../../../figures/comparison.js';
import {
  type Days,
  daysOfMonth,
  earlier,
  isoDay,
  later,
  monthBefore,
  plusDays,
} from '../../../figures/days.js';
import { type ExpectedFigure, roundedParts } from '../../../figures/formulas.js';
import { namesOf, shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { costQuery, dimensions } from '../../../figures/queries/cost-query.js';
import { requestTo } from '../../../request-to.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { nowOf } from '../../shared/timestamps.js';
import type { BillCase } from '../bill-check.js';
import { type Credits, forecastOf, runningDays } from './forecast-read.js';

/**
 * The running month up to the last day with costs: that of the forecast, or else the last whole day of the bill, which
 * is only a guess.
 */
async function daysOfSummary(
  billCase: BillCase,
  provider: ProviderBill,
  exchange: CompleteExchange,
): Promise<Pick<Summary, 'days' | 'today' | 'deviation'>> {
  if (Number.isNaN(nowOf(exchange))) throw new NotApplicable('the summary has no timestamp with a time zone');
  const today = isoDay(nowOf(exchange));
  try {
    const { through } = await forecastOf(billCase, provider);
    return { today, days: runningDays(today, through, 'month'), deviation: undefined };
  } catch (error) {
    if (!(error instanceof NotApplicable || error instanceof Blocked)) throw error;
    const through = earlier(plusDays(today, -1), provider.days.last);
    return { today, days: runningDays(today, through, 'month'), deviation: 'preference' };
  }
}

/** What a summary is of, and the exchange with it. */
interface Summary {
  readonly provider: ProviderBill;
  readonly days: Days;
  /** The day of the server's clock, whose costs so far it may count or not. */
  readonly today: string;
  readonly credits: Credits;
  readonly exchange: CompleteExchange;
  readonly deviation: Deviation | undefined;
}

/** Compares the summary of a provider. */
export async function compareSummary(
  billCase: BillCase,
  provider: ProviderBill,
  credits: Credits,
): Promise<void> {
  const path = { provider_id: provider.id };
  const plan = requestTo('getCostSummary', { path, query: credits === 'after' ? {} : { credits } });
  const exchange = await successOf(billCase.probe, plan);
  const range = await daysOfSummary(billCase, provider, exchange);
  if (range.days.last < range.days.first) throw new NotApplicable('the running month has no costs yet');
  const summary = { provider, ...range, credits, exchange };
  await compareSpending(billCase, summary);
  await compareServices(billCase, summary);
}

/** Compares the costs of the month so far, and their change from the same days of the month before. */
async function compareSpending({ bill, comparison }: BillCase, summary: Summary): Promise<void> {
  const { exchange, deviation } = summary;
  const { monthly_spending, monthly_spending_percentage } = dataOf(exchange);
  const from = await bill.total(costQuery(summary));
  if (from.rows === 0) throw new NotApplicable('the bill has no rows in the running month');
  const soFar = await bill.total(costQuery({ ...summary, days: withToday(summary) }));
  comparison.figure({
    name: '`monthly_spending`',
    actual: monthly_spending,
    expected: from.figures.cost ?? 0,
    alternatives: [soFar.figures.cost ?? 0],
    from,
    exchange,
    deviation,
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
    deviation: ofSameDays(summary, days),
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
  const soFar = await bill.expected(
    costQuery({ ...summary, days: withToday(summary), groupBy: ['service'] }),
  );
  const before = days ? await bill.expected(costQuery({ ...summary, days, groupBy: ['service'] })) : [];
  for (const { service, cost, change_percentage } of top) {
    const isNamed = ({ group }: ExpectedRow) => (group.service ?? null) === names.of(service);
    const from = services.find(isNamed);
    if (!from) continue;
    const previous = before.find(isNamed);
    if (previous && days) {
      comparison.figure({
        ...changeFrom(previous, from),
        name: `\`top_services[].change_percentage\` of ${show(service)}`,
        actual: change_percentage,
        isRequired: true,
        exchange,
        deviation: ofSameDays(summary, days),
      });
    }
    comparison.figure({
      name: `\`top_services[].cost\` of ${show(service)}`,
      actual: cost,
      expected: from.figures.cost ?? 0,
      alternatives: [soFar.find(isNamed)?.figures.cost ?? 0],
      from,
      exchange,
      deviation: summary.deviation,
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
      // Costs without a service need not be listed.
      comparison.figure({ name, actual: shown[i]?.cost, expected, from, exchange, deviation: 'preference' });
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

/** Returns the days of a summary and the running one. */
const withToday = ({ days, today }: Summary): Days => ({ first: days.first, last: later(days.last, today) });

/**
 * Returns what another change from the month before is. A month with fewer days, and one that counts the running day, can
 * be compared in several ways.
 */
function ofSameDays({ days, today, deviation }: Summary, before: Days): Deviation | undefined {
  const isSame = days.last.slice(8) === before.last.slice(8) && today === plusDays(days.last, 1);
  return isSame ? deviation : 'preference';
}

/** Returns the same days of the month before, if the bill has them. */
function daysBefore({ days, provider }: Summary): Days | null {
  const { first, last } = daysOfMonth(monthBefore(days.first.slice(0, 7)));
  if (first < provider.days.first) return null;
  return { first, last: earlier(last, plusDays(first, Number(days.last.slice(8)) - 1)) };
}
