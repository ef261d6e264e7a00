import type { DatasetPlan } from '../index.js';
import { noContracts } from './bill-contracts.js';
import type { InventoryEntry } from './inventory/inventory.js';
import { createTableLedger } from './tables/table-ledger.js';
import type { BillTables } from './tables/tables.js';

/**
 * Plans a dataset whose figures are computed from a real bill.
 *
 * @param inventory what the provider reports about the commitments in the bill
 */
export function planBill(
  tables: BillTables,
  inventory: readonly InventoryEntry[] = [],
  contracts = noContracts,
): DatasetPlan {
  return { seed: 0, ledger: createTableLedger(tables, inventory, contracts) };
}
