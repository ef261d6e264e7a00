import type { Check } from '../../../engine/check.js';
import { rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { dayMs, instant, isBefore, nowOf, uncertainty } from '../shared/timestamps.js';
import { knownParts, totalIsSum } from '../shared/total-is-sum.js';

const operation = 'getCommitmentPortfolio' as const;
const source = 'Commitment reads: portfolio; Proposed by this contract';

const portfolioTotals = ['fee_monthly_list', 'fee_monthly_net', 'protects_monthly', 'rightsizing_monthly'];

/** Checks of totals and summaries of the rows. */
export const totalChecks: readonly Check[] = [
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
  totalIsSum(operation, {
    id: 'portfolio.totals-count-the-rows',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`totals.hourly_commitment_usd` of the portfolio equals the sum over `rows`, and `totals.organization_count` the number of their organizations.',
    source,
    sums: ({ totals, rows }) => [
      {
        name: 'totals.hourly_commitment_usd',
        ...knownParts(
          'rows[].hourly_commitment_usd',
          rowsOf(rows).map(({ hourly_commitment_usd }) => hourly_commitment_usd),
        ),
        total: totals?.hourly_commitment_usd,
      },
      {
        name: 'totals.organization_count',
        definition: 'the number of different `rows[].organization_id`',
        total: totals?.organization_count,
        parts: [...new Set(rowsOf(rows).map(({ organization_id }) => organization_id))]
          // The totals leave out what is null. Without the field, nothing can be counted.
          .flatMap((id) => (id === null ? [] : [id === undefined ? undefined : 1])),
      },
    ],
  }),
  forEachRow(operation, {
    id: 'portfolio.expiring-rows-end-soon',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`totals.expiring_within_30d` of the portfolio is the number of rows that end within 30 days.',
    source,
    each: (data, exchange) =>
      typeof data.totals?.expiring_within_30d === 'number' &&
      rowsOf(data.rows).length > 0 &&
      !Number.isNaN(nowOf(exchange))
        ? [data]
        : [],
    judge: ({ totals: { expiring_within_30d: count }, rows }, exchange) => {
      // A row without a time ends at any time of its day, and one without `end_at` on any day.
      const endingWithin = (days: number, sign: number) =>
        rowsOf(rows).filter(({ end_at }) => {
          const doubt = uncertainty(end_at, exchange.response.json.timestamp);
          return instant(end_at) - nowOf(exchange) <= days * dayMs + sign * Math.max(dayMs, doubt);
        }).length;
      const unknown = rowsOf(rows).filter(({ end_at }) => Number.isNaN(instant(end_at))).length;
      const [least, most] = [endingWithin(30, -1), endingWithin(30, 1) + unknown];
      return (
        (count >= least && count <= most) || {
          message: '`totals.expiring_within_30d` is not the number of rows that end within 30 days.',
          expected: least === most ? String(least) : `from ${least} to ${most}`,
          actual: `expiring_within_30d ${count}`,
        }
      );
    },
  }),
  forEachRow(operation, {
    id: 'portfolio.next-to-end-come-first',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`rows` of the portfolio are in ascending order of `end_at`.',
    source,
    each: (data) =>
      [
        rowsOf(data.rows)
          .map(({ end_at }) => end_at)
          .filter((end) => !Number.isNaN(instant(end))),
      ].filter(({ length }) => length > 1),
    judge: (ends) => {
      const at = ends.findIndex((end, index) => index > 0 && isBefore(end, ends[index - 1]));
      return (
        at < 0 || {
          message: '`rows` of the portfolio are not in ascending order of `end_at`.',
          expected: `${ends[at - 1]} or later`,
          actual: String(ends[at]),
        }
      );
    },
  }),
];
