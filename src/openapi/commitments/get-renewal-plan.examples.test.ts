import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Plan = components['schemas']['RenewalPlan'];
type Portfolio = components['schemas']['CommitmentPortfolio'];
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

  it.each(plans)('protect and waste with $commitment_id what the portfolio says of it', (one) => {
    const { rows }: Portfolio = examples['getCommitmentPortfolio.what-you-pay'].value.data;
    const row = rows.find(({ id }) => id === one.commitment_id);
    const { protects_monthly, rightsizing_monthly, end_at, expires_in_seconds } = one;
    expect(row).toMatchObject({ protects_monthly, rightsizing_monthly, end_at, expires_in_seconds });
    expect((one.units_consumed ?? Number.NaN) / one.units_held).toBeCloseTo(
      (row?.utilization_pct ?? Number.NaN) / 100,
      6,
    );
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
