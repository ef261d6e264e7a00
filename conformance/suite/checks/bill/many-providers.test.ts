import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMock } from '../../../../mocks/create-mock.js';
import { focusCsv } from '../../../../tests/support/bill/focus-csv.js';
import { inProcess } from '../../../../tests/support/in-process.js';
import { mockHandler } from '../../../../tests/support/mock-handler.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';
import { planChecks, runChecks } from '../../run.js';

vi.setConfig({ testTimeout: 60_000 });

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

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
  const data = join(temporaryFolder('many-providers'), 'bill.csv');
  writeFileSync(data, focusCsv(Array.from({ length: 40 }, (_, i) => rowsOfProvider(i + 1)).flat()));
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000 });
  const options = {
    target: 'http://127.0.0.1',
    sender: inProcess(mockHandler(mock)),
    apiKeys,
    data,
    only: ['bill.*'],
  };
  try {
    const plan = await planChecks(options);
    const { requests, summary, results } = await runChecks(options);
    expect(results.filter(({ status }) => status === 'failed' || status === 'warned')).toEqual([]);
    expect(summary.passed).toBeGreaterThan(20);
    expect(requests.caller).toBeLessThanOrEqual(plan.requests.caller);
  } finally {
    await mock.close();
  }
});
