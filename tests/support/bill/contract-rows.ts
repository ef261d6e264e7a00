import type { FocusRow } from './focus-files.js';

/** A row of the data set Contract Commitment of FOCUS 1.3: 24,000 dollars in a year. */
export const contract: FocusRow = {
  ContractId: 'contract-1',
  ContractPeriodStart: '2026-01-01T00:00:00Z',
  ContractPeriodEnd: '2027-01-01T00:00:00Z',
  ContractCommitmentId: 'term-1',
  ContractCommitmentCategory: 'Spend',
  ContractCommitmentType: 'Minimum spend',
  ContractCommitmentDescription: null,
  ContractCommitmentCost: '24000',
  ContractCommitmentQuantity: null,
  ContractCommitmentUnit: null,
  ContractCommitmentPeriodStart: '2026-01-01T00:00:00Z',
  ContractCommitmentPeriodEnd: '2027-01-01T00:00:00Z',
  BillingCurrency: 'USD',
};

/** The same in FOCUS 1.4: a twelfth of it in each month. */
export const contract14: FocusRow = {
  ...contract,
  ServiceProviderName: 'Provider A',
  ContractCommitmentFulfillmentInterval: 'Monthly',
  ContractCommitmentLifecycleStatus: 'Active',
};
