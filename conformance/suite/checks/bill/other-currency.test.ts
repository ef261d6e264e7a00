import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { comparedIn, judgeMock, violationsIn } from '../../../../tests/focus/oracle.js';
import { focusCsv } from '../../../../tests/support/bill/focus-csv.js';
import { compute, daily, plan, used } from '../../../../tests/support/bill/unusual-rows.js';
import { reading, testMock } from '../../../../tests/support/mock/test-mock.js';
import { temporaryFolder } from '../../../../tests/support/temporary-folder.js';

const data = join(temporaryFolder('other-currency'), 'bill.csv');
const now = '2026-07-01T00:00:00Z';
const row = {
  ...{ ...compute, ...plan, ...used, CommitmentDiscountQuantity: 48 },
  ...{ EffectiveCost: 48, ListCost: 96, ContractedCost: 96 },
};

/** A plan of 2 an hour, of which everything is used, and a bill in one currency, in letters of either case. */
function billIn(currency: string): string {
  const rows = daily('2026-06-01', '2026-06-30', { ...row, CommitmentDiscountUnit: currency });
  const [header, ...lines] = focusCsv(rows).trimEnd().split('\n');
  const cased = lines.map((line, i) => line.replace('USD', i % 2 === 0 ? currency : currency.toLowerCase()));
  return [header, ...cased, ''].join('\n');
}

test.each(['EUR', 'DBU'])('fields named _usd contain amounts in %s', async (currency) => {
  writeFileSync(data, billIn(currency));
  const mock = await testMock({ data, now });
  const { services } = await reading(mock.fetch)('commitments/utilization?type=sp');
  expect(services[0]).toMatchObject({ committed_hourly_usd: 2, contracted_hourly_usd: 2 });
  expect(mock.data?.currency).toBe(currency);
  expect(mock.data?.notes.filter((note) => note.includes(currency))).toEqual([
    `Amounts are in ${currency}, and not converted: fields whose names end in _usd contain ${currency}, too.`,
  ]);
  const report = await judgeMock(data, { now });
  expect(violationsIn(report)).toEqual([]);
  expect(comparedIn(report)).toContain('bill.utilization-is-used-over-purchased');
});

test('a bill in dollars needs no note', async () => {
  writeFileSync(data, billIn('USD'));
  const mock = await testMock({ data, now });
  expect(mock.data?.currency).toBe('USD');
  expect(mock.data?.notes.join()).not.toContain('USD');
});
