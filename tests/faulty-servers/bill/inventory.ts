import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { every } from './row-changes.js';

const isNull = () => null;

export const inventoryFaults: readonly BillFault[] = [
  {
    name: 'an inventory of plans that promise what was used of them',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[]', (row) => ({
      ...row,
      commitment_hourly:
        row.commitment_hourly && row.commitment_hourly * (1 - row.unused_monthly / row.committed_monthly),
    })),
  },
  {
    name: 'the inventory has twice the fees',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].committed_monthly', (fee) => fee && 2 * fee),
  },
  {
    name: 'an inventory with twice what commitments charged for their usage',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    fails: true,
    change: changed('GET /commitments/inventory', 'rows[].on_demand.covered_cost', (cost) => 2 * cost),
  },
  {
    name: 'an inventory with unused cost at list prices',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].unused_monthly', (cost) => cost && 1.3 * cost),
  },
  {
    name: 'an inventory without negative savings',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed(
      'GET /commitments/inventory',
      'rows[].saved_monthly',
      (saved) => saved && Math.max(0, saved),
    ),
  },
  {
    name: 'an inventory that saved from contracted prices',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    rows: every((row) => ({ ListCost: row.ContractedCost })),
    when: 'GET /commitments/inventory',
  },
  {
    name: 'the inventory has no dates',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[]', (row) => ({
      ...row,
      start: null,
      end: null,
      term_months: null,
    })),
  },
  {
    name: 'the inventory has terms of a year more',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].term_months', (months) => months && months + 12),
  },
  {
    name: 'the inventory has no months of terms',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].term_months', () => null),
  },
  {
    name: 'an inventory without savings',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].saved_monthly', isNull),
  },
  {
    name: 'an inventory without the fees of covered usage',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].on_demand.covered_cost', isNull),
  },
  {
    name: 'an inventory without the cost of unused hours',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].unused_monthly', isNull),
  },
  {
    name: 'an inventory without what plans promise',
    caughtBy: 'bill.inventory-shows-what-covered-usage-cost',
    change: changed('GET /commitments/inventory', 'rows[].commitment_hourly', isNull),
  },
];
