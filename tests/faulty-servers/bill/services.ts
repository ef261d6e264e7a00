import { changed } from '../changes.js';
import { billFaults, computesFor } from './bill-fault.js';
import { changes, every, isUnused } from './row-changes.js';

const uncovered = 'GET /commitments/uncovered';
const byService = 'GET /commitments/by-service';

export const serviceFaults = billFaults({
  'bill.uncovered-base-is-the-on-demand-remainder': {
    'the average as hourly floor': changed(uncovered, '', (parts) =>
      parts.map((part: any) => ({ ...part, on_demand_hourly_min: part.on_demand_hourly_avg })),
    ),
    'an uncovered base of all platforms together': computesFor(
      uncovered,
      every(() => ({ SkuPriceDetails: '' })),
    ),
    'uncovered parts without an average': changed(uncovered, '[].on_demand_hourly_avg', null),
  },
  'bill.services-show-unused-and-uncovered-rows': {
    'unused cost at list prices': computesFor(
      byService,
      changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    ),
    'a grid without the coverage of reservations': changed(byService, 'services[].ri.coverage_pct', null),
    'a grid that lacks a service with a commitment': changed(byService, 'services', (services) =>
      services.slice(0, 1),
    ),
    'a grid without the on-demand remainder': changed(byService, 'services[].sp.uncovered_monthly', null),
  },
});
