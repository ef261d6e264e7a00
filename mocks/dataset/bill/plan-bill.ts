import { type DatasetPlan, planDataset } from '../index.js';
import type { InventoryEntry } from './inventory.js';
import type { BillTables } from './tables.js';

export function planBill(tables: BillTables, _inventory: readonly InventoryEntry[]): DatasetPlan {
  return planDataset({ seed: 1, scenario: 'empty', origin: tables.end });
}
