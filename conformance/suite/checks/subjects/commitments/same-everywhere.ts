import type { OperationId } from '../../../../../src/generated/operations.js';
import type { Check } from '../../../../engine/check.js';
import type { Claim } from '../../../../engine/claim.js';
import type { CompleteExchange } from '../../../../engine/http/exchange.js';
import { withQuery } from '../../../../engine/http/requests.js';
import { eachCase, fail, NotApplicable } from '../../../../engine/judge/outcome.js';
import type { Probe } from '../../../../engine/run/probe.js';
import { show } from '../../../../engine/show.js';
import { consistent, derived, recommended } from '../../../claims.js';
import { requestTo } from '../../../contract.js';
import { nearPercent } from '../../../expect/near.js';
import { isPreference } from '../../../rules/explain.js';
import { dataOf, rowsOf } from '../../shared/exchange-data.js';
import { successOf } from '../../shared/success-of.js';
import { writtenDay } from '../../shared/timestamps.js';

/** A commitment in the list and in another read. */
interface ListedCommitment {
  readonly listed: any;
  readonly other: any;
  readonly exchange: CompleteExchange;
}

/** The other reads that return commitments of the list, and the requests for them. */
const otherReads = {
  getCommitment: (probe: Probe, rows: readonly any[]) =>
    Promise.all(
      rows.slice(0, 3).map(async (listed): Promise<ListedCommitment> => {
        const plan = requestTo('getCommitment', { path: { commitment_id: listed.id } });
        const exchange = await successOf(probe, plan);
        return { listed, other: dataOf(exchange), exchange };
      }),
    ),
  listCommitmentInventory: async (probe: Probe, rows: readonly any[]) => {
    const { plan } = await probe.correct();
    const reads = ['ri', 'sp'].map((type) => successOf(probe, withQuery(plan, 'instrument', type)));
    return (await Promise.all(reads)).flatMap((exchange) => matching(rows, exchange));
  },
  getCommitmentPortfolio: async (probe: Probe, rows: readonly any[]) =>
    matching(rows, (await probe.correct()).exchange),
} satisfies Partial<Record<OperationId, (probe: Probe, rows: readonly any[]) => Promise<ListedCommitment[]>>>;

/** Pairs the rows of a read with the commitments of the list. */
function matching(rows: readonly any[], exchange: CompleteExchange): ListedCommitment[] {
  return rowsOf(dataOf(exchange).rows).flatMap((other) => {
    const listed = rows.find(
      ({ id, provider }) => id === other.id && provider === (other.provider ?? provider),
    );
    return listed === undefined ? [] : [{ listed, other, exchange }];
  });
}

/** @throws {NotApplicable} if the read returns no commitment of the list */
async function listedCommitments(probe: Probe): Promise<readonly ListedCommitment[]> {
  // The path of the detail is only proposed, so a server may serve it elsewhere.
  await probe.correct();
  const { exchange } = await probe.correct('listCommitments');
  const rows = rowsOf(dataOf(exchange).items).filter(({ id }) => typeof id === 'string');
  const matches = await otherReads[probe.operation.operationId as keyof typeof otherReads](probe, rows);
  if (matches.length === 0) {
    throw new NotApplicable('the read returns no commitment from the first page of the list');
  }
  return matches;
}

/** Returns `[id, name]` of the accounts in a value, at any depth. */
function accountsIn(value: unknown): [string, unknown][] {
  if (Array.isArray(value)) return value.flatMap(accountsIn);
  if (typeof value !== 'object' || value === null) return [];
  const { account_id: id, account_name: name } = value as Record<string, unknown>;
  const own: [string, unknown][] = typeof id === 'string' && name !== undefined ? [[id, name]] : [];
  return [...own, ...Object.values(value).flatMap(accountsIn)];
}

/** Whether the name is known; the list shows one that is not as a text, other reads may show null. */
const hasName = ([, name]: readonly [string, unknown]) => name !== null && name !== '';

const named = [
  'getCommitmentOverview',
  'getEffectiveSavingsRate',
  'getCoverageRates',
  'getCommitmentPortfolio',
] as const;

/** Names of list fields in other reads. */
const alias: Readonly<Record<string, string>> = {
  start_date: 'start',
  end_date: 'end',
  current_utilization_pct: 'utilization_pct',
  current_coverage_pct: 'coverage_pct',
};

const otherValue = ({ other }: ListedCommitment, name: string) => other[name] ?? other[alias[name] ?? name];

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
    ...claim,
    operations,
    requests: 3,
    async run(probe) {
      const matches = await listedCommitments(probe);
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
export const sameEverywhereChecks: readonly Check[] = [
  figuresMatch({
    id: 'commitments.identity-matches-everywhere',
    ...derived,
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
    ...consistent,
    level: 'SHOULD',
    requirement:
      'The utilization, coverage and monthly amount of a commitment are the same in every read as in the list.',
    source: 'Commitment row; One commitment (detail); Portfolio',
    operations: ['getCommitment', 'getCommitmentPortfolio'],
    names: ['current_utilization_pct', 'current_coverage_pct', 'monthly_commitment_usd'],
    differ: (_, here, there) =>
      typeof here === 'number' && typeof there === 'number' && !nearPercent(there, here),
  }),
  {
    id: 'commitments.accounts-have-the-name-of-the-list',
    ...recommended,
    requirement: 'An account has the same name in every read as in the list of commitments.',
    source: 'Commitment row: account_id, account_name',
    operations: [...named, 'getCostBreakdown'],
    requests: 0,
    async run(probe) {
      const { exchange: list } = await probe.correct('listCommitments');
      const names = new Map(accountsIn(dataOf(list)).filter(hasName));
      const { plan, exchange: baseline } = await probe.correct();
      const isBreakdown = probe.operation.operationId === 'getCostBreakdown';
      const exchange = isBreakdown
        ? await successOf(probe, withQuery(plan, 'group_by', 'account_id'))
        : baseline;
      const both = accountsIn(dataOf(exchange)).filter(
        (account) => hasName(account) && names.has(account[0]),
      );
      if (both.length === 0) throw new NotApplicable('the read names no account of the list');
      const other = both.find(([id, name]) => names.get(id) !== name);
      if (other === undefined) return;
      fail({
        message: `\`account_name\` of account ${show(other[0])} differs from the list of commitments.`,
        expected: show(names.get(other[0])),
        actual: show(other[1]),
        exchange,
      });
    },
  },
];
