import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Plan = components['schemas']['RenewalPlan'];
type Quote = components['schemas']['RenewalQuote'];
type Options = components['schemas']['RenewalOptions'];

const { examples } = document.components;
const names = ['pending-change', 'savings-plan', 'let-expire'];
const plan = (name: string): Plan => examples[`getRenewalPlan.${name}`].value.data;
const plans = names.map(plan);

describe('the examples of getRenewalPlan', () => {
  it('never buy before the commitment has ended', () => {
    for (const { buy_after_utc, end_at } of plans) {
      expect(Date.parse(buy_after_utc ?? '')).toBeGreaterThanOrEqual(Date.parse(end_at ?? ''));
    }
  });

  it('count the seconds from the answer to the end', () => {
    for (const name of names) {
      const { timestamp } = examples[`getRenewalPlan.${name}`].value;
      const { end_at, expires_in_seconds } = plan(name);
      expect(expires_in_seconds).toBe((Date.parse(end_at ?? '') - Date.parse(timestamp)) / 1000);
    }
  });

  it('hold back only for changes that are pending', () => {
    const { pending_changes, blocking_changes } = plan('pending-change');
    expect(blocking_changes).not.toHaveLength(0);
    for (const change of blocking_changes) expect(pending_changes).toContainEqual(change);
  });

  it('buy nothing of what is let expire', () => {
    expect(plan('let-expire')).toMatchObject({
      decision: 'let_expire',
      units_recommended: 0,
      resource_recommended: null,
      quantity_recommended: null,
    });
    expect(plan('let-expire').protects_monthly).toBeLessThan(0);
  });

  it.each([
    ['pending-change', 'reservation', 'range-of-quantities'],
    ['savings-plan', 'savings-plan', 'savings-plan'],
  ])('set what is used and unused against today’s price (%s)', (planName, quoteName, optionsName) => {
    const { units_held, units_consumed, protects_monthly, rightsizing_monthly } = plan(planName);
    const { term }: Quote = examples[`getRenewalQuote.${quoteName}`].value.data;
    const { demand }: Options = examples[`getRenewalOptions.${optionsName}`].value.data;
    const monthly = ((term?.term_total ?? Number.NaN) / (term?.term_hours ?? Number.NaN)) * 730;
    const used = units_consumed ?? Number.NaN;
    expect(protects_monthly).toBeCloseTo(used * (demand?.on_demand_rate ?? Number.NaN) * 730 - monthly, 2);
    expect(rightsizing_monthly).toBeCloseTo(((units_held - used) / units_held) * monthly, 2);
  });

  it('recommend what the renewal options recommend', () => {
    const { contract, options }: Options = examples['getRenewalOptions.range-of-quantities'].value.data;
    const best = [contract, ...options].find((row) => row?.recommended);
    const { resource_recommended, quantity_recommended } = plan('pending-change');
    expect(best).toMatchObject({ resource: resource_recommended, quantity: quantity_recommended });
    expect(examples['getRenewal.raised'].value.data).toMatchObject({
      offering_id: best?.offering_id,
      quantity: best?.quantity,
    });
  });
});
