import type { Check } from '../../../engine/check.js';
import { count } from '../../../engine/count.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney, nearPercent, numbersOf, round, sum } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { claim, dollars, ownerOf, type Rate, rates } from './rate.js';

const operation = 'getEffectiveSavingsRate' as const;

const measured = (data: any) => rates(data).filter((rate) => numbersOf(rate, ...dollars));

/** Checks of the rates and of the amounts that they follow from. */
export const rateChecks: readonly Check[] = [
  forEachRow(operation, {
    ...claim(
      'total-is-both-parts',
      '`total_saved` of a rate equals `commitment_saved` plus `negotiated_saved`.',
    ),
    each: measured,
    judge: (rate) => {
      const expected = rate.commitment_saved + rate.negotiated_saved;
      if (nearMoney(rate.total_saved, expected, 3)) return true;
      return {
        message: `\`total_saved\` of ${ownerOf(rate)} is not \`commitment_saved\` + \`negotiated_saved\`.`,
        expected: `${round(expected)} = ${rate.commitment_saved} + ${rate.negotiated_saved}`,
        actual: `total_saved ${rate.total_saved}`,
      };
    },
  }),
  forEachRow(operation, {
    ...claim(
      'saving-is-the-difference-of-costs',
      '`total_saved` of a rate equals `on_demand_equivalent` less `effective_cost`.',
    ),
    each: measured,
    judge: (rate) => {
      const expected = rate.on_demand_equivalent - rate.effective_cost;
      if (nearMoney(rate.total_saved, expected, 3)) return true;
      return {
        message: `\`total_saved\` of ${ownerOf(rate)} is not \`on_demand_equivalent\` − \`effective_cost\`.`,
        expected: `${round(expected)} = ${rate.on_demand_equivalent} − ${rate.effective_cost}`,
        actual: `total_saved ${rate.total_saved}`,
      };
    },
  }),
  forEachRow(operation, {
    ...claim(
      'rates-follow-from-dollars',
      '`commitment_rate_pct`, `negotiated_rate_pct` and `total_rate_pct` equal their savings divided by `on_demand_equivalent`, as percentages.',
    ),
    each: (data) => measured(data).filter((rate) => rate.on_demand_equivalent > 0),
    judge: (rate) => {
      for (const part of ['commitment', 'negotiated', 'total']) {
        const actual = rate[`${part}_rate_pct`];
        const expected = (rate[`${part}_saved`] / rate.on_demand_equivalent) * 100;
        // Half a cent in both amounts changes the rate of an account with small costs by several percent.
        const rounded = (0.5 + 0.005 * Math.abs(expected)) / rate.on_demand_equivalent;
        if (typeof actual !== 'number' || nearPercent(actual, expected, rounded)) continue;
        return {
          message: `\`${part}_rate_pct\` of ${ownerOf(rate)} is not \`${part}_saved\` as a percentage of \`on_demand_equivalent\`.`,
          expected: `${round(expected)} = ${rate[`${part}_saved`]} / ${rate.on_demand_equivalent} × 100`,
          actual: `${part}_rate_pct ${actual}`,
        };
      }
      return true;
    },
  }),
  forEachRow(operation, {
    ...claim(
      'totals-are-the-sum-of-accounts',
      'Each amount in `totals` equals the sum over the measured `accounts`.',
    ),
    each: (data) => {
      const accounts = rowsOf(data.accounts).filter(({ measured: is }) => is === true);
      // The sum of unknown amounts is unknown.
      const names = dollars.filter((name) => accounts.every((one) => typeof one[name] === 'number'));
      return numbersOf(data.totals, ...dollars) && accounts.length > 0 && names.length > 0
        ? [{ totals: data.totals, accounts, names }]
        : [];
    },
    judge: ({ totals, accounts, names }) => {
      for (const name of names) {
        const expected = sum(accounts.map((account: Rate) => account[name]));
        if (nearMoney(totals[name], expected, accounts.length + 1)) continue;
        return {
          message: `\`totals.${name}\` is not the sum of \`${name}\` over the measured accounts.`,
          expected: `${round(expected)} (${count(accounts.length, 'account')})`,
          actual: `${name} ${totals[name]}`,
        };
      }
      return true;
    },
  }),
  areUnique(operation, {
    ...claim('accounts-are-unique', '`account_id` is unique in `accounts`.'),
    message: 'Two entries of `accounts` have the same `account_id`.',
    keys: (data) => rowsOf(data.accounts).map(({ account_id }) => account_id),
  }),
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
