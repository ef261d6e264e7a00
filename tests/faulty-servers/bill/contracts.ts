import { changed } from '../changes.js';
import { times } from '../edited.js';
import { billFaults, computes, type RowChange } from './bill-fault.js';

const contracts = 'GET /commitments/contracts';

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

export const contractFaults = billFaults({
  'bill.contract-months-are-what-was-applied': {
    'a contract consumes each applied cost twice': computes(applying(times(2))),
    'a contract consumes nothing of marketplace rows': computes((row) =>
      row.ServiceName === 'Log Search' ? { ...row, ContractApplied: '' } : row,
    ),
    'the cost of the whole contract is the floor of each month': changed(contracts, '[].months[]', (month) =>
      month.contract_usd === null ? month : { ...month, contract_usd: 3 * month.contract_usd },
    ),
    'the floor counts as metered': changed(contracts, '[].months[]', (month) => ({
      ...month,
      metered_usd: month.metered_usd + (month.contract_usd ?? 0),
    })),
    'no contracts': changed(contracts, '', []),
  },
});
