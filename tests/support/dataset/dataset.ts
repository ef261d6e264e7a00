import { expect } from 'vitest';
import { planBill } from '../../../mocks/dataset/bill/plan-bill.js';
import { type Dataset, openDataset, type Scenario } from '../../../mocks/dataset/index.js';
import type { Ledger } from '../../../mocks/dataset/ledger/index.js';
import { createLedger } from '../../../mocks/dataset/scenario/create-ledger.js';
import { createSeedData } from '../../../mocks/dataset/seed-data/index.js';
import { largeSeedData } from '../../../mocks/dataset/seed-data/large.js';
import { HttpError } from '../../../mocks/http/http-error.js';
import { type DatasetLimits, sharedDatasetLimits } from '../../../mocks/settings/limits.js';
import type { InventoryEntry } from '../../../src/focus/datasets/read-inventory.js';
import type { BillTables } from '../../../src/focus/tables/tables.js';
import { type OperationId, operations } from '../../../src/generated/operations.js';
import { responseValidators } from '../../../src/generated/validators.js';
import { type FocusRow, tablesOf } from '../bill/tables-of.js';
import { type ManualClock, manualClock } from '../mock/manual-clock.js';

export interface TestDataset {
  readonly dataset: Dataset;
  readonly clock: ManualClock;
  /** Calls a handler and returns its data. Fails on an error, or data that does not match the document. */
  call(operationId: OperationId, request?: CallInput): any;
  /** Calls a handler and returns its error. Fails on a success. */
  failureOf(operationId: OperationId, request?: CallInput): HttpError;
  /** Calls a handler and returns its data or error. */
  attempt(operationId: OperationId, request?: CallInput): { data?: any; failure?: HttpError };
  /** Opens the same dataset in its initial state, with a new clock. */
  fresh(): TestDataset;
}

export interface CallInput {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

export interface DatasetOptions {
  readonly seed?: number;
  readonly now?: string;
  readonly scenario?: Scenario;
  /** Number of commitments that the large dataset adds to the default ones. */
  readonly size?: number;
  /** Overrides of the default limits. */
  readonly limits?: Partial<DatasetLimits>;
}

/** Opens a dataset for tests. */
export function testDataset({
  now = '2026-06-15T12:00:00Z',
  seed = 1,
  scenario = 'default',
  size,
  limits,
}: DatasetOptions = {}): TestDataset {
  const origin = Date.parse(now);
  const seedData = scenario === 'large' ? largeSeedData(origin, size) : createSeedData(scenario, origin);
  return open(createLedger(seedData, seed, origin), now, {
    ...sharedDatasetLimits,
    ...limits,
  });
}

/** Opens a bill for tests. The clock starts at the end of its usage unless `now` is given. */
export function testBill(
  bill: BillTables | readonly FocusRow[],
  { now, inventory = [] }: { now?: string; inventory?: readonly InventoryEntry[] } = {},
): TestDataset {
  const tables = 'lines' in bill ? bill : tablesOf(bill);
  const start = now ?? new Date(tables.end).toISOString();
  return open(planBill(tables, inventory), start, sharedDatasetLimits);
}

/** Opens a ledger for tests. */
export function testLedger(ledger: Ledger, now: string): TestDataset {
  return open(ledger, now, sharedDatasetLimits);
}

function open(ledger: Ledger, now: string, limits: DatasetLimits): TestDataset {
  const clock = manualClock(now);
  const dataset = openDataset(ledger, clock, limits);
  const handle = (operationId: OperationId, { path = {}, query = {}, body }: CallInput = {}): any => {
    const request = { operationId, path, query: withDefaults(operationId, query), body, apiKey: 'test' };
    try {
      return { data: dataset.respond(request) };
    } catch (error) {
      if (error instanceof HttpError) return { failure: error };
      throw error;
    }
  };
  return {
    dataset,
    clock,
    call(operationId, request) {
      const { data, failure } = handle(operationId, request);
      expect(failure, `${operationId} failed`).toBeUndefined();
      const envelope = { success: true, timestamp: new Date(clock.now()).toISOString(), data };
      const validators = responseValidators[operationId];
      const validate = validators['200'] ?? validators['201'];
      if (!validate?.(envelope)) {
        throw new Error(
          `The data of ${operationId} does not match its schema: ${JSON.stringify(validate?.errors?.slice(0, 5), null, 1)}`,
        );
      }
      return data;
    },
    failureOf(operationId, request) {
      const { failure } = handle(operationId, request);
      expect(failure, `${operationId} succeeded`).toBeDefined();
      return failure as HttpError;
    },
    attempt: handle,
    fresh: () => open(ledger, now, limits),
  };
}

function withDefaults(operationId: OperationId, query: Record<string, unknown>): Record<string, unknown> {
  const defaults = operations
    .find((operation) => operation.operationId === operationId)
    ?.parameters.filter((parameter) => parameter.in === 'query' && parameter.schema.default !== undefined)
    .map((parameter) => [parameter.name, parameter.schema.default]);
  return { ...Object.fromEntries(defaults ?? []), ...query };
}
