import type { Check } from '../../../../engine/check.js';
import { withoutQuery, withQuery } from '../../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import { proposal } from '../../../claims.js';
import { isDay, isoDay, plusDays, plusMonths } from '../../../figures/days.js';
import { dataOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { nowOf, todaysOf } from '../../shared/timestamps.js';

/** The first day of each preset that ends on a day. */
const firstDays: Readonly<Record<string, (today: string) => string>> = {
  '30D': (today) => plusDays(today, -29),
  '6M': (today) => `${plusMonths(today.slice(0, 7), -5)}-01`,
  '12M': (today) => `${plusMonths(today.slice(0, 7), -11)}-01`,
};

/** How long before its `timestamp` a response may have been computed, so that it can be of the day before. */
const computingMs = 60_000;

/** Checks of the days of a preset. */
export const rangeChecks: readonly Check[] = [
  {
    id: 'costs.presets-end-today',
    ...proposal,
    requirement:
      'A preset range ends today: `30D` is 30 days, `6M` and `12M` are as many calendar months, the running one among them.',
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
];
