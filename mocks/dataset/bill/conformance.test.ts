import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { complaints } from '../../../tests/faulty-servers/judge.js';
import { focusCsv } from '../../../tests/support/bill/focus-csv.js';
import { variedRows } from '../../../tests/support/bill/varied-rows.js';
import { verifyMock } from '../../../tests/support/suite/verify.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';

vi.setConfig({ testTimeout: 300_000 });

const folder = temporaryFolder('bill');
const rates = ['savings-rate.*', 'overview.*'];

test.each<[string, isUnknown: (row: number) => boolean, only: string[]]>([
  ['with all prices', () => false, []],
  ['without prices of some rows', (row) => row % 3 === 0, rates],
  ['without any price', () => true, rates],
])('a mock of a bill %s conforms', async (_, isUnknown, only) => {
  const data = join(folder, 'export.csv');
  const rows = variedRows.map((row, i) =>
    isUnknown(i) ? { ...row, ListCost: null, ContractedCost: null } : row,
  );
  writeFileSync(data, focusCsv(rows));
  expect(complaints(await verifyMock({ data }, { only }))).toEqual(new Map());
});
