import { createHash } from 'node:crypto';
import type { ChargesInfo } from '../../../src/focus/charges-info.js';
import type { ChargesOptions } from '../../../src/focus/charges-options.js';
import { readAppliedCosts } from '../../../src/focus/datasets/applied-costs.js';
import { datasetOf } from '../../../src/focus/datasets/datasets.js';
import { type InventoryEntry, readInventory } from '../../../src/focus/datasets/read-inventory.js';
import { textRows } from '../../../src/focus/duckdb.js';
import { csvHeader } from '../../../src/focus/files/csv-header.js';
import { statsOf } from '../../../src/focus/files/stats-of.js';
import { listed } from '../../../src/focus/focus-error.js';
import { type Charges, openCharges } from '../../../src/focus/open-charges.js';
import { limitProblem } from '../../../src/focus/problems/limit-problem.js';
import { daySums, lines, sumsDigestSql } from '../../../src/focus/rows/day-sums.js';
import { readBill } from '../../../src/focus/tables/read-bill.js';
import type { BillTables } from '../../../src/focus/tables/tables.js';
import type { Instant } from '../calendar.js';
import type { Ledger } from '../ledger/index.js';
import type { BilledContracts } from './bill-contracts.js';
import { notesOfLedger } from './notes-of-ledger.js';
import { planBill } from './plan-bill.js';
import { startOfClock } from './start-of-clock.js';
import { withFile } from './with-file.js';

/** A bill that the mock can serve. */
export interface LoadedBill {
  readonly ledger: Ledger;
  /** When the clock starts. */
  readonly start: Instant;
  /** Differs between bills whose lines or sums by day differ. */
  readonly digest: string;
  readonly info: ChargesInfo;
}

export interface BillOptions {
  readonly paths: readonly string[];
  /** The content of a file, instead of paths. */
  readonly content?: Uint8Array;
  /** Null without an inventory. */
  readonly inventory: string | null;
  readonly charges: ChargesOptions;
}

/**
 * Reads a FOCUS export and an inventory. DuckDB is closed before this returns.
 *
 * @throws {FocusError | DuckDbMissingError}
 */
export async function loadBill({ content, ...options }: BillOptions): Promise<LoadedBill> {
  if (content) return withFile(content, (path) => loadBill({ ...options, paths: [path] }));
  const { info, tables, ledger, entries, contracts, digest } = await readAll(options);
  const notes = [
    ...notesOfLedger(tables, ledger),
    ...notesOfInventory(tables, ledger, entries),
    ...notesOfContracts(ledger, contracts),
  ].filter((note) => note !== null);
  return { ledger, start: startOfClock(tables), digest, info: { ...info, notes: [...info.notes, ...notes] } };
}

async function readAll({ paths, inventory, charges }: BillOptions) {
  const hasContracts = inventory !== null && (await isContractFile(inventory));
  const opened = await openCharges(hasContracts ? [...paths, inventory] : paths, charges);
  try {
    const { info } = opened;
    const providerIds = new Map(info.providers.map(({ id, name }) => [name, id]));
    const entries =
      inventory === null || hasContracts
        ? []
        : readInventory(inventory, providerIds, await categoriesOf(opened));
    const contracts = { terms: opened.contracts, applied: await readAppliedCosts(opened) };
    const digest = await digestOf(opened, [entries, contracts]);
    const read = await readBill(opened, (tables) => {
      return { tables, ledger: planBill(tables, entries, contracts) };
    });
    opened.refuseChanges();
    return { ...read, info, entries, contracts, digest };
  } catch (error) {
    opened.refuseChanges();
    throw charges.signal?.aborted ? charges.signal.reason : (limitProblem(error as Error) ?? error);
  } finally {
    opened.close();
  }
}

/** Whether commitments are to usage or to spend, by their ids. */
async function categoriesOf({ connection }: Charges): Promise<ReadonlyMap<string, 'Usage' | 'Spend'>> {
  const rows = await textRows(
    connection,
    `SELECT "CommitmentDiscountId", max("CommitmentDiscountCategory") FROM ${lines}
     WHERE "CommitmentDiscountId" IS NOT NULL AND "CommitmentDiscountCategory" IS NOT NULL GROUP BY 1`,
  );
  return new Map(rows as readonly [string, 'Usage' | 'Spend'][]);
}

/** A note on some ids, if there are any. */
const noteOn = (ids: readonly string[], before: string, after = '') =>
  ids.length === 0 ? null : `${before}: ${ids.length} (${listed(ids, 3)}).${after}`;

/** Commitments that are only in the inventory, since an id can be mistyped. */
function notesOfInventory({ commitments }: BillTables, ledger: Ledger, entries: readonly InventoryEntry[]) {
  const charged = new Set(commitments.map(({ id }) => id));
  const others = entries.map(({ id }) => id).filter((id) => !charged.has(id));
  const dropped = others.filter((id) => !ledger.commitments.has(id));
  const needs =
    ' A commitment without charges needs the ProviderName of a provider in the data, and a CommitmentDiscountCategory.';
  return [
    noteOn(others, 'Commitments of the inventory without charges in the data'),
    noteOn(dropped, 'Of these left out', needs),
  ];
}

/** Contract commitments of which the data do not determine everything. */
function notesOfContracts(ledger: Ledger, { terms, applied }: BilledContracts) {
  const served = new Set(ledger.contracts.map(({ id }) => id));
  const ids = [...new Set([...terms, ...applied].map(({ id }) => id))];
  const left = ids.filter((id) => !served.has(id) && !ledger.commitments.has(id));
  const withoutFloor = ledger.contracts
    .filter(({ floorMonthly }) => floorMonthly === null)
    .map(({ id }) => id);
  const leftOut = 'Contract commitments left out, since their vendor is not known or they are only proposed';
  const stated = ' The data state none, or one for a longer period; their costs count as metered.';
  const unknownUse = 'No row has ContractApplied with a cost, so use of contract commitments is not known.';
  return [
    noteOn(left, leftOut),
    noteOn(withoutFloor, 'Contract commitments without a floor by month', stated),
    served.size > 0 && applied.length === 0 ? unknownUse : null,
  ];
}

/** Digests what DuckDB has added up, which is faster than to digest the tables. */
async function digestOf({ connection, info }: Charges, others: readonly unknown[]): Promise<string> {
  const [[sums = null] = []] = await textRows(connection, `SELECT ${sumsDigestSql} FROM ${daySums}`);
  const content = JSON.stringify([sums, info.providers, ...others]);
  return createHash('sha256').update(content).digest('hex').slice(0, 16);
}

/** Whether a file can only be the data set Contract Commitment, and no inventory, which is in CSV or JSON. */
async function isContractFile(path: string): Promise<boolean> {
  if (statsOf(path)?.isFile() !== true) return false;
  if (/\.(csv\.gz|parquet)$/i.test(path)) return true;
  const file = { path, format: 'csv', isGzipped: false } as const;
  // What is wrong with another file is for its reader to say.
  const columns = await csvHeader(file).catch(() => []);
  return datasetOf(columns) === 'Contract Commitment';
}
