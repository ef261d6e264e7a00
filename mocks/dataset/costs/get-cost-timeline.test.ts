import { describe, expect, it } from 'vitest';
import { testDataset } from '../../../tests/support/dataset/dataset.js';

const { call, failureOf, fresh } = testDataset();
const provider_a = { provider_id: 'provider_a' };

describe('getCostTimeline', () => {
  it('lets a preset override dates', () => {
    const timeline = call('getCostTimeline', {
      path: provider_a,
      query: { preset: '6M', granularity: 'monthly', start: '2026-06-03', end: '2026-06-01' },
    });
    expect([timeline.start_date, timeline.end_date]).toEqual(['2026-01-01', '2026-06-15']);
    expect(timeline.data_points.map(({ date }: { date: string }) => date)).toEqual([
      '2026-01',
      '2026-02',
      '2026-03',
      '2026-04',
      '2026-05',
      '2026-06',
    ]);
  });

  it('includes today in the thirty days of 30D', () => {
    const { start_date, end_date } = call('getCostTimeline', { path: provider_a, query: { preset: '30D' } });
    expect([start_date, end_date]).toEqual(['2026-05-17', '2026-06-15']);
  });

  it('returns the same days whichever of a month were read before', () => {
    const daysOf = (dataset: typeof call, start: string, end: string) =>
      dataset('getCostTimeline', { path: { provider_id: 'provider_b' }, query: { start, end } }).data_points;
    const may = daysOf(fresh().call, '2026-05-01', '2026-05-31');
    const another = fresh();
    expect(daysOf(another.call, '2026-05-20', '2026-05-31')).toEqual(may.slice(19));
    expect(daysOf(another.call, '2026-05-03', '2026-05-05')).toEqual(may.slice(2, 5));
    expect(daysOf(another.call, '2026-05-01', '2026-05-31')).toEqual(may);
  });

  it('rejects a range that ends before it starts and names the parameter that was sent', () => {
    const locOf = (query: object) =>
      (failureOf('getCostTimeline', { path: provider_a, query: { ...query } }).details as any)[0].loc;
    expect(locOf({ start: '2026-06-12', end: '2026-06-10' })).toEqual(['query', 'end']);
    expect(locOf({ end: '2026-05-10' })).toEqual(['query', 'end']);
    expect(locOf({ start: '2026-06-16' })).toEqual(['query', 'start']);
  });
});
