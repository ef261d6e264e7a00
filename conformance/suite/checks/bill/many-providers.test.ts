import { expect, test } from 'vitest';
import { judgeOpened, openMock, runOf } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
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
      BilledCost: number,
      EffectiveCost: number,
      ContractedCost: number,
      ListCost: number,
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
  const mock = await openMock(data);
  try {
    const plan = await planChecks(runOf(mock, data));
    const { requests, summary, results } = await judgeOpened(mock, data);
    expect(results.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([]);
    expect(summary.passed).toBeGreaterThan(20);
    expect(requests.caller).toBeLessThanOrEqual(plan.requests.caller);
  } finally {
    await mock.close();
  }
});
