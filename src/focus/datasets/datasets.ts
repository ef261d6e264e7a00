/** A data set of FOCUS that exports have beside the one with the costs. */
export type OtherDataset = 'Contract Commitment' | 'Invoice Detail' | 'Billing Period';

/** Columns that a data set has, and the costs have not. */
const signatures: Readonly<Record<OtherDataset, readonly string[]>> = {
  'Contract Commitment': ['ContractCommitmentId', 'ContractCommitmentCategory'],
  'Invoice Detail': ['InvoiceDetailId', 'InvoiceIssueStatus'],
  'Billing Period': ['BillingPeriodStatus', 'BillingPeriodStart'],
};

/** Columns that Contract Commitment has since FOCUS 1.4. */
const sinceVersion4 = [
  'ServiceProviderName',
  'ContractCommitmentFulfillmentInterval',
  'ContractCommitmentLifecycleStatus',
];

function hasIn(columns: readonly string[]): (name: string) => boolean {
  const names = new Set(columns.map((name) => name.toLowerCase()));
  return (name) => names.has(name.toLowerCase());
}

/** The data set of a file by its columns; undefined for costs, and for other files. */
export function datasetOf(columns: readonly string[]): OtherDataset | undefined {
  const has = hasIn(columns);
  if (has('ChargePeriodStart')) return undefined;
  const names = Object.keys(signatures) as OtherDataset[];
  return names.find((name) => signatures[name].every(has));
}

/** The version of FOCUS that has a data set with these columns. */
export function datasetVersionOf(dataset: OtherDataset, columns: readonly string[]): '1.3' | '1.4' {
  return dataset === 'Contract Commitment' && !sinceVersion4.some(hasIn(columns)) ? '1.3' : '1.4';
}
