import type { InventoryEntry } from '../../../src/focus/datasets/read-inventory.js';

/** An entry of an inventory in which everything else is unknown. */
export function inventoryOf(id: string, known: Partial<InventoryEntry>): InventoryEntry {
  return {
    id,
    provider: null,
    service: null,
    account: null,
    region: null,
    category: null,
    type: null,
    name: null,
    state: null,
    start: null,
    end: null,
    termMonths: null,
    paymentOption: null,
    quantity: null,
    ...known,
  };
}
