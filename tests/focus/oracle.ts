import { writeFileSync } from 'node:fs';
import { onTestFinished } from 'vitest';
import type { Api } from '../../conformance/engine/api.js';
import type { Status } from '../../conformance/engine/judge/result.js';
import type { Report } from '../../conformance/engine/report.js';
import { runChecks } from '../../conformance/engine/run-checks.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import { api } from '../../conformance/suite/api.js';
import { createMock, type Mock, type MockOptions } from '../../mocks/create-mock.js';
import { type ExportRow, exportColumnsIn } from '../../mocks/dataset/export/columns.js';
import { inventoryRows } from '../../mocks/dataset/export/inventory-rows.js';
import { exportRange, scenarioRows } from '../../mocks/dataset/export/scenario-rows.js';
import { scenarioCharges } from '../../mocks/dataset/scenario/scenario-charges.js';
import { createSeedData, type Scenario } from '../../mocks/dataset/seed-data/index.js';
import { inventoryColumns } from '../../src/focus/datasets/read-inventory.js';
import { csvChunks } from '../../src/focus/files/csv.js';
import type { Change } from '../faulty-servers/faulty-server.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';
import { apiKeys } from '../support/suite/verify.js';

/**
 * Judges the mock of a bill, or what a change makes of it, with the bill at hand, by default by the checks that
 * compare the two.
 */
export async function judgeMock(
  data: string,
  options: Partial<MockOptions> = {},
  only?: readonly string[],
  change?: Change,
): Promise<Report> {
  const mock = await openMock(data, options);
  return judgeOpened(mock, data, only, change).finally(() => mock.close());
}

/** Opens the mock of a bill, to be judged by checks that do not exhaust its rate limit. */
export function openMock(data: string, options: Partial<MockOptions> = {}): Promise<Mock> {
  return createMock({ keys: apiKeys, data, rateLimit: 100_000, ...options });
}

/** The same as `judgeMock`, of a mock that is open already, by a suite that may share the bill with other runs. */
export function judgeOpened(
  mock: Mock,
  data: string,
  only?: readonly string[],
  change?: Change,
  suite: Api = api,
): Promise<Report> {
  return runChecks(suite, runOf(mock, data, only, change));
}

/** Returns the options of such a run. */
export function runOf(
  mock: Mock,
  data: string,
  only: readonly string[] = ['bill.*'],
  change: Change = (server) => server,
): RunOptions {
  return {
    target: 'http://127.0.0.1',
    sender: inProcess(change(mockHandler(mock))),
    apiKeys,
    data,
    only,
    profile: 'strict',
  };
}

/** Opens a mock that is closed when the current test ends. */
export async function servedBill(...options: Parameters<typeof openMock>): Promise<Mock> {
  const mock = await openMock(...options);
  onTestFinished(() => mock.close());
  return mock;
}

/** The messages of all violations. */
export const messagesIn = ({ results }: Report) =>
  results.flatMap(({ violations }) => violations.map(({ message }) => message));

const against: readonly Status[] = ['failed', 'warned', 'errored', 'blocked'];

/** What a report says against a server: the violations of each check. */
export function violationsIn({ results }: Report, statuses = against): string[] {
  return results
    .filter(({ status }) => statuses.includes(status))
    .flatMap(({ id, status, message, violations }) =>
      violations.length === 0
        ? [`${id} ${status}: ${message}`]
        : violations.map(
            (one) => `${id} ${status}: ${one.message} expected ${one.expected} actual ${one.actual}`,
          ),
    );
}

/** The checks that compared something. */
export function comparedIn({ results }: Report): string[] {
  return results.filter(({ status }) => status === 'passed').map(({ id }) => id);
}

export interface ScenarioExport {
  readonly scenario: Scenario;
  readonly seed: number;
  readonly now: string;
  /** The number of days up to now. */
  readonly days: number;
}

/** Writes an export of a scenario and its inventory, as `data export` does. */
export function writeExport(
  { scenario, seed, now, days }: ScenarioExport,
  file: string,
  inventory: string,
): void {
  const origin = Date.parse(now);
  const charges = scenarioCharges(createSeedData(scenario, origin), seed, origin);
  const { last } = exportRange(charges, origin);
  const columns = Object.keys(exportColumnsIn('1.2')) as (keyof ExportRow)[];
  const rows = scenarioRows(charges, exportRange(charges, origin, last - days + 1));
  writeFileSync(file, [...csvChunks(columns, rows)].join(''));
  writeFileSync(
    inventory,
    [...csvChunks(inventoryColumns, inventoryRows(charges.seedData, origin))].join(''),
  );
}
