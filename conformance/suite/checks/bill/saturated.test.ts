import { expect, test } from 'vitest';
import { changed } from '../../../../tests/faulty-servers/changes.js';
import type { Change } from '../../../../tests/faulty-servers/faulty-server.js';
import { judgeMock, messagesIn } from '../../../../tests/focus/oracle.js';
import { focusFile } from '../../../../tests/support/bill/focus-csv.js';
import { daily, reservation, used } from '../../../../tests/support/bill/unusual-rows.js';

/** A reservation that was used in full on each of 40 days. */
const rows = daily('2026-04-20', '2026-05-29', {
  ...{ ServiceName: 'Database', ...reservation, ...used },
  ...{ CommitmentDiscountQuantity: 24, CommitmentDiscountUnit: 'Hours' },
  ...{ BilledCost: 20, EffectiveCost: 20, ContractedCost: 40, ListCost: 40 },
});

const data = focusFile(rows);

const messagesOf = async (change?: Change) =>
  messagesIn(await judgeMock(data, { frozen: true }, ['bill.portfolio-is-used-as-its-rows'], change));

const list = 'GET /commitments/portfolio';

test('a commitment that was used in full is saturated', async () => {
  expect(await messagesOf()).toEqual([]);
  const message = '`saturated` of "reservation-1" is false, although all of it was used.';
  expect(await messagesOf(changed(list, 'rows[].saturated', () => false))).toContain(message);
});

test('a server may know of unused hours that the bill does not have', async () => {
  const change = changed(list, 'rows[]', (row) => ({ ...row, saturated: false, utilization_pct: 99.98 }));
  expect((await messagesOf(change)).join()).not.toContain('saturated');
});
