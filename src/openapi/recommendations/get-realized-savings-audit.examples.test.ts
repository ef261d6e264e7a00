import { describe, expect, it } from 'vitest';
import { document } from '../../generated/document.js';
import type { components } from '../../generated/types.js';

type Audit = components['schemas']['RealizedSavingsAudit'];
type Row = components['schemas']['Recommendation'];

const { examples } = document.components;
const audit = (name: string): Audit => examples[`getRealizedSavingsAudit.${name}`].value.data;
const settled = audit('settled');
const pending = audit('pending');
const audits = [settled, pending];

const savedBy = ({ lines }: Audit) => lines.reduce((sum, { savings_usd }) => sum + savings_usd, 0);
const inOrder = (moments: (string | null)[]) => {
  const known = moments.filter((moment) => moment !== null);
  expect(known).toEqual(known.toSorted());
};

describe('the examples of getRealizedSavingsAudit', () => {
  it('save on each line its quantity times the price of a unit', () => {
    for (const { usage_quantity, unit_price_usd, savings_usd } of audits.flatMap(({ lines }) => lines)) {
      expect(usage_quantity * unit_price_usd).toBeCloseTo(savings_usd, 6);
    }
  });

  it('realize the sum of the lines once settled', () => {
    expect(settled.realized_savings_usd).toBe(savedBy(settled));
    expect(settled.realized_savings_in_progress_usd).toBeNull();
  });

  it('count the sum of the lines as in progress until settled', () => {
    expect(pending.realized_savings_in_progress_usd).toBe(savedBy(pending));
    expect(pending.realized_savings_usd).toBeNull();
  });

  it('leave what is settled open while verification is pending', () => {
    expect(pending).toMatchObject({ verification: 'pending', settled_at: null, frozen_at: null });
  });

  it('give the saving the id of its recommendation', () => {
    for (const { savings_id, recommendation_id } of audits) expect(savings_id).toBe(recommendation_id);
  });

  it('repeat the event of the row in the technical details', () => {
    expect(settled.technical_details).not.toBeNull();
    expect(settled).toMatchObject(settled.technical_details as object);
  });

  it('estimate the monthly saving for the rest of the period', () => {
    const rows: Row[] = ['first-page', 'last-page'].flatMap(
      (name) => examples[`listRecommendations.${name}`].value.data.items,
    );
    for (const each of audits) {
      const row = rows.find(({ recommendation_id }) => recommendation_id === each.recommendation_id);
      const day = 86_400_000;
      const [from, start, to] = [each.implemented_at, each.billing_period_start, each.billing_period_end].map(
        (moment) => Math.floor(Date.parse(moment as string) / day),
      ) as [number, number, number];
      expect(((row?.monthly_savings ?? 0) * (to - from)) / (to - start)).toBeCloseTo(
        each.estimated_savings_usd as number,
        6,
      );
    }
  });

  it('happen in order', () => {
    for (const each of audits) {
      inOrder([each.first_view_at, each.implemented_at, each.detected_at, each.settled_at, each.frozen_at]);
      inOrder([each.billing_period_start, each.implemented_at, each.billing_period_end]);
      inOrder([each.implemented_at, each.snapshot_7d_at, each.snapshot_30d_at]);
    }
  });
});
