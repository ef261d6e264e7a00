import { expect } from 'vitest';
import { type Dataset, type DatasetPlan, openDataset, type Scenario } from '../../mocks/dataset/index.js';
import { createLedger } from '../../mocks/dataset/ledger/index.js';
import { createSeedData } from '../../mocks/dataset/seed-data/index.js';
import { largeSeedData } from '../../mocks/dataset/seed-data/large.js';
import { type DatasetLimits, sharedDatasetLimits } from '../../mocks/limits.js';
import type { Failure } from '../../mocks/types.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { responseValidators } from '../../src/generated/validators.js';

/** A clock that stands until a test moves it. */
export interface TestClock {
  now(): number;
  advance(milliseconds: number): void;
}

function clockAt(iso: string): TestClock {
  let now = Date.parse(iso);
  return {
    now: () => now,
    advance(milliseconds) {
      now += milliseconds;
    },
  };
}

export interface TestDataset {
  readonly dataset: Dataset;
  readonly clock: TestClock;
  /** Asks as the pipeline does, and holds every success to the document. Fails on a failure. */
  call(operationId: OperationId, request?: CallInput): any;
  /** Asks for something that is refused. */
  refusal(operationId: OperationId, request?: CallInput): Failure;
  /** Asks for something that may be refused. */
  attempt(operationId: OperationId, request?: CallInput): { data?: any; failure?: Failure };
  /** The same world before anything was written, with a clock of its own. */
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
  /** How many commitments the large world has beside the default ones. */
  readonly size?: number;
  /** What requests may put into it, where that is not what they may anyway. */
  readonly limits?: Partial<DatasetLimits>;
}

/** A world under test. */
export function testDataset({
  now = '2026-06-15T12:00:00Z',
  seed = 1,
  scenario = 'default',
  size,
  limits,
}: DatasetOptions = {}): TestDataset {
  const origin = Date.parse(now);
  const seedData = scenario === 'large' ? largeSeedData(origin, size) : createSeedData(scenario, origin);
  return open({ seed, ledger: createLedger(seedData, seed, origin) }, now, {
    ...sharedDatasetLimits,
    ...limits,
  });
}

function open(plan: DatasetPlan, now: string, limits: DatasetLimits): TestDataset {
  const clock = clockAt(now);
  const dataset = openDataset(plan, clock, limits);
  const answer = (operationId: OperationId, { path = {}, query = {}, body }: CallInput): any => {
    const handler = dataset.handlers[operationId];
    if (handler === undefined) throw new Error(`The world does not answer ${operationId}.`);
    return handler({ operationId, path, query: withDefaults(operationId, query), body, apiKey: 'test' });
  };
  return {
    dataset,
    clock,
    call(operationId, request = {}) {
      const { data, failure } = answer(operationId, request);
      expect(failure, `${operationId} failed`).toBeUndefined();
      const envelope = { success: true, timestamp: new Date(clock.now()).toISOString(), data };
      const validators = responseValidators[operationId];
      const validate = validators['200'] ?? validators['201'];
      if (!validate?.(envelope)) {
        throw new Error(
          `${operationId} does not fit: ${JSON.stringify(validate?.errors?.slice(0, 5), null, 1)}`,
        );
      }
      return data;
    },
    refusal(operationId, request = {}) {
      const { failure } = answer(operationId, request);
      expect(failure, `${operationId} was not refused`).toBeDefined();
      return failure as Failure;
    },
    attempt: (operationId, request = {}) => answer(operationId, request),
    fresh: () => open(plan, now, limits),
  };
}

function withDefaults(operationId: OperationId, query: Record<string, unknown>): Record<string, unknown> {
  const defaults = operations
    .find((operation) => operation.operationId === operationId)
    ?.parameters.filter((parameter) => parameter.in === 'query' && parameter.schema.default !== undefined)
    .map((parameter) => [parameter.name, parameter.schema.default]);
  return { ...Object.fromEntries(defaults ?? []), ...query };
}
