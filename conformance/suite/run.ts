import type { Fixtures } from '../../src/contract/fixtures.js';
import type { OperationId } from '../../src/generated/operations.js';
import * as plan from '../engine/plan-checks.js';
import type { Report } from '../engine/report.js';
import * as run from '../engine/run-checks.js';
import type { RunOptions } from '../engine/run-options.js';
import * as archive from '../engine/traffic/check-traffic.js';
import { operationMatcher } from '../engine/traffic/match-operation.js';
import * as proxy from '../engine/traffic/proxy/proxy.js';
import * as wait from '../engine/wait-for-server.js';
import { api } from './api.js';
import type { Found } from './discovery.js';
import type { KnownBill } from './figures/known-bill.js';
import type { Deliveries } from './scenarios/deliveries.js';
import type { KeyedWrites } from './scenarios/keyed-write.js';

export type { RunOptions };

// Within the declaration below, some of these names are those of the engine.
type Own = {
  operationId: OperationId;
  fixtures: Fixtures;
  found: Found;
  keyedWrites: KeyedWrites;
  deliveries: Deliveries;
};

declare module '../engine/operation.js' {
  interface Register extends Own {
    reference: KnownBill;
  }
}

/**
 * Runs the suite against a server and reports what it found.
 *
 * @throws {CannotStart} if an option, a key or the fixtures are invalid, or the target is not this API
 */
export function runChecks(options: RunOptions): Promise<Report> {
  return run.runChecks(api, options);
}

/**
 * Plans a run without running checks. Reads the same lists as the start of a run.
 *
 * @throws {CannotStart} if the run cannot start
 */
export function planChecks(options: RunOptions): Promise<plan.Plan> {
  return plan.planChecks(api, options);
}

/**
 * Checks recorded traffic against the contract, with every check that does not have to send requests.
 *
 * @throws {BadHar} if the text is not an HTTP archive
 * @throws {CannotStart} if the archive contains nothing to check, or an option names an unknown check
 */
export function checkTraffic(options: archive.CheckTrafficOptions): Promise<Report> {
  return archive.checkTraffic(api, options);
}

/**
 * Creates a proxy that forwards all requests to a server unchanged and checks the responses of the API.
 *
 * @throws {CannotStart} if an option names an unknown check
 */
export function createProxy(options: proxy.ProxyOptions): proxy.Proxy {
  return proxy.createProxy(api, options);
}

/** Requests a path of the API until a response comes from the server itself. @throws {CannotStart} */
export function waitForServer(options: wait.WaitOptions): Promise<void> {
  return wait.waitForServer(api, options);
}

/** Returns the operation of a request, if the contract has one; the path is percent-encoded. */
export const matchOperation = operationMatcher(api.operations);
