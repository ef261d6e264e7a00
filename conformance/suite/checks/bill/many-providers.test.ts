import { expect, test } from 'vitest';
import { judgeOpened, runOf, servedBill } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import { cost } from '../../../../tests/support/bill/unusual-rows.js';
import { planChecks } from '../../run.js';

/** The costs of a provider on some days of May, and its commitment. */
function rowsOfProvider(number: number) {
  return ['01', '15', '30', '31'].flatMap((day) => {
    const row = {
      ProviderName: `Provider ${number}`,
      SubAccountId: `account-${number}`,
      ServiceName: 'Compute',
      RegionId: 'north-1',
      ChargePeriodStart: `2026-05-${day}T00:00:00Z`,
      ChargePeriodEnd: `2026-05-${day}T24:00:00Z`,
      ...cost(number),
    };
    const commitment = {
      CommitmentDiscountId: `reservation-${number}`,
      CommitmentDiscountCategory: 'Usage',
      CommitmentDiscountStatus: 'Used',
      CommitmentDiscountQuantity: 24,
      CommitmentDiscountUnit: 'Hours',
    } as const;
    return [row, { ...row, ...commitment }];
  });
}

test('a plan counts at least as many requests as are sent for a bill of 40 providers', async () => {
  const data = focusFile(Array.from({ length: 40 }, (_, i) => rowsOfProvider(i + 1)).flat());
  const mock = await servedBill(data);
  const plan = await planChecks(runOf(mock, data));
  const { requests, summary } = await judgeOpened(mock, data);
  expect(summary).toMatchObject({ failed: 0, warned: 0 });
  expect(summary.passed).toBeGreaterThan(20);
  expect(requests.caller).toBeLessThanOrEqual(plan.requests.caller);
});
