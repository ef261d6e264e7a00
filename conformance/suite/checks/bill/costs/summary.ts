import type { Deviation } from '../../../../engine/claim.js';
import { count } from '../../../../engine/count.js';
import { Blocked, NotApplicable } from '../../../../engine/judge/outcome.js';
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
import { amount, type Formula, roundedParts } from '../../../figures/formulas.js';
import { shownValue } from '../../../figures/groups.js';
import type { ExpectedRow } from '../../../figures/known-bill.js';
import type { ProviderBill } from '../../../figures/provider-bills.js';
import { type CostSelection, costQuery } from '../../../figures/queries/cost-query.js';
import { compareFigures, compareTable, type Figure, type Table } from '../../../figures/table.js';
import { nowOf } from '../../shared/timestamps.js';
import { type BillCase, type ProviderRead, readOf } from '../bill-check.js';
import { type Forecast, forecastOf, runningDays } from './forecast-read.js';

/** What a summary is of. */
interface Selection {
  readonly provider: ProviderBill;
  readonly credits: NonNullable<Forecast['credits']>;
}

/** The summary of some days. */
interface Summary extends ProviderRead {
  readonly credits: Selection['credits'];
  /** The day of the server's clock, whose costs so far it may count or not. */
  readonly today: string;
  readonly deviation: Deviation | undefined;
}

/** Most services of a summary. */
const mostServices = 3;

/** Compares the costs of the month so far, and their change from the same days of the month before. */
export async function compareSummary(billCase: BillCase, selection: Selection): Promise<void> {
  const { provider, credits } = selection;
  const query = credits === 'after' ? {} : { credits };
  const read = await readOf(billCase, 'getCostSummary', provider, { query });
  const now = nowOf(read.exchange);
  if (Number.isNaN(now)) throw new NotApplicable('the summary has no timestamp with a time zone');
  const summary = { ...read, credits, ...(await daysOfSummary(read, isoDay(now))) };
  const { bill, days } = summary;
  if (days.last < days.first) throw new NotApplicable('the running month has no costs yet');
  const { rows } = await bill.total(costQuery(summary));
  if (rows === 0) throw new NotApplicable('the bill has no rows in the running month');
  const total = { path: '', cost: 'monthly_spending', change: 'monthly_spending_percentage' };
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
    const { actuals_through: through } = (await forecastOf(read, { provider })).data;
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
  const more = (from: ExpectedRow) => ({
    ...{ deviation, alternatives: [sameIn(soFar)(from)?.figures.cost ?? 0] },
  });
  await compareTable(summary, { path, query: queryOf(days), figures: [{ field, is: amount('cost'), more }] });
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
  const more = () => ({ deviation: isSame ? deviation : ('preference' as const) });
  return { field, is, required: 'shown', when: (from) => nowOfRow(from) !== undefined, more };
}

/** Returns the days of a summary and the running one. */
const withToday = ({ days, today }: Summary): Days => ({ first: days.first, last: later(days.last, today) });

/** Returns the same days of the month before, if the bill has them. */
function daysBefore({ days, provider }: Summary): Days | null {
  const { first, last } = daysOfMonth(monthBefore(days.first.slice(0, 7)));
  if (first < provider.days.first) return null;
  return { first, last: earlier(last, plusDays(first, Number(days.last.slice(8)) - 1)) };
}
