import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { recommended } from '../../claims.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { daysOfMonth, monthBefore } from '../../figures/days.js';
import { costRead, providerIn } from '../costs/breakdown-table.js';
import { dataOf, one, requested, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { claim, dollars } from './rate.js';

const operation = 'getEffectiveSavingsRate' as const;

/** The least difference of two costs that rounding and late charges do not explain, as a share. */
const clearly = 0.02;

const isMonth = (period: unknown): period is string => /^\d{4}-\d\d$/.test(String(period));

/** Returns the amounts of the totals and accounts, to compare two responses. */
const amountsOf = (exchange: CompleteExchange): string =>
  JSON.stringify(
    [dataOf(exchange).totals, ...rowsOf(dataOf(exchange).accounts)].map((rate) => [
      rate?.account_id,
      ...dollars.map((name) => rate?.[name]),
    ]),
  );

/** Returns what the accounts of a response cost in a month, by the breakdown with amortized commitments. */
async function costOf(probe: Probe, month: string, accounts: ReadonlySet<string>) {
  const { plan } = await probe.correct('getCostBreakdown');
  const { as } = (await probe.correctOfAnyKey({ withSameData: true })).plan;
  const { first, last } = daysOfMonth(month);
  const table = await successOf(
    probe,
    costRead('getCostBreakdown', { ...providerIn(plan), as }, [
      ['group_by', 'account_id'],
      ['show_cost_as', 'net_amortized'],
      ['start', first],
      ['end', last],
    ]),
  );
  const rows = rowsOf(dataOf(table).items).filter(({ account_id }) => accounts.has(account_id));
  const costs = rows.map(({ cost }) => cost);
  if (costs.length === 0 || !costs.every((cost) => typeof cost === 'number')) {
    throw new NotApplicable('the breakdown has no cost of these accounts');
  }
  const ids: ReadonlySet<string> = new Set(rows.map(({ account_id }) => account_id));
  return { ids, cost: sum(costs) };
}

/** @throws {NotApplicable} if the totals are not measured, or the period is not a month */
function measuredIn(exchange: CompleteExchange) {
  const { period, totals, accounts } = dataOf(exchange);
  const measured = rowsOf(accounts).filter((account) => account.measured === true);
  if (!isMonth(period) || !numbersOf(totals, ...dollars) || measured.length === 0) {
    throw new NotApplicable('the savings rate has no measured accounts in a month');
  }
  const ids: ReadonlySet<string> = new Set(measured.map(({ account_id }) => account_id));
  return { period, ids };
}

/** Checks of the scopes and of the months. */
export const scopeChecks: readonly Check[] = [
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
  {
    kind: 'active',
    id: 'savings-rate.scope-of-all-has-other-costs-too',
    ...recommended,
    requirement:
      'The savings rate with `scope=all` differs from that with `scope=eligible` if its accounts cost more in the breakdown than what is eligible.',
    source:
      'Commitment reads: effective savings rate, scope: eligible (only spend a commitment could cover) or all',
    operations: [operation],
    anyKey: true,
    async run(probe) {
      const [eligible, all] = (await successesOf(probe, 'scope', ['eligible', 'all'])) as [
        CompleteExchange,
        CompleteExchange,
      ];
      const { period, ids } = measuredIn(eligible);
      if (amountsOf(eligible) !== amountsOf(all)) return;
      // The breakdown is that of one provider, the savings rate that of all.
      const { cost: whole, ids: billed } = await costOf(probe, period, ids);
      const own = rowsOf(dataOf(eligible).accounts).filter(({ account_id }) => billed.has(account_id));
      const cost = sum(own.map(({ effective_cost }) => effective_cost));
      if (whole <= cost * (1 + clearly)) {
        throw new NotApplicable('the breakdown has no cost beyond what is eligible');
      }
      fail({
        message: '`scope=all` returns the figures of `scope=eligible`.',
        expected: `an effective_cost of these accounts of about ${round(whole)}, as in the breakdown of ${period}`,
        actual: `${round(cost)} in both scopes`,
        exchange: all,
      });
    },
  },
  {
    kind: 'active',
    id: 'savings-rate.months-have-their-own-costs',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The savings rate of two months differs if the costs of its accounts in the breakdown of these months do.',
    source: 'Commitment reads: effective savings rate, period: YYYY-MM',
    operations: [operation],
    requests: 3,
    anyKey: true,
    async run(probe) {
      const { plan } = await probe.correctOfAnyKey({ withSameData: true });
      const { exchange: baseline } = await probe.correct();
      const { period, ids } = measuredIn(baseline);
      const before = monthBefore(period);
      const exchange = await successOf(probe, withQuery(plan, 'period', before));
      const costs = [(await costOf(probe, period, ids)).cost, (await costOf(probe, before, ids)).cost];
      const [one = 0, other = 0] = costs;
      if (nearMoney(one, other, 10) || Math.abs(one - other) <= clearly * Math.abs(one)) {
        throw new NotApplicable('both months cost the same');
      }
      if (amountsOf(exchange) !== amountsOf(baseline)) return;
      fail({
        message: `\`period=${before}\` returns the figures of ${period}.`,
        expected: `other figures, as the costs are ${costs.map(round).join(' and ')}`,
        actual: `the same totals: ${show(dataOf(exchange).totals)}`,
        exchange,
      });
    },
  },
];
