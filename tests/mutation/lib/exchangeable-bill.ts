import type { BillOptions, LoadedBill } from '../../../mocks/dataset/bill/load-bill.js';
import type { planBill } from '../../../mocks/dataset/bill/plan-bill.js';
import { startOfClock } from '../../../mocks/dataset/bill/start-of-clock.js';
import { type Charges, openCharges } from '../../../src/focus/open-charges.js';
import { readBill } from '../../../src/focus/tables/read-bill.js';

type Read = Pick<Charges, 'info'> & { readonly tables: Parameters<typeof planBill>[0] };

let read: Promise<Read> | undefined;
let plan: typeof planBill | undefined;

/** Sets the function that mocks plan a bill with from now on. */
export function usePlanBill(mutant: typeof planBill): void {
  plan = mutant;
}

/** Reads the bill once, and plans it with the mutant. */
export async function loadBill({ paths, charges }: BillOptions): Promise<LoadedBill> {
  read ??= readOnce(paths, charges);
  const { tables, info } = await read;
  if (!plan) throw new Error('No bill is set. Call usePlanBill first.');
  return { ledger: plan(tables, []), start: startOfClock(tables), digest: '', info };
}

async function readOnce(...options: Parameters<typeof openCharges>): Promise<Read> {
  const opened = await openCharges(...options);
  try {
    return { info: opened.info, tables: await readBill(opened, (tables) => tables) };
  } finally {
    opened.close();
  }
}
