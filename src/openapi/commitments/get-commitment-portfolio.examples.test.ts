import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';

const data = (name: string) => document.components.examples[`getCommitmentPortfolio.${name}`].value.data;
const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);
const portfolios = [data('what-you-pay'), data('public-prices')];
const [net, list] = portfolios;
const listed: any[] = document.components.examples['listCommitments.everything'].value.data.items;
const clock = Date.parse('2026-06-15T12:00:00Z');

describe('the examples of the portfolio', () => {
  it('have a row for each running commitment', () => {
    const running = listed.filter((row) => row.status === 'active').map((row) => row.id);
    expect(net.rows.map((row: any) => row.id).sort()).toEqual(running.sort());
  });

  it.each(portfolios)('add the rows up at basis $basis', ({ totals, rows }) => {
    for (const field of [
      'hourly_commitment_usd',
      'fee_monthly_list',
      'fee_monthly_net',
      'protects_monthly',
      'rightsizing_monthly',
    ])
      expect(sum(rows.map((row: any) => row[field]))).toBeCloseTo(totals[field], 2);
    expect(totals.commitment_count).toBe(rows.length);
    expect(totals.organization_count).toBe(new Set(rows.map((row: any) => row.organization_id)).size);
  });

  it.each(portfolios)(
    'protect what the consumers save and resize what nobody uses at basis $basis',
    ({ basis, rows }) => {
      for (const row of rows) {
        const fee = row[`fee_monthly_${basis}`];
        const covered = sum(row.consumers.map((one: any) => one.covered_spend_monthly));
        expect(covered - fee).toBeCloseTo(row.protects_monthly, 2);
        expect(fee * (1 - row.utilization_pct / 100)).toBeCloseTo(row.rightsizing_monthly, 2);
      }
    },
  );

  it('never cost more net than at public prices', () => {
    for (const row of net.rows) expect(row.fee_monthly_net).toBeLessThanOrEqual(row.fee_monthly_list);
    expect(net.totals.rightsizing_monthly).toBeLessThan(list.totals.rightsizing_monthly);
  });

  it('show the same commitments and the same use at either basis', () => {
    const facts = ({ rows }: any) =>
      rows.map((row: any) => [row.id, row.utilization_pct, row.fee_monthly_net]);
    expect(facts(net)).toEqual(facts(list));
  });

  it.each(net.rows as any[])('count the seconds to the end of $id', (row) => {
    expect((Date.parse(row.end_at) - clock) / 1000).toBe(row.expires_in_seconds);
    expect(row.end_at.slice(0, 10)).toBe(listed.find((other) => other.id === row.id).end_date);
  });

  it.each(net.rows as any[])('use $id as the commitments list says', (row) => {
    const same = listed.find((other) => other.id === row.id);
    expect([row.utilization_pct, row.coverage_pct, row.fee_monthly_list]).toEqual([
      same.current_utilization_pct,
      same.current_coverage_pct,
      same.monthly_commitment_usd,
    ]);
  });

  it('call saturated what is used in full', () => {
    for (const row of net.rows) expect(row.saturated).toBe(row.utilization_pct === 100);
  });
});
