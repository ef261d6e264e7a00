import type { OperationId } from '../../../../src/generated/operations.js';
import type { CompleteExchange } from '../../../engine/http/exchange.js';
import { NotApplicable } from '../../../engine/judge/outcome.js';
import type { Probe } from '../../../engine/run/probe.js';
import { requestTo } from '../../contract.js';
import { rowsOf } from './exchange-data.js';
import { successesOf, successOf } from './success-of.js';

/** A commitment in the list and in another read. */
export interface ListedCommitment {
  readonly listed: any;
  readonly other: any;
  readonly exchange: CompleteExchange;
}

/** The other reads that return commitments of the list, and the requests for them. */
export const otherReads = {
  getCommitment: (probe: Probe, rows: readonly any[]) =>
    Promise.all(
      rows.slice(0, 3).map(async (listed): Promise<ListedCommitment> => {
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
} satisfies Partial<Record<OperationId, (probe: Probe, rows: readonly any[]) => Promise<ListedCommitment[]>>>;

/** Pairs the rows of a read with the commitments of the list. */
function matching(rows: readonly any[], exchange: CompleteExchange): ListedCommitment[] {
  return rowsOf(exchange.response.json?.data?.rows).flatMap((other) => {
    const listed = rows.find(
      ({ id, provider }) => id === other.id && provider === (other.provider ?? provider),
    );
    return listed === undefined ? [] : [{ listed, other, exchange }];
  });
}

/** @throws {NotApplicable} if the read returns no commitment of the list */
export async function listedCommitments(probe: Probe): Promise<readonly ListedCommitment[]> {
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
