import { describe, expect, test } from 'vitest';
import { hourReservation, rowOn } from '../../../tests/support/bill/tables-of.js';
import { testBill } from '../../../tests/support/dataset/dataset.js';

const hoursOf = (date: string, status: 'Used' | 'Unused', hours: number) =>
  rowOn(date, {
    ...hourReservation,
    CommitmentDiscountStatus: status,
    CommitmentDiscountQuantity: hours,
    EffectiveCost: status === 'Used' ? 1 : 0,
  });

describe('a reservation whose unused hours cancel', () => {
  const days = ['2026-06-01', '2026-06-02', '2026-06-03'] as const;
  const bill = testBill([
    ...days.map((day) => hoursOf(day, 'Used', 0.1)),
    hoursOf(days[0], 'Unused', 0.7),
    hoursOf(days[1], 'Unused', -0.4),
    hoursOf(days[2], 'Unused', -0.3),
    rowOn('2026-06-05', { EffectiveCost: 1 }),
  ]);

  test('is used in full', () => {
    expect(bill.call('listCommitments').items).toMatchObject([{ current_utilization_pct: 100 }]);
    expect(bill.call('getCommitmentPortfolio').rows).toMatchObject([{ saturated: true }]);
    expect(bill.call('getCommitmentsByService').services).toMatchObject([{ ri: { utilization_pct: 100 } }]);
  });

  test('has rounded hours', () => {
    const query = { type: 'ri', granularity: 'monthly' };
    expect(bill.call('getCommitmentUtilization', { query }).services).toMatchObject([
      {
        utilization_pct: 100,
        dimensions: [{ used: 0.3, total: 0.3, utilization_pct: 100 }],
        days: [{ date: '2026-06-01', capacity_used: 0.3, capacity_total: 0.3, capacity_pct: 100 }],
      },
    ]);
  });
});
