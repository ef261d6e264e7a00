import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createMock } from '../../../../mocks/create-mock.js';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { focusCsv } from '../../../../tests/support/bill/focus-csv.js';
import type { FocusRow } from '../../../../tests/support/bill/tables-of.js';
import { inProcess } from '../../../../tests/support/in-process.js';
import { mockHandler } from '../../../../tests/support/mock-handler.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';
import { runChecks } from '../../run.js';

const folder = temporaryFolder('saturated');
const apiKeys = ['one_test_caller', 'one_test_second_caller'];

/** A reservation that was used in full on each of 40 days. */
const rows = Array.from({ length: 40 }, (_, i): FocusRow => {
  const iso = (day: number) => new Date(Date.UTC(2026, 3, 20 + day)).toISOString().replace('.000', '');
  return {
    ChargePeriodStart: iso(i),
    ChargePeriodEnd: iso(i + 1),
    ServiceName: 'Database',
    CommitmentDiscountId: 'reservation-1',
    CommitmentDiscountCategory: 'Usage',
    CommitmentDiscountStatus: 'Used',
    CommitmentDiscountQuantity: 24,
    CommitmentDiscountUnit: 'Hours',
    ...{ BilledCost: 20, EffectiveCost: 20, ContractedCost: 40, ListCost: 40 },
  };
});

async function messagesOf(change: Change): Promise<readonly string[]> {
  const data = join(folder, 'saturated.csv');
  writeFileSync(data, focusCsv(rows));
  const mock = await createMock({ data, frozen: true, keys: apiKeys, rateLimit: 100_000 });
  try {
    const { results } = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(change(mockHandler(mock))),
      apiKeys,
      data,
      only: ['bill.portfolio-is-used-as-its-rows'],
    });
    return results.flatMap(({ violations }) => violations.map(({ message }) => message));
  } finally {
    await mock.close();
  }
}

const list = 'GET /commitments/portfolio';

test('a commitment that was used in full is saturated', async () => {
  expect(await messagesOf((server) => server)).toEqual([]);
  const message = '`saturated` of "reservation-1" is false, although all of it was used.';
  expect(await messagesOf(changed(list, 'rows[].saturated', () => false))).toContain(message);
});

test('a server may know of unused hours that the bill does not have', async () => {
  const change = changed(list, 'rows[]', (row) => ({ ...row, saturated: false, utilization_pct: 99.98 }));
  expect((await messagesOf(change)).join()).not.toContain('saturated');
});
