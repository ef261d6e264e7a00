import type { Check } from '../../../engine/check.js';
import type { CompleteExchange, RequestPlan } from '../../../engine/http/exchange.js';
import { withoutQuery, withQuery } from '../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearMoney, nearPercent, round } from '../../expect/near.js';
import {
  daysOfMonth,
  isDay,
  isoDay,
  lengthOf,
  monthBefore,
  plusDays,
  plusMonths,
} from '../../figures/days.js';
import { requestTo } from '../../request-to.js';
import { dataOf, one, rowsOf } from '../shared/exchange-data.js';
import { successOf } from '../shared/success-of.js';
import { dayMs, instant, nowOf, todaysOf, writtenDay } from '../shared/timestamps.js';

const inRange = (plan: RequestPlan, start: string, end: string) =>
  withQuery(withQuery(plan, 'start', start), 'end', end);

/** What a row of a breakdown is about. */
const groupOf = (row: any) =>
  JSON.stringify([row.service, row.account_id, row.region, row.tag_value, row.virtual_tag_value]);

/** The table of the breakdown in the range before that of another one. */
async function rangeBefore(
  probe: Probe,
  plan: RequestPlan,
  { start_date, end_date }: any,
): Promise<CompleteExchange> {
  const [start, end] = [instant(start_date), instant(end_date)];
  if (Number.isNaN(start) || Number.isNaN(end)) {
    throw new NotApplicable('the breakdown does not contain its range');
  }
  return successOf(probe, inRange(plan, isoDay(start - (end - start) - dayMs), isoDay(start - dayMs)));
}

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

/** The first day of each preset that ends on a day. */
const firstDays: Readonly<Record<string, (today: string) => string>> = {
  '30D': (today) => plusDays(today, -29),
  '6M': (today) => `${plusMonths(today.slice(0, 7), -5)}-01`,
  '12M': (today) => `${plusMonths(today.slice(0, 7), -11)}-01`,
};

/** How long before its `timestamp` a response may have been computed, so that it can be of the day before. */
const computingMs = 60_000;

/** Checks of ranges of days, and of the costs of two ranges. */
export const costRangeChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'costs.presets-end-today',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A preset range ends today: `30D` is 30 days, `6M` and `12M` are as many calendar months, the running one among them.',
    source: 'Proposed by this contract',
    operations: ['getCostBreakdown', 'getCostTimeline'],
    requests: 3,
    async run(probe) {
      const { plan } = await probe.correct();
      const withoutDays = withoutQuery(withoutQuery(plan, 'start'), 'end');
      await eachCase(Object.entries(firstDays), async ([preset, firstDayOf]) => {
        const exchange = await successOf(probe, withQuery(withoutDays, 'preset', preset));
        const { start_date: first, end_date: last } = dataOf(exchange);
        const now = nowOf(exchange);
        if (!isDay(first) || !isDay(last) || Number.isNaN(now)) {
          throw new NotApplicable('the response does not contain its range and its moment with a zone');
        }
        const todays = [isoDay(now - computingMs), ...todaysOf(exchange)];
        const ranges = todays.map((today) => `${firstDayOf(today)} to ${today}`);
        if (ranges.includes(`${first} to ${last}`)) return;
        fail({
          message: `The range of \`preset=${preset}\` differs from the documented one.`,
          expected: [...new Set(ranges)].join(' or '),
          actual: `${first} to ${last}`,
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'costs.previous-cost-is-that-of-the-range-before',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`previous_cost` of a breakdown row equals its `cost` in a breakdown of as many days that end on the day before.',
    source: 'Proposed by this contract',
    operations: ['getCostBreakdown'],
    async run(probe) {
      const { plan, exchange } = await probe.correct();
      const before = await rangeBefore(probe, plan, dataOf(exchange));
      const costs = new Map(rowsOf(dataOf(before).items).map((row) => [groupOf(row), row.cost]));
      const comparable = rowsOf(dataOf(exchange).items).filter(
        (row) => typeof row.previous_cost === 'number' && typeof costs.get(groupOf(row)) === 'number',
      );
      if (comparable.length === 0) throw new NotApplicable('the two ranges have no row in common');
      await eachCase(comparable, async (row) => {
        const expected = costs.get(groupOf(row));
        if (nearMoney(row.previous_cost, expected)) return;
        fail({
          message: `\`previous_cost\` of the row ${show(row.service)} is not its cost in the range before.`,
          expected: `${round(expected)} from ${dataOf(before).start_date} to ${dataOf(before).end_date}`,
          actual: `previous_cost ${row.previous_cost}`,
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'costs.summary-compares-the-same-days',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
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
  {
    kind: 'active',
    id: 'costs.breakdown-by-tag-holds-every-cost',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      'A breakdown by `tag` contains the costs without the tag: its total is that of the breakdown.',
    source: 'Other reads: breakdown, group_by; Proposed by this contract',
    operations: ['getCostBreakdown'],
    requests: 2,
    async run(probe) {
      const { plan, exchange } = await probe.correct();
      const { provider_id, total_period_cost: total } = dataOf(exchange);
      if (typeof total !== 'number' || typeof provider_id !== 'string') {
        throw new NotApplicable('the breakdown has no total');
      }
      await probe.correct('getCostFilterOptions');
      const menu = requestTo('getCostFilterOptions', {
        path: { provider_id },
        query: { dimension: 'tag_key' },
      });
      const key = dataOf(await successOf(probe, menu)).tag_keys?.[0];
      if (typeof key !== 'string') throw new NotApplicable('no costs carry a tag');
      const byTag = await probe.send(withQuery(withQuery(plan, 'group_by', 'tag'), 'tag_key', key));
      const other = byTag.response.json?.data?.total_period_cost;
      if (typeof other !== 'number') throw new NotApplicable('the target groups by tag in another way');
      if (nearMoney(other, total)) return;
      fail({
        message: '`total_period_cost` changes with `group_by=tag`.',
        expected: `total_period_cost ${total}`,
        actual: String(other),
        exchange: byTag,
      });
    },
  },
];
