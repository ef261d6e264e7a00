import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

interface Point {
  date: string;
  amount: number;
  parts: { value: string; amount: number }[] | null;
}
interface Timeline {
  start_date: string;
  end_date: string;
  data_points: Point[];
  total: number;
}

const examples = document.components.examples;
const example = (name: string): Timeline => examples[`getCostTimeline.${name}`].value.data;
const sum = (rows: { amount: number }[]) => rows.reduce((total, row) => total + row.amount, 0);

const monthToDate = example('month-to-date');
const sixMonths = example('last-six-months');
const byRegion = example('split-by-region');

describe.each(Object.entries({ monthToDate, sixMonths, byRegion }))('the timeline %s', (_name, timeline) => {
  it('totals its points', () => {
    expect(timeline.total).toBeCloseTo(sum(timeline.data_points), 6);
  });

  it('keeps its points in order and inside the range', () => {
    const dates = timeline.data_points.map((point) => point.date);
    expect(dates).toEqual([...new Set(dates)].toSorted());
    expect(timeline.start_date.startsWith(dates[0] ?? 'none')).toBe(true);
    expect(dates.every((date) => date <= timeline.end_date)).toBe(true);
  });
});

describe('the timelines of one provider', () => {
  it('split a point into parts that add up to it', () => {
    for (const { amount, parts } of byRegion.data_points) {
      expect(sum(parts ?? [])).toBeCloseTo(amount, 6);
    }
  });

  it('cost the same whether split or not', () => {
    const days = byRegion.data_points.map(({ date, amount }) => ({ date, amount, parts: null }));
    expect(monthToDate.data_points).toEqual(expect.arrayContaining(days));
  });

  it('make a month of its days', () => {
    expect(sixMonths.data_points.at(-1)?.amount).toBe(monthToDate.total);
  });

  it('are the past that the forecast draws', () => {
    const { sparkline } = examples['getCostForecast.provider-a'].value.data;
    expect(monthToDate.data_points.map((point) => point.amount)).toEqual(sparkline.slice(16, 30));
  });
});
