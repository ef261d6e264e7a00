import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Options = components['schemas']['RenewalOptions'];
type Option = components['schemas']['RenewalOption'];

const { examples } = document.components;
const answer = (name: string): Options => examples[`getRenewalOptions.${name}`].value.data;
const names = ['range-of-quantities', 'at-a-quantity', 'savings-plan', 'contract-unpriced'];
const answers = names.map(answer);
const rowsOf = ({ contract, options }: Options): Option[] => (contract ? [contract, ...options] : options);
const priced = (data: Options) => rowsOf(data).filter(({ per_year }) => per_year !== null);
const hours = ({ term_months }: Option) => (term_months / 12) * 8760;
const mean = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;

describe.each(names)('the %s example of getRenewalOptions', (name) => {
  const data = answer(name);

  it('adds a term up from upfront payment and hourly fee', () => {
    for (const row of priced(data)) {
      expect(row.term_total).toBeCloseTo(
        (row.upfront ?? Number.NaN) + (row.recurring_hourly ?? Number.NaN) * hours(row),
        2,
      );
    }
  });

  it('counts what is idle or spills from the projected demand', () => {
    const projection = data.demand?.projection ?? [];
    const start = Date.parse(projection[0]?.date ?? '');
    for (const row of rowsOf(data)) {
      const inTerm = projection.filter(({ date }) => Date.parse(date) < start + hours(row) * 3_600_000);
      const held = row.held_units_equivalent ?? Number.NaN;
      expect(row.idle_units).toBeCloseTo(mean(inTerm.map(({ units }) => Math.max(0, held - units))), 6);
      expect(row.spill_units).toBeCloseTo(mean(inTerm.map(({ units }) => Math.max(0, units - held))), 6);
    }
  });

  it('adds the price of the spill, and brings it to a year', () => {
    const rate = data.demand?.on_demand_rate ?? Number.NaN;
    for (const row of priced(data)) {
      expect(row.spill_cost).toBeCloseTo((row.spill_units ?? Number.NaN) * rate * hours(row), 1);
      expect(row.all_in).toBeCloseTo((row.term_total ?? Number.NaN) + (row.spill_cost ?? Number.NaN), 2);
      expect(row.per_year).toBeCloseTo(((row.all_in ?? Number.NaN) / row.term_months) * 12, 2);
    }
  });

  it('recommends one row alone, the cheapest by year', () => {
    const byCost = priced(data).sort(
      (a, b) =>
        (a.per_year ?? 0) - (b.per_year ?? 0) ||
        (a.upfront ?? 0) - (b.upfront ?? 0) ||
        a.term_months - b.term_months,
    );
    expect(rowsOf(data).filter(({ recommended }) => recommended)).toEqual([byCost[0]]);
  });

  it('prices an offering in proportion to its quantity', () => {
    for (const row of priced(data)) {
      const first = priced(data).find(({ offering_id }) => offering_id === row.offering_id);
      expect((row.term_total ?? Number.NaN) / (row.quantity ?? Number.NaN)).toBeCloseTo(
        (first?.term_total ?? Number.NaN) / (first?.quantity ?? Number.NaN),
        6,
      );
    }
  });

  it('shows no offering twice at one quantity', () => {
    const keys = rowsOf(data).map(({ offering_id, quantity }) => `${offering_id} × ${quantity}`);
    expect(new Set(keys).size).toBe(keys.length);
  });

  it('takes the trend of the demand from its points', () => {
    const units = (data.demand?.points ?? []).map((point) => point.units);
    const middle = (units.length - 1) / 2;
    const slope =
      units.reduce((sum, value, at) => sum + (at - middle) * value, 0) /
      units.reduce((sum, _, at) => sum + (at - middle) ** 2, 0);
    expect(data.demand?.units_per_month).toBeCloseTo(slope, 6);
  });
});

describe('the examples of getRenewalOptions', () => {
  it('price every offering at the quantity that is asked for', () => {
    expect(new Set(rowsOf(answer('at-a-quantity')).map(({ quantity }) => quantity))).toEqual(new Set([16]));
    expect(new Set(rowsOf(answer('savings-plan')).map(({ quantity }) => quantity))).toEqual(new Set([4.62]));
  });

  it('ask no more of a longer term, nor of an earlier payment', () => {
    const prepaid = ['no_upfront', 'partial_upfront', 'all_upfront'];
    for (const data of answers) {
      for (const row of priced(data)) {
        const dearer = priced(data).filter(
          (other) =>
            other.quantity === row.quantity &&
            other.term_months <= row.term_months &&
            prepaid.indexOf(other.payment_option ?? '') <= prepaid.indexOf(row.payment_option ?? ''),
        );
        for (const other of dearer) {
          expect((row.term_total ?? Number.NaN) / hours(row)).toBeLessThanOrEqual(
            (other.term_total ?? Number.NaN) / hours(other) + 1e-9,
          );
        }
      }
    }
  });

  it('price a reservation below its on-demand rate', () => {
    for (const data of answers.filter(({ held_resource }) => held_resource)) {
      for (const row of priced(data)) {
        const hourly = (row.term_total ?? Number.NaN) / hours(row) / (row.quantity ?? Number.NaN);
        expect(hourly).toBeLessThan(data.demand?.on_demand_rate ?? 0);
      }
    }
  });

  it('leave the contract unpriced where its terms are no longer sold', () => {
    const { contract } = answer('contract-unpriced');
    expect(contract).toMatchObject({
      offering_id: null,
      upfront: null,
      recurring_hourly: null,
      term_total: null,
    });
  });

  it('agree with the quote on the price of the contract', () => {
    const { term } = examples['getRenewalQuote.reservation'].value.data;
    expect(answer('range-of-quantities').contract).toMatchObject({
      term_total: term.term_total,
      upfront: term.upfront_total,
      recurring_hourly: term.recurring_hourly_total,
    });
  });
});
