import { randomUUID } from 'node:crypto';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../conformance/engine/report.js';
import { runChecks } from '../../../conformance/engine/run-checks.js';
import type { RunOptions } from '../../../conformance/engine/run-options.js';
import { createMock } from '../../../mocks/create-mock.js';
import { billRows, contractsCsv, csvOf } from '../../support/bill/bill-rows.js';
import { suiteWithBill } from '../../support/bill/shared-bill.js';
import { inProcess } from '../../support/in-process.js';
import { mockHandler } from '../../support/mock-handler.js';
import type { Handler } from '../../support/serve.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { matches } from '../changes.js';
import type { RowChange, Wrong } from './bill-fault.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller'];

/** A moment before the end of the bill, so that a month is running. */
const now = '2026-06-28T12:00:00Z';

const directory = temporaryFolder('bill-faults');

/** The bill that the suite compares with. */
const rightFile = join(directory, 'right.csv');
const rows = billRows();
writeFileSync(rightFile, csvOf(rows));
const contractsFile = join(directory, 'contracts.csv');
writeFileSync(contractsFile, contractsCsv());

async function serverOf(file: string): Promise<{ handler: Handler; close(): Promise<void> }> {
  const mock = await createMock({
    keys: apiKeys,
    frozen: true,
    now,
    data: [file, contractsFile],
    rateLimit: 100_000,
  });
  return { handler: mockHandler(mock), close: () => mock.close() };
}

async function faultyServer(change: RowChange) {
  const file = join(directory, `${randomUUID()}.csv`);
  writeFileSync(file, csvOf(rows.flatMap((row) => change(row) ?? [])));
  return serverOf(file).finally(() => rmSync(file));
}

/** Shared, because it is correct and does not change. */
const right = serverOf(rightFile);
const files = [rightFile, contractsFile];
const suite = suiteWithBill(files);
/** Prints statements as users see them. */
export const suiteWithStatements = suiteWithBill(files, true);

/** Compares a server with the bill. */
export async function judgeBill(
  wrong: Wrong = {},
  options: Partial<RunOptions> = {},
  api = suite,
): Promise<Report> {
  const correct = await right;
  const faulty = wrong.rows ? await faultyServer(wrong.rows) : correct;
  const served: Handler = (request) =>
    (matches(wrong.when ?? '* **', request) ? faulty : correct).handler(request);
  try {
    return await runChecks(api, {
      target: 'http://127.0.0.1',
      sender: inProcess(wrong.change ? wrong.change(served) : served),
      apiKeys,
      data: files,
      only: ['bill.*'],
      ...options,
    });
  } finally {
    if (faulty !== correct) await faulty.close();
  }
}
