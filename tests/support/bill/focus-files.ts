import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryFolder } from '../temporary-folder.js';

/** A row of an export, as texts; null for a missing value. */
export type FocusRow = Readonly<Record<string, string | null>>;

/** A usage charge of an hour that costs 1 dollar, with the columns that every export has. */
export const usage: FocusRow = {
  BillingAccountId: '999999999999',
  BillingPeriodStart: '2026-05-01T00:00:00Z',
  BillingPeriodEnd: '2026-06-01T00:00:00Z',
  BillingCurrency: 'USD',
  ChargePeriodStart: '2026-05-10T00:00:00Z',
  ChargePeriodEnd: '2026-05-10T01:00:00Z',
  ChargeCategory: 'Usage',
  ChargeClass: null,
  ChargeFrequency: 'Usage-Based',
  ProviderName: 'Provider A',
  PublisherName: 'Provider A',
  SubAccountId: '111111111111',
  SubAccountName: 'Web',
  ServiceName: 'Compute',
  RegionId: 'region-1',
  ResourceId: 'vm-1',
  Tags: '{"team": "web"}',
  CommitmentDiscountId: null,
  CommitmentDiscountCategory: null,
  CommitmentDiscountType: null,
  CommitmentDiscountStatus: null,
  CommitmentDiscountQuantity: null,
  CommitmentDiscountUnit: null,
  BilledCost: '1',
  EffectiveCost: '1',
  ListCost: '1.5',
  ContractedCost: '1.25',
};

/** Rows of an export in CSV. */
export function csvOf(rows: readonly FocusRow[], names = [...new Set(rows.flatMap(Object.keys))]): string {
  const field = (value: string | null | undefined) =>
    value === null || value === undefined ? '' : `"${value.replaceAll('"', '""')}"`;
  return [
    names.map(field).join(','),
    ...rows.map((row) => names.map((name) => field(row[name])).join(',')),
    '',
  ].join('\n');
}

/** A directory for the files of a test. */
export function temporaryFiles(): {
  readonly write: Write;
  readonly path: (name: string) => string;
} {
  const directory = temporaryFolder('focus');
  const path = (name: string) => (name === '.' ? directory : join(directory, name));
  return {
    path,
    write(name, content) {
      writeFileSync(path(name), content);
      return path(name);
    },
  };
}

type Write = (name: string, content: string | Uint8Array) => string;
