import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

interface InvoiceMonth {
  invoice_month: string;
  total: number;
  by_cost_type: { regular: number; tax: number; adjustment: number; rounding_error: number };
  marketplace_total: number;
}

const items = (name: string): InvoiceMonth[] =>
  document.components.examples[`listInvoiceMonths.${name}`].value.data.items;
const after = items('after-credits');
const before = items('before-credits');

describe.each([
  ['after', after],
  ['before', before],
])('the invoice months %s credits', (_name, months) => {
  it('total their cost types', () => {
    for (const { total, by_cost_type } of months) {
      const parts = Object.values(by_cost_type).reduce((sum, part) => sum + part, 0);
      expect(total).toBeCloseTo(parts, 6);
    }
  });

  it('hold the marketplace inside regular charges', () => {
    for (const month of months) {
      expect(month.marketplace_total).toBeLessThanOrEqual(month.by_cost_type.regular);
    }
  });

  it('run from the newest back without a gap', () => {
    expect(months.map((month) => month.invoice_month)).toEqual(['202605', '202604', '202603']);
  });
});

describe('the two cost bases', () => {
  const regular = (months: InvoiceMonth[]) => months.map((month) => month.by_cost_type.regular);
  const others = (months: InvoiceMonth[]) =>
    months.map(({ by_cost_type: { tax, adjustment, rounding_error } }) => [tax, adjustment, rounding_error]);

  it('differ in regular charges, which are higher before credits', () => {
    regular(before).forEach((charge, month) => {
      expect(charge).toBeGreaterThan(regular(after)[month] ?? Number.NaN);
    });
  });

  it('agree in every other cost type', () => {
    expect(others(before)).toEqual(others(after));
  });
});
