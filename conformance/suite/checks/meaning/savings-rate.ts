import type { Check } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import { count } from '../../../engine/count.js';
import { type CompleteExchange, isSuccess } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearMoney, nearPercent, numbersOf, round, sum } from '../../expect/near.js';
import { one, requested, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { successesOf } from '../shared/success-of.js';

const source = 'Effective savings rate';
const operation = 'getEffectiveSavingsRate' as const;

export const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
] as const;

export type Rate = Record<string, any>;

/** Returns the rate objects of a response: the totals and each account. */
export const rates = (data: any): Rate[] => [...one(data.totals as Rate), ...rowsOf(data.accounts)];

export const ownerOf = (rate: Rate) =>
  rate.account_id === undefined ? '`totals`' : `account ${show(rate.account_id)}`;

const measured = (data: any) => rates(data).filter((rate) => numbersOf(rate, ...dollars));

function claim(id: string, requirement: string): Claim {
  return { id: `savings-rate.${id}`, level: 'MUST', basis: 'derived', requirement, source };
}

export const savingsRateChecks: readonly Check[] = [
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
  forEachRow(operation, {
    ...claim(
      'unmeasured-has-no-figures',
      'The amounts and rates are null, not zero, while `measured` is false.',
    ),
    basis: 'proposed',
    deviation: 'contradiction',
    each: (data) => rates(data).filter(({ measured: is }) => is === false),
    judge: (rate) => {
      const name = [...dollars, 'total_rate_pct'].find((key) => typeof rate[key] === 'number');
      if (name === undefined) return true;
      return {
        message: `\`${name}\` of ${ownerOf(rate)} is a number although \`measured\` is false.`,
        expected: 'null',
        actual: show(rate[name]),
      };
    },
  }),
  forEachRow(operation, {
    ...claim(
      'scope-is-as-requested',
      '`scope` of the response is the requested scope, `eligible` by default.',
    ),
    each: (data, exchange) => one(typeof data.scope === 'string' ? { data, exchange } : undefined),
    judge: ({ data, exchange }) => {
      const expected = requested(exchange, 'scope') ?? 'eligible';
      if (data.scope === expected) return true;
      return {
        // The values of the response are not stated: another one may have another meaning.
        basis: ['eligible', 'all'].includes(data.scope) ? undefined : 'proposed',
        message: '`scope` is not the requested scope.',
        expected: `scope ${show(expected)}`,
        actual: `scope ${show(data.scope)}`,
      };
    },
  }),
  forEachRow(operation, {
    ...claim('measured-share-is-a-percentage', '`measured_share_pct` is between 0 and 100.'),
    each: (data) =>
      one(typeof data.measured_share_pct === 'number' ? (data.measured_share_pct as number) : undefined),
    judge: (share) =>
      (share >= 0 && share <= 100) || {
        message: '`measured_share_pct` is not between 0 and 100.',
        expected: 'a number from 0 to 100',
        actual: String(share),
      },
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
  {
    kind: 'active',
    ...claim(
      'eligible-is-part-of-all',
      '`totals.on_demand_equivalent` is not greater with `scope=eligible` than with `scope=all`.',
    ),
    // A refund can exceed the other usage of the period, whose part is then negative.
    level: 'SHOULD',
    deviation: 'contradiction',
    operations: [operation],
    requests: 1,
    async run(probe) {
      const { plan } = await probe.correct();
      const [eligible, all] = await Promise.all(
        ['eligible', 'all'].map((scope) => probe.send(withQuery(plan, 'scope', scope))),
      );
      const of = (exchange: CompleteExchange | undefined) =>
        exchange?.response.json?.data?.totals?.on_demand_equivalent;
      if (!all || typeof of(eligible) !== 'number' || typeof of(all) !== 'number') {
        throw new NotApplicable('the totals are not measured in both scopes');
      }
      if (of(eligible) < 0 || of(all) < 0) {
        throw new NotApplicable('corrections exceed the usage of the period');
      }
      if (of(eligible) <= of(all) || nearMoney(of(eligible), of(all), 2)) return;
      fail({
        message: '`totals.on_demand_equivalent` is greater with `scope=eligible` than with `scope=all`.',
        expected: `on_demand_equivalent of all at least ${of(eligible)}`,
        actual: String(of(all)),
        exchange: all,
      });
    },
  },
  areUnique(operation, {
    ...claim('accounts-are-unique', '`account_id` is unique in `accounts`.'),
    message: 'Two entries of `accounts` have the same `account_id`.',
    keys: (data) => rowsOf(data.accounts).map(({ account_id }) => account_id),
  }),
];

/** @returns the previous month, e.g. `2026-05` */
function monthBefore(period: unknown): string | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(period)) ?? [];
  if (year === undefined) return undefined;
  return new Date(Date.UTC(Number(year), Number(month) - 2)).toISOString().slice(0, 7);
}

/**
 * Reads the savings rate in both scopes, whose commitment savings are the same.
 *
 * @throws {NotApplicable} with a bill, in which usage without commitments can cost more or less than its contracted price
 */
export async function inBothScopes(probe: Probe) {
  if (probe.bill !== null) throw new NotApplicable('the figures are compared with the bill');
  return successesOf(probe, 'scope', ['eligible', 'all']);
}
