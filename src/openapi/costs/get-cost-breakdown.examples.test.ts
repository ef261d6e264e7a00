import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

interface OnDate {
  date: string;
  value: number;
  change_percentage: number | null;
}
interface Row {
  cost: number;
  previous_cost: number;
  change_percentage: number;
  tag_value: string | null;
  virtual_tag_value: string | null;
  spendings_by_date: OnDate[];
}
interface Breakdown {
  start_date: string;
  total_period_cost: number;
  items: Row[];
  pagination: { total_items: number; total_pages: number; page_size: number };
  totals_by_date: OnDate[];
}

const examples = document.components.examples;
const example = (name: string): Breakdown => examples[`getCostBreakdown.${name}`].value.data;
const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
const values = (course: OnDate[]) => course.map((entry) => entry.value);
const costs = (breakdown: Breakdown) => breakdown.items.map((row) => row.cost);
const change = (now: number, then: number) => ((now - then) / then) * 100;

const whole = [
  'two-groups-daily',
  'by-tag',
  'by-virtual-tag',
  'provider-b-after-credits',
  'provider-b-before-credits',
  'nothing-matches',
];

describe.each([...whole, 'page-of-several'])('the breakdown %s', (name) => {
  const breakdown = example(name);

  it('adds its dates up to the total', () => {
    expect(sum(values(breakdown.totals_by_date))).toBeCloseTo(breakdown.total_period_cost, 6);
  });

  it('adds the course of a row up to its cost', () => {
    for (const row of breakdown.items) {
      expect(sum(values(row.spendings_by_date))).toBeCloseTo(row.cost, 6);
    }
  });

  it('derives the change of a row from its previous cost', () => {
    for (const row of breakdown.items) {
      expect(row.change_percentage).toBeCloseTo(change(row.cost, row.previous_cost), 2);
    }
  });

  it('derives the change of a date from the date before', () => {
    for (const course of [breakdown.totals_by_date, ...breakdown.items.map((row) => row.spendings_by_date)]) {
      course.forEach((entry, position) => {
        const before = course[position - 1]?.value;
        if (before) expect(entry.change_percentage).toBeCloseTo(change(entry.value, before), 2);
        else expect(entry.change_percentage).toBeNull();
      });
    }
  });

  it('has the costliest row first', () => {
    expect(costs(breakdown)).toEqual(costs(breakdown).toSorted((a, b) => b - a));
  });

  it('counts its pages', () => {
    const { total_items, total_pages, page_size } = breakdown.pagination;
    expect(total_pages).toBe(Math.ceil(total_items / page_size));
  });
});

describe.each(whole)('the breakdown %s, which is on one page', (name) => {
  const breakdown = example(name);

  it('adds its rows up to the total', () => {
    expect(sum(costs(breakdown))).toBeCloseTo(breakdown.total_period_cost, 6);
  });

  it('adds its rows up to the total of each date', () => {
    breakdown.totals_by_date.forEach((entry, position) => {
      const parts = breakdown.items.map((row) => row.spendings_by_date[position]?.value ?? Number.NaN);
      expect(sum(parts)).toBeCloseTo(entry.value, 6);
    });
  });
});

describe('the breakdowns of one organization', () => {
  it('cost more in all than on the first of several pages', () => {
    const breakdown = example('page-of-several');
    expect(sum(costs(breakdown))).toBeLessThan(breakdown.total_period_cost);
  });

  it('agree with the timeline', () => {
    const timeline = examples['getCostTimeline.last-six-months'].value.data;
    const breakdown = example('page-of-several');
    expect(breakdown.total_period_cost).toBe(timeline.total);
    expect(values(breakdown.totals_by_date)).toEqual(
      timeline.data_points.map((point: { amount: number }) => point.amount),
    );
  });

  it('cost the same however they are grouped', () => {
    expect(example('by-tag').total_period_cost).toBe(example('by-virtual-tag').total_period_cost);
  });

  it('keep costs that lack the tag, or that no rule matches', () => {
    expect(example('by-tag').items.map((row) => row.tag_value)).toContain(null);
    expect(example('by-virtual-tag').items.map((row) => row.virtual_tag_value)).toContain('__unallocated__');
  });

  it.each(['after-credits', 'before-credits'])('are what provider_b invoices %s', (basis) => {
    const [newest] = examples[`listInvoiceMonths.${basis}`].value.data.items;
    expect(example(`provider-b-${basis}`).total_period_cost).toBe(newest.by_cost_type.regular);
  });
});
