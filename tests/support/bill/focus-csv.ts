import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { msPerHour } from '../../../mocks/dataset/calendar.js';
import { csvChunks } from '../../../src/focus/files/csv.js';
import { temporaryFolder } from '../temporary-folder.js';
import type { FocusRow } from './tables-of.js';

/** Writes rows as a FOCUS export into a file. */
export function focusFile(rows: readonly FocusRow[]): string {
  const file = join(temporaryFolder('focus'), 'bill.csv');
  writeFileSync(file, focusCsv(rows));
  return file;
}

/** Returns rows as a FOCUS export. */
export function focusCsv(rows: readonly FocusRow[]): string {
  const records = rows.map(recordOf);
  const columns = [...new Set(records.flatMap((record) => Object.keys(record)))];
  return [...csvChunks(columns, records)].join('');
}

function recordOf({ usage_type, platform, isUnpriced: _, ...row }: FocusRow, index: number) {
  const provider = row.ProviderName ?? 'Provider A';
  const end = new Date(Date.parse(row.ChargePeriodStart) + msPerHour).toISOString();
  return {
    BilledCost: 0,
    EffectiveCost: 0,
    ListCost: 0,
    ContractedCost: 0,
    ProviderName: provider,
    PublisherName: provider,
    BillingAccountId: 'payer',
    BillingCurrency: 'USD',
    ChargeCategory: 'Usage',
    ChargePeriodEnd: end,
    ...row,
    BillingPeriodStart: monthStart(row, 0),
    BillingPeriodEnd: monthStart(row, 1),
    SkuId: usage_type ?? null,
    SkuPriceDetails: platform ? JSON.stringify({ OperatingSystem: platform }) : null,
    Tags: JSON.stringify(row.Tags ?? {}),
    // Two rows of a bill can be equal otherwise.
    x_Row: index,
  };
}

function monthStart({ BillingPeriodStart, ChargePeriodStart }: FocusRow, offset: number): string {
  const date = new Date(BillingPeriodStart ?? ChargePeriodStart);
  return new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1)).toISOString();
}
