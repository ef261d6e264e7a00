import type { Check } from '../../../engine/check.js';
import type { RequestPlan } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { contradiction } from '../../claims.js';
import { nearMoney, nearPercent, round } from '../../expect/near.js';
import { daysOfMonth, isoDay, lengthOf, monthBefore, plusDays } from '../../figures/days.js';
import { requestTo } from '../../request-to.js';
import { equation, type Figure, percentage } from '../shared/equation.js';
import { dataOf, one, requested, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import { nowOf, writtenDay } from '../shared/timestamps.js';

const breakdown = 'getCostBreakdown' as const;
const source = 'Other reads: breakdown; Proposed by this contract';

const inRange = (plan: RequestPlan, start: string, end: string) =>
  withQuery(withQuery(plan, 'start', start), 'end', end);

/** The days of the running month with costs, and as many of the month before. */
async function sameDays(probe: Probe, plan: RequestPlan, today: string): Promise<readonly [any, any]> {
  const { first } = daysOfMonth(today.slice(0, 7));
  const running = dataOf(await successOf(probe, inRange(plan, first, today)));
  const last = rowsOf(running.data_points)
    .flatMap(({ date }) => one(writtenDay(date)))
    .sort()
    .at(-1);
  const previous = daysOfMonth(monthBefore(today.slice(0, 7)));
  const end = last === undefined ? first : plusDays(previous.first, lengthOf({ first, last }) - 1);
  if (end >= first) throw new NotApplicable('the month before does not have the same days');
  return [running, dataOf(await successOf(probe, inRange(plan, previous.first, end)))];
}

/** Returns a change in percent as a figure of its two costs, rounded to cents. */
function change(row: any, cost: string, before: number): Figure {
  return percentage(
    { ...row, before },
    'change_percentage',
    [cost, 'before'],
    // A change from 0 or less can have either sign.
    (now, then) => (then <= 0 ? Number.NaN : ((now - then) / then) * 100),
    0.02 + (0.01 * (Math.abs(row[cost]) + Math.abs(before))) / before ** 2 / 0.01,
  );
}

/** The changes from each entry of a series to the next. */
const steps = (series: readonly any[]) =>
  series.slice(1).map((entry, index) => change(entry, 'value', series[index]?.value));

/** Checks of changes from the days before. */
export const changeChecks: readonly Check[] = [
  equation(breakdown, {
    id: 'costs.change-of-dates-follows-from-values',
    ...contradiction,
    requirement:
      '`change_percentage` of a day in a breakdown is the change from the day before, as a percentage.',
    source,
    formula: 'the change from the entry before, as a percentage',
    figures: (data, exchange) =>
      // The first or last month may be incomplete.
      (requested(exchange, 'granularity') ?? 'daily') === 'daily'
        ? [data.totals_by_date, ...rowsOf(data.items).map((row) => row.spendings_by_date)].flatMap((series) =>
            steps(rowsOf(series)),
          )
        : [],
  }),
  {
    kind: 'active',
    id: 'costs.summary-compares-the-same-days',
    ...contradiction,
    requirement:
      '`monthly_spending_percentage` of a summary is the change of `monthly_spending` from the same days of the month before, by the timeline.',
    source: 'Versioning, rule 5: same-period comparison window; Proposed by this contract',
    operations: ['getCostSummary'],
    requests: 2,
    async run(probe) {
      const { exchange } = await probe.correct();
      const { provider_id, monthly_spending: spent, monthly_spending_percentage: change } = dataOf(exchange);
      if (typeof change !== 'number' || typeof provider_id !== 'string' || Number.isNaN(nowOf(exchange))) {
        throw new NotApplicable('the summary compares no months');
      }
      await probe.correct('getCostTimeline');
      const plan = requestTo('getCostTimeline', { path: { provider_id } });
      const [running, previous] = await sameDays(probe, plan, isoDay(nowOf(exchange)));
      if (
        typeof spent !== 'number' ||
        typeof previous.total !== 'number' ||
        previous.total < 1 ||
        !nearMoney(running.total, spent, 31)
      ) {
        throw new NotApplicable('the timeline and the summary have different costs');
      }
      const expected = ((spent - previous.total) / previous.total) * 100;
      // Half a cent in both amounts changes the percentage of small costs.
      const rounded = (0.5 * (1 + Math.abs(spent / previous.total))) / previous.total;
      if (nearPercent(change, expected, rounded + 0.1)) return;
      fail({
        message: '`monthly_spending_percentage` is not the change from the same days of the month before.',
        expected: `${round(expected)}, from ${previous.total} to ${spent}`,
        actual: String(change),
        exchange,
      });
    },
  },
];
