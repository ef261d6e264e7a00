import type { LoadedBill } from '../../../../mocks/dataset/bill/load-bill.js';
import { notesOfLedger } from '../../../../mocks/dataset/bill/notes-of-ledger.js';
import { planBill } from '../../../../mocks/dataset/bill/plan-bill.js';
import { startOfClock } from '../../../../mocks/dataset/bill/start-of-clock.js';
import { readTables } from './read-tables.js';
import { inTerminal, textOf } from './text-of.js';

const maxMegabytes = 5;

type PageBill = Pick<LoadedBill, 'ledger' | 'start' | 'digest'>;
let chosen: PageBill | undefined;

/**
 * Reads a bill for the mock of the page. It stays in the memory of the tab.
 *
 * @returns when the clock starts, in ISO 8601, and the notes of the terminal
 * @throws {Error} with a message for the reader
 */
export async function choose(file: Blob): Promise<{ now: string; notes: readonly string[] }> {
  if (file.size > maxMegabytes * 1_000_000) {
    throw new Error(`The file is larger than ${maxMegabytes} MB. ${inTerminal}`);
  }
  const { notes, ...tables } = readTables(await textOf(file), file instanceof File ? file.name : undefined);
  const start = startOfClock(tables);
  const ledger = planBill(tables);
  chosen = { ledger, start, digest: 'page' };
  return {
    now: new Date(start).toISOString().replace('.000', ''),
    notes: [...notes, ...notesOfLedger(tables, ledger)],
  };
}

/** Replaces `load-bill.ts` in the site: a page cannot read files, so it returns the chosen bill. */
export async function loadBill(): Promise<PageBill> {
  if (chosen === undefined) throw new Error('Choose a bill first.');
  return chosen;
}
