import { changed } from '../changes.js';
import { plus, times } from '../edited.js';
import { billFaults, computesFor, fails } from './bill-fault.js';
import { every } from './row-changes.js';

const inventory = 'GET /commitments/inventory';

export const inventoryFaults = billFaults({
  'bill.inventory-shows-what-covered-usage-cost': {
    'an inventory of plans that promise what was used of them': changed(inventory, 'rows[]', (row) => ({
      ...row,
      commitment_hourly:
        row.commitment_hourly && row.commitment_hourly * (1 - row.unused_monthly / row.committed_monthly),
    })),
    'the inventory has twice the fees': changed(inventory, 'rows[].committed_monthly', times(2)),
    'an inventory with twice what commitments charged for their usage': fails(
      changed(inventory, 'rows[].on_demand.covered_cost', times(2)),
    ),
    'an inventory with unused cost at list prices': changed(inventory, 'rows[].unused_monthly', times(1.3)),
    'an inventory without negative savings': changed(
      inventory,
      'rows[].saved_monthly',
      (saved) => saved && Math.max(0, saved),
    ),
    'an inventory that saved from contracted prices': computesFor(
      inventory,
      every((row) => ({ ListCost: row.ContractedCost })),
    ),
    'the inventory has no dates': changed(inventory, 'rows[]', (row) => ({
      ...row,
      start: null,
      end: null,
      term_months: null,
    })),
    'the inventory has terms of a year more': changed(inventory, 'rows[].term_months', plus(12)),
    'the inventory has no months of terms': changed(inventory, 'rows[].term_months', null),
    'an inventory without savings': changed(inventory, 'rows[].saved_monthly', null),
    'an inventory without the fees of covered usage': changed(
      inventory,
      'rows[].on_demand.covered_cost',
      null,
    ),
    'an inventory without the cost of unused hours': changed(inventory, 'rows[].unused_monthly', null),
    'an inventory without what plans promise': changed(inventory, 'rows[].commitment_hourly', null),
  },
});
