import { changed } from '../changes.js';
import type { BillFault, RowChange } from './bill-server.js';

const contracts = 'GET /commitments/contracts';
const caughtBy = 'bill.contract-months-are-what-was-applied';

/** Applies another cost to contracts. */
const applying =
  (costOf: (cost: number) => number): RowChange =>
  (row) => ({
    ...row,
    ContractApplied: row.ContractApplied.replace(
      /(AppliedCost":)([\d.]+)/,
      (_, name, cost) => `${name}${costOf(Number(cost))}`,
    ),
  });

export const contractFaults: readonly BillFault[] = [
  { name: 'a contract consumes each applied cost twice', caughtBy, rows: applying((cost) => 2 * cost) },
  {
    name: 'a contract consumes nothing of marketplace rows',
    caughtBy,
    rows: (row) => (row.ServiceName === 'Log Search' ? { ...row, ContractApplied: '' } : row),
  },
  {
    name: 'the cost of the whole contract is the floor of each month',
    caughtBy,
    change: changed(contracts, '[].months[]', (month) =>
      month.contract_usd === null ? month : { ...month, contract_usd: 3 * month.contract_usd },
    ),
  },
  {
    name: 'the floor counts as metered',
    caughtBy,
    change: changed(contracts, '[].months[]', (month) => ({
      ...month,
      metered_usd: month.metered_usd + (month.contract_usd ?? 0),
    })),
  },
  { name: 'no contracts', caughtBy, change: changed(contracts, '', []) },
];
