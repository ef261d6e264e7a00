import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { withQuery } from '../../../engine/http/requests.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, round, sum } from '../../expect/near.js';
import { daysOfMonth, monthBefore } from '../../figures/days.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { costRead, providerIn } from './breakdown-table.js';
import { dollars } from './savings-rate.js';

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
async function costOf(probe: Probe, month: string, accounts: ReadonlySet<string>): Promise<number> {
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
  const costs = rowsOf(dataOf(table).items)
    .filter(({ account_id }) => accounts.has(account_id))
    .map(({ cost }) => cost);
  if (costs.length === 0 || !costs.every((cost) => typeof cost === 'number')) {
    throw new NotApplicable('the breakdown has no cost of these accounts');
  }
  return sum(costs);
}

/** @throws {NotApplicable} if the totals are not measured, or the period is not a month */
function measuredIn(exchange: CompleteExchange) {
  const { period, totals, accounts } = dataOf(exchange);
  const measured = rowsOf(accounts).filter((account) => account.measured === true);
  if (!isMonth(period) || !numbersOf(totals, ...dollars) || measured.length === 0) {
    throw new NotApplicable('the savings rate has no measured accounts in a month');
  }
  const ids: ReadonlySet<string> = new Set(measured.map(({ account_id }) => account_id));
  return { period, ids, cost: totals.effective_cost as number };
}

/** Checks that the scope and the period of the savings rate select costs. */
export const savingsScopeChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'savings-rate.scope-of-all-has-other-costs-too',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'derived',
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
      const { period, ids, cost } = measuredIn(eligible);
      if (amountsOf(eligible) !== amountsOf(all)) return;
      const whole = await costOf(probe, period, ids);
      if (whole <= cost * (1 + clearly)) {
        throw new NotApplicable('the breakdown has no cost beyond what is eligible');
      }
      fail({
        message: '`scope=all` returns the figures of `scope=eligible`.',
        expected: `an effective_cost of about ${round(whole)}, as in the breakdown of ${period}`,
        actual: `effective_cost ${cost} in both scopes`,
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
      const costs = [await costOf(probe, period, ids), await costOf(probe, before, ids)];
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
