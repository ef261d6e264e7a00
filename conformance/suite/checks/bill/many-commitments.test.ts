import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { createMock } from '../../../../mocks/create-mock.js';
import { changed, queried } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { focusCsv } from '../../../../tests/support/bill/focus-csv.js';
import { suiteWithBill } from '../../../../tests/support/bill/shared-bill.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { inProcess } from '../../../../tests/support/in-process.js';
import { mockHandler } from '../../../../tests/support/mock-handler.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';
import { planChecks } from '../../../engine/plan-checks.js';
import { runChecks } from '../../../engine/run-checks.js';

vi.setConfig({ testTimeout: 180_000 });

const folder = temporaryFolder('many-commitments');
const apiKeys = ['one_test_caller', 'one_test_second_caller'];
const list = 'GET /commitments';

/** A used and an unused row of each of 250 reservations. */
const rows = Array.from({ length: 250 }, (_, i) =>
  (['Used', 'Unused'] as const).map(
    (CommitmentDiscountStatus): FocusRow => ({
      ChargePeriodStart: '2026-05-31T00:00:00Z',
      ChargePeriodEnd: '2026-06-01T00:00:00Z',
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

const data = join(folder, 'bill.csv');
writeFileSync(data, focusCsv(rows));
const suite = suiteWithBill([data]);

async function messagesOf(change: Change): Promise<readonly string[]> {
  const mock = await createMock({ data, frozen: true, keys: apiKeys, rateLimit: 100_000 });
  const options = {
    target: 'http://127.0.0.1',
    sender: inProcess(change(mockHandler(mock))),
    apiKeys,
    data,
    only: ['bill.commitments-are-used-as-their-rows'],
  };
  try {
    const plan = await planChecks(suite, options);
    const { requests, results } = await runChecks(suite, options);
    expect(requests.caller).toBeLessThanOrEqual(plan.requests.caller);
    expect(results.map(({ status }) => status)).not.toContain('blocked');
    return results.flatMap(({ violations }) => violations.map(({ message }) => message));
  } finally {
    await mock.close();
  }
}

test('commitments of every page are compared', async () => {
  expect(await messagesOf((server) => server)).toEqual([]);
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
