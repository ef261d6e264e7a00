import { changed } from '../changes.js';
import type { BillFault } from './bill-server.js';
import { changes, every, isUnused } from './row-changes.js';

const isNull = () => null;

export const serviceFaults: readonly BillFault[] = [
  {
    name: 'the average as hourly floor',
    caughtBy: 'bill.uncovered-base-is-the-on-demand-remainder',
    change: changed('GET /commitments/uncovered', '', (parts) =>
      parts.map((part: any) => ({ ...part, on_demand_hourly_min: part.on_demand_hourly_avg })),
    ),
  },
  {
    name: 'an uncovered base of all platforms together',
    caughtBy: 'bill.uncovered-base-is-the-on-demand-remainder',
    rows: every(() => ({ SkuPriceDetails: '' })),
    when: 'GET /commitments/uncovered',
  },
  {
    name: 'unused cost at list prices',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    rows: changes(isUnused, (row) => ({ EffectiveCost: row.ListCost })),
    when: 'GET /commitments/by-service',
  },
  {
    name: 'a grid without the coverage of reservations',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    change: changed('GET /commitments/by-service', 'services[].ri.coverage_pct', () => null),
  },
  {
    name: 'a grid that lacks a service with a commitment',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    change: changed('GET /commitments/by-service', 'services', (services) => services.slice(0, 1)),
  },
  {
    name: 'uncovered parts without an average',
    caughtBy: 'bill.uncovered-base-is-the-on-demand-remainder',
    change: changed('GET /commitments/uncovered', '[].on_demand_hourly_avg', isNull),
  },
  {
    name: 'a grid without the on-demand remainder',
    caughtBy: 'bill.services-show-unused-and-uncovered-rows',
    change: changed('GET /commitments/by-service', 'services[].sp.uncovered_monthly', isNull),
  },
];
