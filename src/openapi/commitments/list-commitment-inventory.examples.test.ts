import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const rowsOf = (name: string): any[] =>
  document.components.examples[`listCommitmentInventory.${name}`].value.data.rows;
const reservations = rowsOf('reservations');
const plans = rowsOf('savings-plans');
const listed: any[] = document.components.examples['listCommitments.everything'].value.data.items;
const monthHours = 730;
const termHours = (row: any) => (row.term_months / 12) * 8760;
const inState = (state: string) => reservations.find((row) => row.state === state);

describe('the examples of the inventory', () => {
  it('hold what the commitments list holds of the two kinds', () => {
    const ids = listed.filter((row) => row.provider === 'provider_a').map((row) => row.id);
    expect([...reservations, ...plans].map((row) => row.id).sort()).toEqual(ids.sort());
  });

  it.each([...reservations, ...plans])('cost $id the same a month as the list does', (row) => {
    expect(row.committed_monthly).toBe(listed.find((other) => other.id === row.id).monthly_commitment_usd);
  });

  it.each(reservations)('work the monthly fee of $id out from its prices', (row) => {
    const hourly = row.qty * (row.fixed_price / termHours(row) + row.recurring_hourly);
    expect(hourly * monthHours).toBeCloseTo(row.committed_monthly, 2);
  });

  it.each(plans)('work the monthly fee of $id out from its promise', (row) => {
    expect(row.commitment_hourly * monthHours).toBeCloseTo(row.committed_monthly, 2);
    expect(row.upfront / termHours(row) + row.recurring_hourly).toBeCloseTo(row.commitment_hourly, 5);
    expect(row.recurring_hourly * monthHours).toBeCloseTo(row.recurring_monthly, 2);
  });

  it('let the payment option agree with the prices', () => {
    for (const { payment_option, fixed_price, recurring_hourly } of reservations) {
      expect([payment_option, fixed_price > 0, recurring_hourly > 0]).toEqual(
        {
          no_upfront: ['no_upfront', false, true],
          partial_upfront: ['partial_upfront', true, true],
          all_upfront: ['all_upfront', true, false],
        }[payment_option as string],
      );
    }
  });

  it.each(['payment-failed', 'retired'])('hold a row that is %s although its end lies ahead', (state) => {
    expect(inState(state).end > '2026-06-15').toBe(true);
    expect(inState(state).start < '2026-06-15').toBe(true);
  });

  it('queue only what starts in the future', () => {
    expect(inState('queued').start > '2026-06-15').toBe(true);
  });

  it('waste what the list says is not used', () => {
    for (const row of [...reservations, ...plans]) {
      const used = listed.find((other) => other.id === row.id).current_utilization_pct;
      if (row.state === 'active')
        expect(row.unused_monthly).toBeCloseTo(row.committed_monthly * (1 - used / 100), 2);
      else expect([row.unused_monthly, row.saved_monthly, row.on_demand]).toEqual([null, null, null]);
    }
  });

  it('spread the on-demand measurement over its days', () => {
    for (const { on_demand } of [...reservations, ...plans].filter((row) => row.on_demand)) {
      const days = (Date.parse(on_demand.measured_to) - Date.parse(on_demand.measured_from)) / 86_400_000 + 1;
      expect(on_demand.on_demand_cost / days).toBeCloseTo(on_demand.daily_on_demand_cost, 2);
    }
  });

  it('filter by state', () => {
    expect(rowsOf('payment-failed')).toEqual(reservations.filter((row) => row.state === 'payment-failed'));
  });
});
