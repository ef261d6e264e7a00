import type { OperationId } from '../../../src/generated/operations.js';
import type { Check } from '../../check.js';
import type { Claim } from '../../claim.js';
import { nearPercent } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import type { CompleteExchange } from '../../http/exchange.js';
import { eachCase, fail, NotApplicable } from '../../outcome.js';
import type { Probe } from '../../probe.js';
import { requestTo } from '../../requests.js';
import { rowsOf } from '../exchange-data.js';
import { dayMs, instant } from './moments.js';
import { successesOf, successOf } from './success-of.js';

/** What another read than the list tells of a commitment. */
interface Telling {
  readonly row: any;
  readonly told: any;
  readonly exchange: CompleteExchange;
}

/** The reads that tell again of commitments in the list, and how they are asked. */
const readsAgain = {
  getCommitment: (probe: Probe, rows: readonly any[]) =>
    Promise.all(
      rows.slice(0, 3).map(async (row): Promise<Telling> => {
        const exchange = await successOf(
          probe,
          requestTo('getCommitment', { path: { commitment_id: row.id } }),
        );
        return { row, told: exchange.response.json?.data ?? {}, exchange };
      }),
    ),
  listCommitmentInventory: async (probe: Probe, rows: readonly any[]) => {
    const both = await successesOf(probe, 'instrument', ['ri', 'sp']);
    return both.flatMap((exchange) => matching(rows, exchange));
  },
  getCommitmentPortfolio: async (probe: Probe, rows: readonly any[]) =>
    matching(rows, (await probe.correct()).exchange),
} satisfies Partial<Record<OperationId, (probe: Probe, rows: readonly any[]) => Promise<Telling[]>>>;

/** The rows of a read that are about commitments in the list. */
function matching(listed: readonly any[], exchange: CompleteExchange): Telling[] {
  return rowsOf(exchange.response.json?.data?.rows).flatMap((told) => {
    const row = listed.find(({ id, provider }) => id === told.id && provider === (told.provider ?? provider));
    return row === undefined ? [] : [{ row, told, exchange }];
  });
}

/** @throws {NotApplicable} when the read tells of no commitment in the list */
async function tellings(probe: Probe): Promise<readonly Telling[]> {
  // A server may have the detail elsewhere, since its path is only proposed.
  await probe.correct();
  const { exchange } = await probe.correct('listCommitments');
  const rows = rowsOf(exchange.response.json?.data?.items).filter(({ id }) => typeof id === 'string');
  const again = await readsAgain[probe.operation.operationId as keyof typeof readsAgain](probe, rows);
  if (again.length === 0) throw new NotApplicable('it tells of no commitment on the first page of the list');
  return again;
}

/** Names that a field of the list has elsewhere. */
const alias: Readonly<Record<string, string>> = {
  start_date: 'start',
  end_date: 'end',
  current_utilization_pct: 'utilization_pct',
  current_coverage_pct: 'coverage_pct',
};

const retold = ({ told }: Telling, name: string) => told[name] ?? told[alias[name] ?? name];

/** A moment may be told as a date here and with its time there: the day is what must agree. */
const settled = (name: string, value: unknown) =>
  name.endsWith('_date') && typeof value === 'string' ? value.slice(0, 10) : value;

/** A claim that other reads tell the same of a commitment as the list. */
function figuresMatch({
  operations,
  names,
  differ,
  ...claim
}: Claim & {
  readonly operations: readonly (keyof typeof readsAgain)[];
  readonly names: readonly string[];
  readonly differ: (name: string, here: unknown, there: unknown) => boolean;
}): Check {
  return {
    kind: 'probe',
    ...claim,
    operations,
    cost: 3,
    async run(probe) {
      await eachCase(await tellings(probe), (telling) => {
        const { row, exchange } = telling;
        const name = names.find((one) => differ(one, row[one], retold(telling, one)));
        if (name === undefined) return;
        fail({
          message: `The list tells another ${name} of ${show(row.id)}.`,
          expected: `${name} ${show(row[name])}, as in the list`,
          actual: show(retold(telling, name)),
          exchange,
        });
      });
    },
  };
}

/** Reads that tell the same thing must tell it alike. */
export const agreementChecks: readonly Check[] = [
  figuresMatch({
    id: 'commitments.identity-matches-everywhere',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'Every read tells the same provider, service, account, region, kind and days of a commitment as the list.',
    source: 'Commitment row; One commitment (detail); Inventory; Portfolio',
    operations: ['getCommitment', 'listCommitmentInventory', 'getCommitmentPortfolio'],
    names: ['provider', 'service', 'account_id', 'region', 'kind', 'start_date', 'end_date'],
    differ: (name, here, there) => typeof there === 'string' && settled(name, there) !== settled(name, here),
  }),
  figuresMatch({
    id: 'commitments.figures-match-everywhere',
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'Every read tells the same utilization, coverage and monthly amount of a commitment as the list.',
    source: 'Commitment row; One commitment (detail); Portfolio',
    operations: ['getCommitment', 'getCommitmentPortfolio'],
    names: ['current_utilization_pct', 'current_coverage_pct', 'monthly_commitment_usd'],
    differ: (_, here, there) =>
      typeof here === 'number' && typeof there === 'number' && !nearPercent(there, here),
  }),
  {
    kind: 'probe',
    id: 'portfolio.expiry-is-the-end-of-the-commitment',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The portfolio and the list tell the same end of a commitment.',
    source: 'Commitment read semantics, rule 7; Commitment row: end_date',
    operations: ['getCommitmentPortfolio'],
    cost: 0,
    async run(probe) {
      const ends = (await tellings(probe)).filter(
        ({ row, told }) => !Number.isNaN(instant(told.end_at) + instant(row.end_date)),
      );
      if (ends.length === 0) throw new NotApplicable('the portfolio tells no expiry');
      await eachCase(ends, ({ row, told, exchange }) => {
        // The list tells a day, which may be the last or the one after, in the zone of the server.
        if (Math.abs(instant(told.end_at) - instant(row.end_date)) <= 2 * dayMs) return;
        fail({
          message: `The portfolio tells another end of ${show(row.id)} than the list.`,
          expected: `a moment about ${row.end_date}`,
          actual: `end_at ${told.end_at}`,
          exchange,
        });
      });
    },
  },
];
