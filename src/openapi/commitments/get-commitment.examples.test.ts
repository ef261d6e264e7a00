import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Detail = components['schemas']['CommitmentDetail'];
type Row = components['schemas']['Commitment'];
type PortfolioRow = components['schemas']['PortfolioRow'];

const { examples } = document.components;
const detail = (name: string): Detail => examples[`getCommitment.${name}`].value.data;
const running = [detail('reservation'), detail('savings-plan')];
const details = [...running, detail('payment-failed')];
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

describe('the examples of getCommitment', () => {
  it.each(details)('repeat the row of $id in the list', (one) => {
    const rows: Row[] = examples['listCommitments.everything'].value.data.items;
    expect(one).toMatchObject(rows.find(({ id }) => id === one.id) ?? { id: 'in the list' });
  });

  it.each(running)('say of $id what the portfolio says', (one) => {
    const rows: PortfolioRow[] = examples['getCommitmentPortfolio.what-you-pay'].value.data.rows;
    const row = rows.find(({ id }) => id === one.id);
    const { unit_count, fee_monthly_list, fee_monthly_net, hourly_commitment_usd, end_at } = one;
    const { protects_monthly, rightsizing_monthly, utilization_slope_pp_30d, consumers } = one;
    expect(row).toMatchObject({
      unit_count,
      fee_monthly_list,
      fee_monthly_net,
      hourly_commitment_usd,
      end_at,
      protects_monthly,
      rightsizing_monthly,
      utilization_slope_pp_30d,
      consumers,
    });
  });

  it.each(details)('work the public fee of $id out from its hourly commitment', (one) => {
    expect(one.fee_monthly_list).toBeCloseTo((one.hourly_commitment_usd ?? Number.NaN) * 730, 2);
  });

  it.each(running)('sum the days of $id to its headline', (one) => {
    const days = one.utilization_history;
    const used = sum(days.map(({ used_hours }) => used_hours));
    const purchased = sum(days.map(({ purchased_hours }) => purchased_hours));
    expect(days).toHaveLength(30);
    expect((used / purchased) * 100).toBeCloseTo(one.current_utilization_pct ?? Number.NaN, 6);
  });

  it.each(running)('divide used by purchased hours on each day of $id', (one) => {
    for (const { utilization_pct, used_hours, purchased_hours } of one.utilization_history) {
      expect(utilization_pct).toBeCloseTo((used_hours / purchased_hours) * 100, 2);
    }
  });

  it.each(running)('draw the trend of $id through its days', (one) => {
    const days = one.utilization_history.map((day) => (day.used_hours / day.purchased_hours) * 100);
    const middle = (days.length - 1) / 2;
    const slope =
      sum(days.map((value, at) => (at - middle) * value)) / sum(days.map((_, at) => (at - middle) ** 2));
    expect(one.utilization_slope_pp_30d).toBeCloseTo(slope * 30, 2);
  });

  it.each(running)('price the unused hours of $id at its fee', (one) => {
    const hourlyFee = (one.fee_monthly_net ?? Number.NaN) / 730;
    const days = one.utilization_history;
    for (const { unused_cost, used_hours, purchased_hours } of days) {
      expect(unused_cost).toBeCloseTo((1 - used_hours / purchased_hours) * hourlyFee * 24, 3);
    }
    const cost = sum(days.map(({ unused_cost }) => unused_cost));
    expect((cost / (30 * 24)) * 730).toBeCloseTo(one.rightsizing_monthly ?? Number.NaN, 2);
  });

  it.each(running)('split what $id covers over its consumers', (one) => {
    const shares = one.consumers.map(({ covered_spend_monthly }) => covered_spend_monthly);
    expect(sum(shares)).toBeCloseTo(one.covered_spend_monthly ?? Number.NaN, 2);
    expect(one.protects_monthly).toBeCloseTo(
      (one.covered_spend_monthly ?? Number.NaN) - (one.fee_monthly_net ?? Number.NaN),
      2,
    );
  });

  it.each(details)('leave on demand beside $id what coverage rates leave', (one) => {
    const services: components['schemas']['ServiceCoverage'][] =
      examples['getCoverageRates.measured'].value.data.services;
    const service = services.find((row) => row.service === one.service);
    expect(one.on_demand_monthly).toBe(service?.on_demand_monthly);
    if (one.covered_spend_monthly === null) return;
    const eligible = (service?.covered_monthly ?? Number.NaN) + (service?.on_demand_monthly ?? Number.NaN);
    expect(one.current_coverage_pct).toBeCloseTo((one.covered_spend_monthly / eligible) * 100, 2);
  });

  it('measure nothing of a commitment that does not run, and call none of it zero', () => {
    expect(detail('payment-failed')).toMatchObject({
      current_utilization_pct: null,
      current_coverage_pct: null,
      covered_spend_monthly: null,
      utilization_slope_pp_30d: null,
      protects_monthly: null,
      rightsizing_monthly: null,
      fee_monthly_net: null,
    });
  });

  it('name the renewal that has been raised', () => {
    const { commitment_id, recommendation_id } = examples['getRenewal.raised'].value.data;
    expect(details.find(({ id }) => id === commitment_id)?.renewal_recommendation_id).toBe(recommendation_id);
  });
});
