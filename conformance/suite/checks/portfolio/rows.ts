import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, sum } from '../../expect/near.js';
import { equation, figure } from '../shared/equation.js';
import { requested, rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { monthHours } from '../shared/month-hours.js';
import { dayMs, instant, nowOf, uncertainty } from '../shared/timestamps.js';

const operation = 'getCommitmentPortfolio' as const;

/** Checks of a row of the portfolio. */
export const rowChecks: readonly Check[] = [
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
  equation(operation, {
    id: 'portfolio.fees-follow-from-prices',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`hourly_commitment_usd` of a commitment equals `unit_count` times `unit_rate_hourly`, and `fee_monthly_list` the same over 730 hours.',
    source: 'Commitment reads: portfolio; Proposed by this contract',
    formula: '`unit_count` × `unit_rate_hourly`, or `hourly_commitment_usd` × 730',
    figures: (data) =>
      rowsOf(data.rows).flatMap((row) => [
        figure(
          row,
          'hourly_commitment_usd',
          ['unit_count', 'unit_rate_hourly'],
          (units, rate) => units * rate,
        ),
        figure(row, 'fee_monthly_list', ['hourly_commitment_usd'], (hourly) => hourly * monthHours, 0.04),
      ]),
  }),
  forEachRow(operation, {
    id: 'portfolio.saturated-has-nothing-to-resize',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'A commitment that was used in every hour has nothing to resize: `rightsizing_monthly` is 0 if `utilization_pct` is 100, and `saturated` is true only then.',
    source: 'Commitment read semantics, rule 7: what resizing would save',
    each: (data) => rowsOf(data.rows).filter((row) => numbersOf(row, 'utilization_pct')),
    judge: ({ id, utilization_pct, rightsizing_monthly: resizing, saturated, ...fees }) => {
      const fee = fees.fee_monthly_list ?? fees.fee_monthly_net ?? Number.POSITIVE_INFINITY;
      // A utilization is rounded, so that one of 100 can leave a little unused.
      const unused = ((100 - utilization_pct + 0.05) / 100) * fee + 0.01;
      const fits =
        utilization_pct < 99.99 ? saturated !== true : typeof resizing !== 'number' || resizing <= unused;
      return (
        fits || {
          message: `\`saturated\` or \`rightsizing_monthly\` of commitment ${show(id)} does not match \`utilization_pct\`.`,
          expected: utilization_pct < 99.99 ? 'saturated false' : 'rightsizing_monthly 0',
          actual: show({ utilization_pct, saturated, rightsizing_monthly: resizing }),
        }
      );
    },
  }),
  forEachRow(operation, {
    id: 'portfolio.consumers-are-unique',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`account_id` is unique in `consumers` of a commitment, and the largest consumer is first.',
    source: 'Commitment read semantics, rule 7: the consuming accounts',
    each: (data) => rowsOf(data.rows).filter(({ consumers }) => rowsOf(consumers).length > 1),
    judge: ({ id, consumers }) => {
      const ids = rowsOf(consumers).map(({ account_id }) => account_id);
      const spend = rowsOf(consumers)
        .map(({ covered_spend_monthly }) => covered_spend_monthly)
        .filter((one) => typeof one === 'number');
      const isSorted = spend.every(
        (one, index) =>
          index === 0 || one <= (spend[index - 1] as number) || nearMoney(one, spend[index - 1] as number),
      );
      const isUnique = new Set(ids).size === ids.length;
      return (
        (isUnique && isSorted) || {
          message: `\`consumers\` of commitment ${show(id)} contains an account twice or is not in descending order.`,
          expected: 'each account once, the largest first',
          actual: show(rowsOf(consumers)),
          // The order of consumers is a preference.
          deviation: isUnique ? 'preference' : undefined,
        }
      );
    },
  }),
];
