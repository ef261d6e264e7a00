import type { BillRow } from '../../support/bill/bill-rows.js';
import { changed, type Where } from '../changes.js';
import type { RowChange } from './bill-fault.js';

export const withoutValue = (name: keyof BillRow) => drops((row) => row[name] === '');

export const replacing = (one: string, another: string) => (value: unknown) =>
  value === one ? another : one;

export const ofAnotherService = (where: Where, path: string) =>
  changed(where, path, (row) => ({ ...row, service: 'Object Storage', service_label: 'Object Storage' }));

export const breakdown = 'GET /providers/*/costs/breakdown';

export const timeline = 'GET /providers/*/costs/timeline';

export const filterOptions = 'GET /providers/*/costs/filter-options';

export const invoices = 'GET /providers/*/costs/invoices';

export const esr = 'GET /commitments/esr';

export const utilization = 'GET /commitments/utilization';

export const coverage = 'GET /commitments/coverage-rates';

const hourMs = 3_600_000;

const iso = (time: number) => new Date(time).toISOString().replace('.000Z', 'Z');

export const moved = (text: string, hours: number) => iso(Date.parse(text) + hours * hourMs);

const monthOf = (text: string) => text.slice(0, 7);

export const monthStart = (text: string) => `${monthOf(text)}-01T00:00:00Z`;

export const drops =
  (isDropped: (row: BillRow) => boolean): RowChange =>
  (row) =>
    isDropped(row) ? null : row;

export const changes =
  (isChanged: (row: BillRow) => boolean, edit: (row: BillRow) => Partial<BillRow>): RowChange =>
  (row) =>
    isChanged(row) ? { ...row, ...edit(row) } : row;

export const every = (edit: (row: BillRow) => Partial<BillRow>): RowChange => changes(() => true, edit);

export const isUnused = (row: BillRow) => row.CommitmentDiscountStatus === 'Unused';

export const isUsed = (row: BillRow) => row.CommitmentDiscountStatus === 'Used';

export const isCredit = (row: BillRow) => row.ChargeCategory === 'Credit';

export const isTax = (row: BillRow) => row.ChargeCategory === 'Tax';

export const isCorrection = (row: BillRow) => row.ChargeClass === 'Correction';

export const isPurchase = (row: BillRow) => row.ChargeCategory === 'Purchase';

export const isLate = (row: BillRow) => monthOf(row.BillingPeriodStart) !== monthOf(row.ChargePeriodStart);

export const shifted = (hours: number): RowChange =>
  every((row) => ({
    ChargePeriodStart: moved(row.ChargePeriodStart, hours),
    ChargePeriodEnd: moved(row.ChargePeriodEnd, hours),
  }));

/** Moves late charges to the first day of the month of their invoice. */
export const inInvoiceMonth = changes(isLate, (row) => ({
  ChargePeriodStart: row.BillingPeriodStart,
  ChargePeriodEnd: moved(row.BillingPeriodStart, 24),
}));

export const shiftDay = (day: string | null, days: number) =>
  day === null ? null : iso(Date.parse(day) + days * 24 * hourMs).slice(0, 10);

export const mean = (values: readonly number[]) => values.reduce((sum, one) => sum + one, 0) / values.length;
