import type { Check } from '../../check.js';
import { known } from '../../discovery.js';
import { nearMoney, numbersOf } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { fail, NotApplicable } from '../../outcome.js';
import { rowsOf } from '../exchange-data.js';
import { about, addUp, areUnique } from './about.js';
import { dayMs, instant, nowOf } from './moments.js';

const portfolioTotals = ['fee_monthly_list', 'fee_monthly_net', 'protects_monthly', 'rightsizing_monthly'];

/** What is owned across all accounts, and the contracts beside it. */
export const portfolioChecks: readonly Check[] = [
  areUnique('getCommitmentPortfolio', {
    id: 'portfolio.one-row-per-commitment',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The portfolio has one row per commitment, across all accounts.',
    source: 'Commitment reads: portfolio',
    what: 'A commitment',
    keys: (data) => rowsOf(data.rows).map(({ provider, id }) => `${provider} ${id}`),
  }),
  about('getCommitmentPortfolio', {
    id: 'portfolio.time-left-fits-the-expiry',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'expires_in_seconds is the time from now to end_at.',
    source: 'Commitment read semantics, rule 7: the expiry time',
    each: (data, exchange) =>
      rowsOf(data.rows).filter(
        ({ end_at, expires_in_seconds }) =>
          typeof expires_in_seconds === 'number' && !Number.isNaN(instant(end_at) + nowOf(exchange)),
      ),
    judge: ({ id, end_at, expires_in_seconds }, exchange) => {
      const seconds = Math.round((instant(end_at) - nowOf(exchange)) / 1000);
      // What has ended may be told as no time left; an answer may be kept for some hours.
      return (
        Math.abs(Math.max(0, seconds) - Math.max(0, expires_in_seconds)) * 1000 <= dayMs || {
          message: `expires_in_seconds of ${show(id)} is not the time to end_at.`,
          expected: `about ${seconds}, from ${exchange.response.json.timestamp} to ${end_at}`,
          actual: `expires_in_seconds ${expires_in_seconds}`,
        }
      );
    },
  }),
  about('getCommitmentPortfolio', {
    id: 'portfolio.net-is-at-most-list',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'What is paid for a commitment is no more than its public price.',
    source: 'Commitment reads: portfolio, basis: net is what you pay, list public prices',
    each: (data) => rowsOf(data.rows).filter((row) => numbersOf(row, 'fee_monthly_net', 'fee_monthly_list')),
    judge: ({ id, fee_monthly_net: net, fee_monthly_list: full }) =>
      net <= full ||
      nearMoney(net, full) || {
        message: `The net fee of ${show(id)} is above its list price.`,
        expected: `at most ${full}`,
        actual: `fee_monthly_net ${net}`,
      },
  }),
  addUp('getCommitmentPortfolio', {
    id: 'portfolio.totals-are-the-sums-of-rows',
    level: 'MUST',
    basis: 'proposed',
    requirement: 'The totals of the portfolio are the sums over its rows.',
    source: 'Proposed by this contract',
    sums: ({ totals, rows }) => [
      { name: 'commitment_count', total: totals?.commitment_count, parts: rowsOf(rows).map(() => 1) },
      ...portfolioTotals.map((name) => ({
        name,
        total: totals?.[name],
        parts: rowsOf(rows).map((row) => row[name] ?? 0),
      })),
    ],
  }),
  {
    kind: 'probe',
    id: 'contracts.are-not-listed-commitments',
    level: 'MUST',
    basis: 'stated',
    requirement: 'A contract commitment appears in no list of what a provider calls a commitment.',
    source: 'Commitment reads: contracts',
    operations: ['listContractCommitments'],
    cost: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const contracts = rowsOf(exchange.response.json?.data).map(({ id }) => id);
      if (contracts.length === 0) throw new NotApplicable('the target holds no contract');
      const both = known(probe.found.commitments).find(({ id }) => contracts.includes(id));
      if (both === undefined) return;
      fail({
        message: 'A contract is listed as a commitment as well.',
        expected: 'ids that the list of commitments does not have',
        actual: show(both.id),
        exchange,
      });
    },
  },
  addUp('listContractCommitments', {
    id: 'contracts.bill-is-floor-and-metered-charge',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A month of a contract is billed at its floor and, on top, what was metered beyond it.',
    source: 'Commitment read semantics, rule 8',
    sums: (data) =>
      rowsOf(data)
        .flatMap(({ months }) => rowsOf(months))
        .map(({ billed_usd, contract_usd, metered_usd }) => ({
          name: 'billed_usd',
          total: billed_usd,
          parts: [contract_usd, metered_usd],
        })),
  }),
];
