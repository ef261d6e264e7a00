import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { claim } from './rate.js';

const operation = 'getEffectiveSavingsRate' as const;

/** Checks of the month that a response is about. */
export const rateChecks: readonly Check[] = [
  {
    kind: 'active',
    ...claim('period-is-as-requested', '`period` of the response is the requested period.'),
    operations: [operation],
    requests: 1,
    async run(probe) {
      const { plan, exchange: baseline } = await probe.correct();
      const before = monthBefore(baseline.response.json?.data?.period);
      if (before === undefined) throw new NotApplicable('the period of the response is not a month');
      const exchange = await probe.send(withQuery(plan, 'period', before));
      if (!isSuccess(exchange)) throw new NotApplicable('a request for the previous month fails');
      const { period } = exchange.response.json?.data ?? {};
      if (period === before) return;
      fail({
        message: '`period` is not the requested period.',
        expected: `period ${before}`,
        actual: `period ${show(period)}`,
        exchange,
      });
    },
  },
];

/** @returns the previous month, e.g. `2026-05` */
function monthBefore(period: unknown): string | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(period)) ?? [];
  if (year === undefined) return undefined;
  return new Date(Date.UTC(Number(year), Number(month) - 2)).toISOString().slice(0, 7);
}
