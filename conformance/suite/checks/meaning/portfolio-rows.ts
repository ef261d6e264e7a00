import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearMoney, numbersOf, sum } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { equation, figure } from '../shared/equation.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { forEachRow } from '../shared/for-each-row.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { dayMs, instant, isBefore, nowOf, uncertainty } from '../shared/timestamps.js';
import { knownParts, totalIsSum } from '../shared/total-is-sum.js';

const operation = 'getCommitmentPortfolio' as const;
const source = 'Commitment reads: portfolio; Proposed by this contract';
const isKnown = (value: unknown) => value !== null && value !== undefined;

/** The hours of a month by which the document spreads hourly prices. */
const monthHours = 730;

/** Figures of a row that do not depend on the prices that `basis` selects. */
const independentOfBasis = [
  'fee_monthly_list',
  'fee_monthly_net',
  'utilization_pct',
  'coverage_pct',
  'unit_count',
];

/** Figures that the portfolio and the detail of a commitment share. */
const ofDetail = [
  'unit_count',
  'hourly_commitment_usd',
  'fee_monthly_list',
  'fee_monthly_net',
  'utilization_slope_pp_30d',
  'protects_monthly',
  'rightsizing_monthly',
];

/** Checks of the rows of the portfolio. */
export const portfolioRowChecks: readonly Check[] = [
  equation(operation, {
    id: 'portfolio.fees-follow-from-prices',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement:
      '`hourly_commitment_usd` of a commitment equals `unit_count` times `unit_rate_hourly`, and `fee_monthly_list` the same over 730 hours.',
    source,
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
  sameFigure(operation, {
    id: 'portfolio.rows-are-the-same-on-both-bases',
    deviation: 'contradiction',
    comparesNull: true,
    requirement:
      '`basis` changes only prices: fees, utilization, coverage and units of a commitment are the same with `basis=net` and `basis=list`.',
    source: 'Commitment reads: portfolio, basis',
    reference: 'that with `basis=net`',
    pairs: async (probe) => {
      const [net, list] = await successesOf(probe, 'basis', ['net', 'list']);
      if (!net || !list) return [];
      return paired(rowsOf(dataOf(list).rows), rowsOf(dataOf(net).rows), independentOfBasis, list);
    },
  }),
  sameFigure(operation, {
    id: 'portfolio.figures-are-those-of-the-detail',
    deviation: 'contradiction',
    basis: 'proposed',
    comparesNull: true,
    requirement:
      'Units, fees, trend, `protects_monthly` and `rightsizing_monthly` of a commitment are the same in the portfolio and in its detail.',
    source: 'Commitment reads: portfolio, one commitment; Proposed by this contract',
    reference: 'the detail of the commitment',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      return paired(rowsOf(dataOf(exchange).rows), await detailsOf(probe), ofDetail, exchange);
    },
  }),
  sameFigure(operation, {
    id: 'portfolio.consumers-are-those-of-the-detail',
    deviation: 'contradiction',
    basis: 'proposed',
    requirement:
      'The consuming accounts of a commitment and their covered spend are the same in the portfolio and in its detail.',
    source: 'Commitment read semantics, rule 7; Proposed by this contract',
    reference: 'the detail of the commitment',
    pairs: async (probe) => {
      const { exchange } = await probe.correct();
      const details = await detailsOf(probe);
      return rowsOf(dataOf(exchange).rows).flatMap((row) => {
        const detail = details.find(({ id, provider }) => id === row.id && provider === row.provider);
        const spend = (commitment: any) =>
          sum(rowsOf(commitment?.consumers).map(({ covered_spend_monthly }) => covered_spend_monthly));
        return isKnown(detail?.consumers) && isKnown(row.consumers)
          ? [
              {
                name: `The covered spend of the consumers of commitment ${show(row.id)}`,
                here: spend(row),
                there: spend(detail),
                terms: rowsOf(row.consumers).length,
                exchange,
              },
            ]
          : [];
      });
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

/** Pairs figures of commitments in two reads. */
function paired(
  rows: readonly any[],
  others: readonly any[],
  names: readonly string[],
  exchange: CompleteExchange,
): Pair[] {
  return rows.flatMap((row) => {
    const other = others.find(({ id, provider }) => id === row.id && provider === row.provider);
    return names.map((name) => ({
      name: `\`${name}\` of commitment ${show(row.id)}`,
      here: row[name],
      there: other?.[name],
      exchange,
    }));
  });
}

/** Returns the details of the first commitments of the list, which other checks request too. */
async function detailsOf(probe: Probe): Promise<readonly any[]> {
  await probe.correct('getCommitment');
  const { exchange } = await probe.correct('listCommitments');
  const ids = rowsOf(dataOf(exchange).items).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
  const details = ids
    .slice(0, 3)
    .map((commitment_id) => successOf(probe, requestTo('getCommitment', { path: { commitment_id } })));
  return (await Promise.all(details)).map(dataOf);
}
