import { expect } from 'vitest';
import { sharedWorldLimits, type WorldLimits } from '../../mocks/limits.js';
import type { Failure } from '../../mocks/types.js';
import { createCast } from '../../mocks/world/cast/index.js';
import { largeCast } from '../../mocks/world/cast/large.js';
import { openWorld, type Scenario, type World, type WorldPlan } from '../../mocks/world/index.js';
import { createLedger } from '../../mocks/world/ledger/index.js';
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

export interface TestWorld {
  readonly world: World;
  readonly clock: TestClock;
  /** Asks as the pipeline does, and holds every success to the document. Fails on a failure. */
  ask(operationId: OperationId, request?: Asked): any;
  /** Asks for something that is refused. */
  refusal(operationId: OperationId, request?: Asked): Failure;
  /** Asks for something that may be refused. */
  attempt(operationId: OperationId, request?: Asked): { data?: any; failure?: Failure };
  /** The same world before anything was written, with a clock of its own. */
  anew(): TestWorld;
}

export interface Asked {
  readonly path?: Record<string, unknown>;
  readonly query?: Record<string, unknown>;
  readonly body?: unknown;
}

export interface WorldOptions {
  readonly seed?: number;
  readonly now?: string;
  readonly scenario?: Scenario;
  /** How many commitments the large world has beside the default ones. */
  readonly size?: number;
  /** What requests may put into it, where that is not what they may anyway. */
  readonly limits?: Partial<WorldLimits>;
}

/** A world under test. */
export function worldOf({
  now = '2026-06-15T12:00:00Z',
  seed = 1,
  scenario = 'default',
  size,
  limits,
}: WorldOptions = {}): TestWorld {
  const origin = Date.parse(now);
  const cast = scenario === 'large' ? largeCast(origin, size) : createCast(scenario, origin);
  return open({ seed, ledger: createLedger(cast, seed, origin) }, now, { ...sharedWorldLimits, ...limits });
}

function open(plan: WorldPlan, now: string, limits: WorldLimits): TestWorld {
  const clock = clockAt(now);
  const world = openWorld(plan, clock, limits);
  const answer = (operationId: OperationId, { path = {}, query = {}, body }: Asked): any => {
    const handler = world.handlers[operationId];
    if (handler === undefined) throw new Error(`The world does not answer ${operationId}.`);
    return handler({ operationId, path, query: withDefaults(operationId, query), body, apiKey: 'test' });
  };
  return {
    world,
    clock,
    ask(operationId, request = {}) {
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
    anew: () => open(plan, now, limits),
  };
}

function withDefaults(operationId: OperationId, query: Record<string, unknown>): Record<string, unknown> {
  const defaults = operations
    .find((operation) => operation.operationId === operationId)
    ?.parameters.filter((parameter) => parameter.in === 'query' && parameter.schema.default !== undefined)
    .map((parameter) => [parameter.name, parameter.schema.default]);
  return { ...Object.fromEntries(defaults ?? []), ...query };
}
