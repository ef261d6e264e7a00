import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Report } from '../../../conformance/engine/report.js';
import { runChecks } from '../../../conformance/engine/run-checks.js';
import type { RunOptions } from '../../../conformance/engine/run-options.js';
import { createMock } from '../../../mocks/create-mock.js';
import { type BillRow, billRows, contractsCsv, csvOf } from '../../support/bill/bill-rows.js';
import { suiteWithBill } from '../../support/bill/shared-bill.js';
import { inProcess } from '../../support/in-process.js';
import { mockHandler } from '../../support/mock-handler.js';
import type { Handler } from '../../support/serve.js';
import { temporaryFolder } from '../../support/temporary-folder.js';
import { matches, type Where } from '../changes.js';
import type { Change } from '../faulty-server.js';

/** Replaces a row of the bill before the server reads it; null or an empty list drops it. */
export type RowChange = (row: BillRow) => BillRow | readonly BillRow[] | null;

/** One way of computing figures wrongly. */
export interface BillFault {
  /** The fault, as one sentence or noun phrase. */
  readonly name: string;
  /** The check that must report it; others may too. */
  readonly caughtBy: string;
  /** Whether the check must fail in the standard profile, although it is only proposed. */
  readonly fails?: true;
  /** Changes what the server computes from. */
  readonly rows?: RowChange;
  /** The requests that are served from the changed rows; defaults to all. */
  readonly when?: Where;
  /** Changes requests or responses. */
  readonly change?: Change;
}

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

async function faultyServer(change: RowChange, name: string) {
  const file = join(directory, `${name.replaceAll(/\W/g, '-')}.csv`);
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
  fault?: BillFault,
  options: Partial<RunOptions> = {},
  api = suite,
): Promise<Report> {
  const correct = await right;
  const wrong = fault?.rows ? await faultyServer(fault.rows, fault.name) : correct;
  const served: Handler = (request) =>
    (matches(fault?.when ?? '* **', request) ? wrong : correct).handler(request);
  try {
    return await runChecks(api, {
      target: 'http://127.0.0.1',
      sender: inProcess(fault?.change ? fault.change(served) : served),
      apiKeys,
      data: files,
      only: ['bill.*'],
      ...options,
    });
  } finally {
    if (wrong !== correct) await wrong.close();
  }
}
