import { expect, test, vi } from 'vitest';
import { changed, queried } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { judgeOpened, messagesIn, runOf, servedBill } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import { suiteWithBill } from '../../../../tests/support/bill/shared-bill.js';
import { daily } from '../../../../tests/support/bill/unusual-rows.js';
import { planChecks } from '../../../engine/plan-checks.js';

vi.setConfig({ testTimeout: 180_000 });

const list = 'GET /commitments';
const only = ['bill.commitments-are-used-as-their-rows'];

/** A used and an unused row of each of 250 reservations. */
const rows = Array.from({ length: 250 }, (_, i) =>
  (['Used', 'Unused'] as const).flatMap((CommitmentDiscountStatus) =>
    daily('2026-05-31', '2026-05-31', {
      ServiceName: 'Database',
      CommitmentDiscountId: `reservation-${i}`,
      CommitmentDiscountCategory: 'Usage',
      CommitmentDiscountStatus,
      CommitmentDiscountQuantity: 12,
      CommitmentDiscountUnit: 'Hours',
      ...{ BilledCost: 20, EffectiveCost: 20, ContractedCost: 40, ListCost: 40 },
    }),
  ),
).flat();

const data = focusFile(rows);
const suite = suiteWithBill([data]);

async function messagesOf(change?: Change): Promise<readonly string[]> {
  const mock = await servedBill(data, { frozen: true });
  const plan = await planChecks(suite, runOf(mock, data, only, change));
  const report = await judgeOpened(mock, data, only, change, suite);
  expect(report.requests.caller).toBeLessThanOrEqual(plan.requests.caller);
  expect(report.summary.blocked).toBe(0);
  return messagesIn(report);
}

test('commitments of every page are compared', async () => {
  expect(await messagesOf()).toEqual([]);
  const isWrong = changed(`${list}?page=3`, 'items[].current_utilization_pct', () => 60);
  expect((await messagesOf(isWrong)).join('\n')).toContain('current_utilization_pct');
});

test('a commitment that is on no page is named', async () => {
  const lacksOne = changed(`${list}?page=3`, 'items', (items) => items.slice(1));
  expect(await messagesOf(lacksOne)).toEqual([
    expect.stringMatching(/^Commitment "reservation-\d+" is not in the list\.$/),
  ]);
});

test('a server without pages lacks no commitment', async () => {
  expect(await messagesOf(queried(list, { page: null }))).toEqual([]);
});
