import { csvChunks } from '../../../src/focus/files/csv.js';
import { contract14 } from './contract-rows.js';
import { csvOf as focusCsvOf } from './focus-files.js';
import { providerA } from './three-providers/provider-a.js';
import { providerB } from './three-providers/provider-b.js';
import { type BillRow, columns } from './three-providers/row.js';
import { onDemand } from './three-providers/usage.js';

export type { BillRow };

const providerC = (): BillRow[] =>
  onDemand(
    { seed: 31, list: 9 },
    {
      ProviderName: 'Provider C',
      ServiceName: 'Code Hosting',
      SubAccountId: 'team',
      SubAccountName: 'Team',
      x_UsageType: 'seats',
    },
  );

/** The rows of a bill of three providers over three months, with every kind of row that servers get wrong. */
export function billRows(): BillRow[] {
  return [...providerA(), ...providerB(), ...providerC()].map(withContract);
}

/** Contracts by the service whose costs are applied to them: one of a floor by month, one for a year, one without terms. */
const contractOf: Readonly<Record<string, string>> = {
  'Log Search': 'contract-logs',
  Support: 'contract-support',
  'Code Hosting': 'contract-seats',
};

function withContract(row: BillRow): BillRow {
  const id = contractOf[row.ServiceName];
  if (id === undefined) return row;
  const element = { ContractCommitmentId: id, ContractCommitmentAppliedCost: Number(row.EffectiveCost) };
  return { ...row, ContractApplied: JSON.stringify({ Elements: [element] }) };
}

/** The terms of contracts of the bill: a data set beside the costs. */
export function contractsCsv(): string {
  const logs = {
    ...contract14,
    ContractCommitmentId: 'contract-logs',
    ContractCommitmentCost: '1050',
    ContractCommitmentPeriodStart: '2026-04-01T00:00:00Z',
    ContractCommitmentPeriodEnd: '2026-07-01T00:00:00Z',
  };
  const ofYear = {
    ContractCommitmentId: 'contract-support',
    ContractCommitmentFulfillmentInterval: 'Annual',
  };
  return focusCsvOf([logs, { ...contract14, ...ofYear }]);
}

/** Writes rows as CSV. */
export function csvOf(rows: readonly BillRow[]): string {
  return [...csvChunks(columns, rows)].join('');
}
