import type { Check } from '../../../engine/check.js';
import { fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { nearMoney, numbersOf, sum } from '../../expect/near.js';
import { equation } from '../shared/equation.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, nowOf, uncertainty } from '../shared/timestamps.js';
import { knownParts, totalIsSum } from '../shared/total-is-sum.js';

const portfolioTotals = ['fee_monthly_list', 'fee_monthly_net', 'protects_monthly', 'rightsizing_monthly'];

/** Checks of the portfolio across all accounts and of contract commitments. */
export const portfolioChecks: readonly Check[] = [
  areUnique('getCommitmentPortfolio', {
    id: 'portfolio.one-row-per-commitment',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The portfolio has one row per commitment, across all accounts.',
    source: 'Commitment reads: portfolio',
    message: 'Two rows of the portfolio have the same `provider` and `id`.',
    keys: (data) =>
      rowsOf(data.rows).flatMap(({ provider, id }) => (typeof id === 'string' ? [`${provider} ${id}`] : [])),
  }),
  forEachRow('getCommitmentPortfolio', {
    id: 'portfolio.time-left-fits-the-expiry',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`expires_in_seconds` is the number of seconds until `end_at`.',
    source: 'Commitment read semantics, rule 7: the expiry time',
    each: (data, exchange) =>
      rowsOf(data.rows).filter(
        ({ end_at, expires_in_seconds }) =>
          typeof expires_in_seconds === 'number' && !Number.isNaN(instant(end_at) + nowOf(exchange)),
      ),
    judge: ({ id, end_at, expires_in_seconds }, exchange) => {
      const seconds = Math.round((instant(end_at) - nowOf(exchange)) / 1000);
      // A commitment that has ended may have 0 or less; a response may come from a cache of some hours.
      return (
        Math.abs(Math.max(0, seconds) - Math.max(0, expires_in_seconds)) * 1000 <=
          dayMs + uncertainty(end_at, exchange.response.json.timestamp) || {
          message: `\`expires_in_seconds\` of commitment ${show(id)} is not the number of seconds until \`end_at\`.`,
          expected: `about ${seconds}, from ${exchange.response.json.timestamp} to ${end_at}`,
          actual: `expires_in_seconds ${expires_in_seconds}`,
        }
      );
    },
  }),
  forEachRow('getCommitmentPortfolio', {
    id: 'portfolio.net-is-at-most-list',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`fee_monthly_net` of a commitment is not greater than `fee_monthly_list`.',
    source: 'Commitment reads: portfolio, basis: net is what you pay, list public prices',
    each: (data) => rowsOf(data.rows).filter((row) => numbersOf(row, 'fee_monthly_net', 'fee_monthly_list')),
    judge: ({ id, fee_monthly_net: net, fee_monthly_list: full }) =>
      net <= full ||
      nearMoney(net, full) || {
        message: `\`fee_monthly_net\` of commitment ${show(id)} is greater than \`fee_monthly_list\`.`,
        expected: `at most ${full}`,
        actual: `fee_monthly_net ${net}`,
      },
  }),
  equation('getCommitmentPortfolio', {
    id: 'portfolio.protection-is-covered-spend-less-the-fee',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`protects_monthly` of a commitment equals `covered_spend_monthly` of its `consumers` less its fee, at the prices of the requested `basis`.',
    source: 'Commitment read semantics, rule 7; Proposed by this contract',
    formula: '`covered_spend_monthly` of the `consumers` less the fee',
    figures: (data, exchange) =>
      rowsOf(data.rows)
        .filter(
          // A month of a commitment that ran for a part of the days, which has no slope, can be projected from either.
          ({ consumers, utilization_slope_pp_30d: slope }) => rowsOf(consumers).length > 0 && slope !== null,
        )
        .map((row) => ({
          name: 'protects_monthly',
          value: row.protects_monthly,
          from: [
            row[requested(exchange, 'basis') === 'list' ? 'fee_monthly_list' : 'fee_monthly_net'],
            ...rowsOf(row.consumers).map(({ covered_spend_monthly }) => covered_spend_monthly),
          ],
          by: (fee, ...covered) => sum(covered) - fee,
        })),
  }),
  totalIsSum('getCommitmentPortfolio', {
    id: 'portfolio.totals-are-the-sums-of-rows',
    deviation: 'contradiction',
    level: 'MUST',
    basis: 'proposed',
    requirement:
      '`totals.commitment_count` of the portfolio equals the number of `rows`, and its other totals equal the sums over `rows`.',
    source: 'Proposed by this contract',
    sums: ({ totals, rows }) => [
      {
        name: 'totals.commitment_count',
        definition: 'the number of `rows`',
        total: totals?.commitment_count,
        parts: rowsOf(rows).map(() => 1),
      },
      ...portfolioTotals.map((name) => ({
        name: `totals.${name}`,
        ...knownParts(
          `rows[].${name}`,
          rowsOf(rows).map((row) => row[name]),
        ),
        total: totals?.[name],
      })),
    ],
  }),
  {
    kind: 'active',
    id: 'contracts.are-not-listed-commitments',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The list of commitments does not contain contract commitments.',
    source: 'Commitment reads: contracts',
    operations: ['listContractCommitments'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const contracts = rowsOf(exchange.response.json?.data).map(({ id }) => id);
      if (contracts.length === 0) throw new NotApplicable('the target has no contract commitments');
      const both = known(probe.found.commitments).find(({ id }) => contracts.includes(id));
      if (both === undefined) return;
      fail({
        message: 'The list of commitments contains the `id` of a contract commitment.',
        expected: 'ids that are not in the list of commitments',
        actual: show(both.id),
        exchange,
      });
    },
  },
  totalIsSum('listContractCommitments', {
    id: 'contracts.bill-is-floor-and-metered-charge',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`billed_usd` of a contract month equals `contract_usd` plus `metered_usd`.',
    source: 'Commitment read semantics, rule 8',
    sums: (data) =>
      rowsOf(data)
        .flatMap(({ months }) => rowsOf(months))
        .map(({ billed_usd, contract_usd, metered_usd }) => ({
          name: 'billed_usd',
          definition: 'the sum of `contract_usd` and `metered_usd`',
          total: billed_usd,
          parts: [contract_usd, metered_usd],
        })),
  }),
];
