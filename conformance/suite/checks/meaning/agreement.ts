import type { OperationId } from '../../../../src/generated/operations.js';
import type { Check } from '../../../engine/check.js';
import type { Claim } from '../../../engine/claim.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { show } from '../../../engine/show.js';
import { nearPercent } from '../../expect/near.js';
import { requestTo } from '../../request-to.js';
import { rowsOf } from '../shared/exchange-data.js';
import { isPreference } from '../shared/same-figure.js';
import { successesOf, successOf } from '../shared/success-of.js';
import { dayMs, instant, writtenDay } from '../shared/timestamps.js';

/** A commitment in the list and in another read. */
interface Match {
  readonly listed: any;
  readonly other: any;
  readonly exchange: CompleteExchange;
}

/** The other reads that return commitments of the list, and the requests for them. */
const otherReads = {
  getCommitment: (probe: Probe, rows: readonly any[]) =>
    Promise.all(
      rows.slice(0, 3).map(async (listed): Promise<Match> => {
        const exchange = await successOf(
          probe,
          requestTo('getCommitment', { path: { commitment_id: listed.id } }),
        );
        return { listed, other: exchange.response.json?.data ?? {}, exchange };
      }),
    ),
  listCommitmentInventory: async (probe: Probe, rows: readonly any[]) => {
    const both = await successesOf(probe, 'instrument', ['ri', 'sp']);
    return both.flatMap((exchange) => matching(rows, exchange));
  },
  getCommitmentPortfolio: async (probe: Probe, rows: readonly any[]) =>
    matching(rows, (await probe.correct()).exchange),
} satisfies Partial<Record<OperationId, (probe: Probe, rows: readonly any[]) => Promise<Match[]>>>;

/** Pairs the rows of a read with the commitments of the list. */
function matching(rows: readonly any[], exchange: CompleteExchange): Match[] {
  return rowsOf(exchange.response.json?.data?.rows).flatMap((other) => {
    const listed = rows.find(
      ({ id, provider }) => id === other.id && provider === (other.provider ?? provider),
    );
    return listed === undefined ? [] : [{ listed, other, exchange }];
  });
}

/** @throws {NotApplicable} if the read returns no commitment of the list */
async function matchesOf(probe: Probe): Promise<readonly Match[]> {
  // The path of the detail is only proposed, so a server may serve it elsewhere.
  await probe.correct();
  const { exchange } = await probe.correct('listCommitments');
  const rows = rowsOf(exchange.response.json?.data?.items).filter(({ id }) => typeof id === 'string');
  const matches = await otherReads[probe.operation.operationId as keyof typeof otherReads](probe, rows);
  if (matches.length === 0) {
    throw new NotApplicable('the read returns no commitment from the first page of the list');
  }
  return matches;
}

/** Names of list fields in other reads. */
const alias: Readonly<Record<string, string>> = {
  start_date: 'start',
  end_date: 'end',
  current_utilization_pct: 'utilization_pct',
  current_coverage_pct: 'coverage_pct',
};

const otherValue = ({ other }: Match, name: string) => other[name] ?? other[alias[name] ?? name];

/** Reduces a date-time to its date, because one read may return a date and another a date-time. */
const comparable = (name: string, value: unknown) =>
  name.endsWith('_date') ? (writtenDay(value) ?? value) : value;

/** Returns a check that fields of a commitment in other reads equal those in the list. */
function figuresMatch({
  operations,
  names,
  differ,
  ...claim
}: Claim & {
  readonly operations: readonly (keyof typeof otherReads)[];
  readonly names: readonly string[];
  readonly differ: (name: string, here: unknown, there: unknown) => boolean;
}): Check {
  return {
    kind: 'active',
    ...claim,
    operations,
    requests: 3,
    async run(probe) {
      const matches = await matchesOf(probe);
      await eachCase(matches, (match) => {
        const { listed, exchange } = match;
        const name = names.find((one) => differ(one, listed[one], otherValue(match, one)));
        if (name === undefined) return;
        // The other reads may use other words: their fields are not stated.
        const words = matches.map((one) => one.listed[name]);
        const isWord = typeof listed[name] === 'string' && !name.endsWith('_date');
        fail({
          deviation: isPreference(name, listed[name], otherValue(match, name)) ? 'preference' : undefined,
          basis: isWord && !words.includes(otherValue(match, name)) ? 'proposed' : undefined,
          message: `\`${name}\` of commitment ${show(listed.id)} differs from the list.`,
          expected: `${name} ${show(listed[name])}, as in the list`,
          actual: show(otherValue(match, name)),
          exchange,
        });
      });
    },
  };
}

/** Checks that other reads of a commitment agree with the list. */
export const agreementChecks: readonly Check[] = [
  figuresMatch({
    id: 'commitments.identity-matches-everywhere',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'The provider, service, account, region, kind, start and end of a commitment are the same in every read as in the list.',
    source: 'Commitment row; One commitment (detail); Inventory; Portfolio',
    operations: ['getCommitment', 'listCommitmentInventory', 'getCommitmentPortfolio'],
    names: ['provider', 'service', 'account_id', 'region', 'kind', 'start_date', 'end_date'],
    differ: (name, here, there) =>
      typeof there === 'string' && comparable(name, there) !== comparable(name, here),
  }),
  figuresMatch({
    id: 'commitments.figures-match-everywhere',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'The utilization, coverage and monthly amount of a commitment are the same in every read as in the list.',
    source: 'Commitment row; One commitment (detail); Portfolio',
    operations: ['getCommitment', 'getCommitmentPortfolio'],
    names: ['current_utilization_pct', 'current_coverage_pct', 'monthly_commitment_usd'],
    differ: (_, here, there) =>
      typeof here === 'number' && typeof there === 'number' && !nearPercent(there, here),
  }),
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
      const ends = (await matchesOf(probe)).filter(
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
];
