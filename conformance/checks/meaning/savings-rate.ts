import type { Check } from '../../check.js';
import type { Claim } from '../../claim.js';
import { nearMoney, nearPercent, numbersOf, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { type CompleteExchange, isSuccess } from '../../http/exchange.js';
import { fail, NotApplicable } from '../../outcome.js';
import { withQuery } from '../../requests.js';
import { asked, one, rowsOf } from '../exchange-data.js';
import { about, areUnique } from './about.js';

const source = 'Effective savings rate';
const operation = 'getEffectiveSavingsRate' as const;

const dollars = [
  'on_demand_equivalent',
  'effective_cost',
  'commitment_saved',
  'negotiated_saved',
  'total_saved',
] as const;

type Rate = Record<string, any>;

/** Every rate object of an answer: the totals and each account. */
const rates = (data: any): Rate[] => [...one(data.totals as Rate), ...rowsOf(data.accounts)];

const whose = (rate: Rate) =>
  rate.account_id === undefined ? 'the totals' : `account ${show(rate.account_id)}`;

const measured = (data: any) => rates(data).filter((rate) => numbersOf(rate, ...dollars));

function claim(id: string, requirement: string): Claim {
  return { id: `savings-rate.${id}`, level: 'MUST', basis: 'derived', requirement, source };
}

export const savingsRateChecks: readonly Check[] = [
  about(operation, {
    ...claim(
      'total-is-both-parts',
      'What was saved in total is what commitments saved and what the negotiated agreement saved.',
    ),
    each: measured,
    judge: (rate) => {
      const expected = rate.commitment_saved + rate.negotiated_saved;
      if (nearMoney(rate.total_saved, expected, 3)) return true;
      return {
        message: `total_saved of ${whose(rate)} is not the sum of its two parts.`,
        expected: `${round(expected)} = ${rate.commitment_saved} + ${rate.negotiated_saved}`,
        actual: `total_saved ${rate.total_saved}`,
      };
    },
  }),
  about(operation, {
    ...claim(
      'saving-is-the-difference-of-costs',
      'What was saved is the on-demand equivalent less the effective cost.',
    ),
    each: measured,
    judge: (rate) => {
      const expected = rate.on_demand_equivalent - rate.effective_cost;
      if (nearMoney(rate.total_saved, expected, 3)) return true;
      return {
        message: `total_saved of ${whose(rate)} is not what on-demand would have cost more.`,
        expected: `${round(expected)} = ${rate.on_demand_equivalent} − ${rate.effective_cost}`,
        actual: `total_saved ${rate.total_saved}`,
      };
    },
  }),
  about(operation, {
    ...claim(
      'rates-follow-from-dollars',
      'Each rate is its saving as a percentage of the on-demand equivalent.',
    ),
    each: (data) => measured(data).filter((rate) => rate.on_demand_equivalent > 0),
    judge: (rate) => {
      for (const part of ['commitment', 'negotiated', 'total']) {
        const told = rate[`${part}_rate_pct`];
        const expected = (rate[`${part}_saved`] / rate.on_demand_equivalent) * 100;
        if (typeof told !== 'number' || nearPercent(told, expected)) continue;
        return {
          message: `${part}_rate_pct of ${whose(rate)} does not follow from its dollars.`,
          expected: `${round(expected)} = ${rate[`${part}_saved`]} / ${rate.on_demand_equivalent} × 100`,
          actual: `${part}_rate_pct ${told}`,
        };
      }
      return true;
    },
  }),
  about(operation, {
    ...claim(
      'totals-are-the-sum-of-accounts',
      'The totals are the sums over the accounts that were measured.',
    ),
    each: (data) => {
      const accounts = rowsOf(data.accounts).filter(({ measured: is }) => is === true);
      return numbersOf(data.totals, ...dollars) && accounts.length > 0
        ? [{ totals: data.totals, accounts }]
        : [];
    },
    judge: ({ totals, accounts }) => {
      for (const name of dollars) {
        const expected = sum(accounts.map((account: Rate) => account[name]));
        if (nearMoney(totals[name], expected, accounts.length + 1)) continue;
        return {
          message: `${name} of the totals is not the sum over the accounts.`,
          expected: `${round(expected)} over ${accounts.length} accounts`,
          actual: `${name} ${totals[name]}`,
        };
      }
      return true;
    },
  }),
  about(operation, {
    ...claim('unmeasured-has-no-figures', 'A rate that was not measured has null for figures, not zero.'),
    basis: 'proposed',
    each: (data) => rates(data).filter(({ measured: is }) => is === false),
    judge: (rate) => {
      const name = [...dollars, 'total_rate_pct'].find((key) => typeof rate[key] === 'number');
      if (name === undefined) return true;
      return {
        message: `${name} of ${whose(rate)} has a figure though nothing was measured.`,
        expected: 'null',
        actual: show(rate[name]),
      };
    },
  }),
  about(operation, {
    ...claim('scope-is-as-asked', 'The answer tells the scope that was asked for; eligible when none was.'),
    each: (data, exchange) => one(typeof data.scope === 'string' ? { data, exchange } : undefined),
    judge: ({ data, exchange }) => {
      const expected = asked(exchange, 'scope') ?? 'eligible';
      if (data.scope === expected) return true;
      return {
        message: 'The scope is another than asked for.',
        expected: `scope ${show(expected)}`,
        actual: `scope ${show(data.scope)}`,
      };
    },
  }),
  about(operation, {
    ...claim('measured-share-is-a-percentage', 'measured_share_pct lies between 0 and 100.'),
    each: (data) =>
      one(typeof data.measured_share_pct === 'number' ? (data.measured_share_pct as number) : undefined),
    judge: (share) =>
      (share >= 0 && share <= 100) || {
        message: 'measured_share_pct is no share.',
        expected: 'a number from 0 to 100',
        actual: String(share),
      },
  }),
  {
    kind: 'probe',
    ...claim('period-is-as-asked', 'The rate of a month that is asked for is told as that month’s.'),
    operations: [operation],
    cost: 1,
    async run(probe) {
      const { plan, exchange: usual } = await probe.correct();
      const before = monthBefore(usual.response.json?.data?.period);
      if (before === undefined) throw new NotApplicable('the period told is no month');
      const exchange = await probe.send(withQuery(plan, 'period', before));
      if (!isSuccess(exchange)) throw new NotApplicable('the month before is not answered');
      const { period } = exchange.response.json?.data ?? {};
      if (period === before) return;
      fail({
        message: 'Another month came than the one asked for.',
        expected: `period ${before}`,
        actual: `period ${show(period)}`,
        exchange,
      });
    },
  },
  {
    kind: 'probe',
    ...claim('eligible-is-part-of-all', 'Spend that a commitment could cover is no more than all spend.'),
    operations: [operation],
    cost: 1,
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
      if (of(eligible) <= of(all) || nearMoney(of(eligible), of(all), 2)) return;
      fail({
        message: 'Eligible spend is more than all spend.',
        expected: `on_demand_equivalent of all at least ${of(eligible)}`,
        actual: String(of(all)),
        exchange: all,
      });
    },
  },
  areUnique(operation, {
    ...claim('accounts-are-told-once', 'Each account has one rate.'),
    what: 'An account',
    keys: (data) => rowsOf(data.accounts).map(({ account_id }) => account_id),
  }),
];

/** @returns the month before, as `2026-05` */
function monthBefore(period: unknown): string | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(period)) ?? [];
  if (year === undefined) return undefined;
  return new Date(Date.UTC(Number(year), Number(month) - 2)).toISOString().slice(0, 7);
}
