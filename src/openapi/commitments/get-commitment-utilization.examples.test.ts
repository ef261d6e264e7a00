import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const data = (name: string) => document.components.examples[`getCommitmentUtilization.${name}`].value.data;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const names = ['reservations-by-day', 'reservations-by-month', 'savings-plans-by-day'];
const entries: any[] = names.flatMap((name) => data(name).services);

describe('the examples of utilization', () => {
  it.each(entries)('divide used by purchased hours for $service_label', (entry) => {
    expect(entry.utilization_pct).toBeCloseTo((entry.used_hours / entry.purchased_hours) * 100, 2);
    for (const dimension of entry.dimensions)
      expect(dimension.utilization_pct).toBeCloseTo((dimension.used / dimension.total) * 100, 2);
  });

  it.each(entries)('add the steps up for $service_label', (entry) => {
    const used = entry.days.map((day: any) => day.capacity_used ?? day.commitment_used_usd);
    const total = entry.days.map((day: any) => day.capacity_total ?? day.commitment_total_usd);
    expect(sum(used)).toBeCloseTo(entry.used_hours, 2);
    expect(sum(total)).toBeCloseTo(entry.purchased_hours, 2);
  });

  it('give reservations no dollars and savings plans no units', () => {
    for (const name of names) {
      const { instrument, services } = data(name);
      const absent = instrument === 'ri' ? 'commitment' : 'capacity';
      for (const day of services.flatMap((entry: any) => entry.days))
        expect(
          Object.entries(day).filter(([key, value]) => key.startsWith(absent) && value !== null),
        ).toEqual([]);
    }
  });

  it('apply a savings plan to as much as was used of it', () => {
    for (const entry of data('savings-plans-by-day').services) {
      const hours = 24 * entry.days.length;
      expect(sum(entry.applied_to.map((one: any) => one.hourly_usd))).toBeCloseTo(
        entry.used_hours / hours,
        2,
      );
    }
  });

  it('keep units apart', () => {
    expect(
      new Set(data('reservations-by-month').services.map((entry: any) => entry.size_unit)).size,
    ).toBeGreaterThan(1);
  });
});
