import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { runChecks } from '../../../conformance/suite/run.js';
import { complaints } from '../../../tests/faulty-servers/judge.js';
import { focusCsv } from '../../../tests/support/bill/focus-csv.js';
import { variedRows } from '../../../tests/support/bill/varied-rows.js';
import { inProcess } from '../../../tests/support/in-process.js';
import { mockHandler } from '../../../tests/support/mock-handler.js';
import { temporaryFolder } from '../../../tests/support/temporary-folder.js';
import { createMock } from '../../create-mock.js';

vi.setConfig({ testTimeout: 300_000 });

const folder = temporaryFolder('unpriced');
const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];
const only = ['savings-rate.*', 'overview.*'];

test.each([
  ['of some rows', (row: number) => row % 3 === 0],
  ['of all rows', () => true],
])('a mock of a bill conforms if prices %s are not known', async (_, isUnknown) => {
  const data = join(folder, 'export.csv');
  const rows = variedRows.map((row, i) =>
    isUnknown(i) ? { ...row, ListCost: null, ContractedCost: null } : row,
  );
  writeFileSync(data, focusCsv(rows));
  const mock = await createMock({ data, keys: apiKeys, rateLimit: 100_000 });
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(mockHandler(mock)),
    apiKeys,
    only,
  });
  await mock.close();
  expect(complaints(report)).toEqual(new Map());
});
