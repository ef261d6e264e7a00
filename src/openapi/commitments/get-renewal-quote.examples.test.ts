import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Quote = components['schemas']['RenewalQuote'];

const { examples } = document.components;
const quote = (name: string): Quote => examples[`getRenewalQuote.${name}`].value.data;
const reservation = quote('reservation');
const plan = quote('savings-plan');
const failed = quote('lookup-failed');

describe('the examples of getRenewalQuote', () => {
  it('add a term up from upfront payment and hourly fee', () => {
    for (const { term, term_months } of [reservation, plan]) {
      expect(term?.term_hours).toBe(((term_months ?? 0) / 12) * 8760);
      expect(term?.term_total).toBe(
        term && term.upfront_total + term.recurring_hourly_total * term.term_hours,
      );
    }
  });

  it('multiply the unit prices of a reservation by its quantity', () => {
    const { qty, fixed_price, recurring_hourly, term } = reservation;
    expect(term?.upfront_total).toBe((fixed_price ?? Number.NaN) * (qty ?? Number.NaN));
    expect(term?.recurring_hourly_total).toBe((recurring_hourly ?? Number.NaN) * (qty ?? Number.NaN));
  });

  it('spread the promise of a savings plan over its upfront part and its hours', () => {
    const { commitment_hourly, upfront, term } = plan;
    expect(term?.upfront_total).toBe(upfront);
    expect(term?.term_total).toBe((commitment_hourly ?? Number.NaN) * (term?.term_hours ?? Number.NaN));
  });

  it('give a price or the reason for its absence, never both', () => {
    for (const { error_message, term } of [reservation, plan, failed]) {
      expect(error_message === null).toBe(term !== null);
    }
  });

  it('leave a failed lookup unpriced instead of free', () => {
    const { currency, fixed_price, recurring_hourly, usage_hourly, upfront, commitment_hourly } = failed;
    const prices = [currency, fixed_price, recurring_hourly, usage_hourly, upfront, commitment_hourly];
    expect(new Set(prices)).toEqual(new Set([null]));
  });
});
