import type { Check } from '../../../engine/check.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { known } from '../../discovery.js';
import { sum } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { dataOf, rowsOf } from '../shared/exchange-data.js';
import { listedCommitments } from '../shared/listed-commitments.js';
import { type Pair, sameFigure } from '../shared/same-figure.js';
import { successOf } from '../shared/success-of.js';
import { dayMs, instant } from '../shared/timestamps.js';

const operation = 'getCommitmentPortfolio' as const;

const isKnown = (value: unknown) => value !== null && value !== undefined;

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

/** Checks that the portfolio has the commitments and figures of other reads. */
export const otherReadChecks: readonly Check[] = [
  {
    kind: 'active',
    id: 'portfolio.expiry-is-the-end-of-the-commitment',
    level: 'MUST',
    basis: 'derived',
    requirement: '`end_at` of a commitment in the portfolio matches its `end_date` in the list.',
    source: 'Commitment read semantics, rule 7; Commitment row: end_date',
    operations: ['getCommitmentPortfolio'],
    requests: 0,
    async run(probe) {
      const ends = (await listedCommitments(probe)).filter(
        ({ listed, other }) => !Number.isNaN(instant(other.end_at) + instant(listed.end_date)),
      );
      if (ends.length === 0) throw new NotApplicable('the portfolio returns no end_at to compare');
      await eachCase(ends, ({ listed, other, exchange }) => {
        // `end_date` is the last day or the day after it, in the time zone of the server.
        if (Math.abs(instant(other.end_at) - instant(listed.end_date)) <= 2 * dayMs) return;
        fail({
          message: `\`end_at\` of commitment ${show(listed.id)} does not match \`end_date\` in the list.`,
          expected: `within two days of ${listed.end_date}`,
          actual: `end_at ${other.end_at}`,
          exchange,
        });
      });
    },
  },
  {
    kind: 'active',
    id: 'portfolio.holds-what-is-active',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The portfolio has a row for each commitment whose `status` in the list is `active`.',
    source: 'Commitment reads: portfolio, one row per commitment across every connected account',
    operations: ['getCommitmentPortfolio'],
    requests: 0,
    async run(probe) {
      const { exchange } = await probe.correct();
      const rows = rowsOf(dataOf(exchange).rows);
      if (rows.length === 0) throw new NotApplicable('the portfolio contains no commitment');
      const ids = new Set(rows.map(({ id }) => id));
      // The service does not state the fields of a row.
      if (!known(probe.found.commitments).some(({ id }) => ids.has(id))) {
        throw new NotApplicable('no `id` in the portfolio is the `id` of a commitment in the list');
      }
      const missing = known(probe.found.commitments).find(
        ({ id, status }) => status === 'active' && !ids.has(id),
      );
      if (missing === undefined) return;
      fail({
        message: 'An active commitment of the list is missing from the portfolio.',
        expected: `a row with id ${show(missing.id)}`,
        actual: `${rows.length} other rows`,
        exchange,
      });
    },
  },
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
];

/** Pairs figures of commitments in two reads. */
export function paired(
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
