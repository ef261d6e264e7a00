import { setTimeout } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { mockBase } from '../../tests/faulty-servers/base.js';
import {
  createIndependentServer,
  independentFixtures,
} from '../../tests/independent/typescript/independent-server.js';
import { inProcess } from '../../tests/support/in-process.js';
import type { Handler } from '../../tests/support/serve.js';
import type { Check } from '../engine/check.js';
import { subjectsOf } from '../engine/run/subjects.js';
import type { RunOptions } from '../engine/run-options.js';
import { perMinute } from '../engine/target/limits/rate-limiter.js';
import { checks } from './checks/index.js';
import { runChecks } from './run.js';

const target = 'http://127.0.0.1';

/** Counts the requests to a server by API key. */
function counted(handler: Handler) {
  const byKey = new Map<string, number>();
  return {
    byKey,
    total: () => [...byKey.values()].reduce((sum, count) => sum + count, 0),
    handler: ((request) => {
      const key = request.headers.authorization ?? '';
      byKey.set(key, (byKey.get(key) ?? 0) + 1);
      return handler(request);
    }) satisfies Handler,
  };
}

async function runAgainstMock(options: Partial<RunOptions> = {}) {
  const { right: conformingServer, apiKeys, close } = await mockBase();
  const { byKey, total, handler } = counted(conformingServer);
  const report = await runChecks({ target, sender: inProcess(handler), apiKeys, ...options }).finally(close);
  return { report, sentWith: apiKeys.map((key) => byKey.get(`Bearer ${key}`) ?? 0), requests: total() };
}

test('the standard profile sends at most 300 requests with each key except the spare one', async () => {
  const { report, sentWith } = await runAgainstMock();
  const [caller, secondCaller, spare] = sentWith as [number, number, number];
  // One request of the caller writes its scheme as `bearer`.
  const { requests } = report;
  expect(requests).toMatchObject({ caller: caller + 1, second_caller: secondCaller, spare });
  expect(report.summary).toMatchObject({ failed: 0, blocked: 0, errored: 0 });
  expect(requests.caller).toBeLessThanOrEqual(300);
  expect(requests.second_caller).toBeLessThanOrEqual(300);
  // The rate limit of the contract and one request beyond it.
  expect(spare).toBe(601);
});

/** Counts the reads in flight, and those without a key that are sent before the last writes with idempotency keys. */
function observed(handler: Handler) {
  const counts = { inFlight: 0, most: 0, lastWrites: 0, early: 0 };
  const slow: Handler = async (request) => {
    const isRead = request.method === 'GET';
    if (request.headers['idempotency-key'] === 'not-a-uuid') counts.lastWrites += 1;
    if (isRead && counts.lastWrites === 0 && !request.headers.authorization) counts.early += 1;
    counts.inFlight += isRead ? 1 : 0;
    counts.most = Math.max(counts.most, counts.inFlight);
    await setTimeout(3);
    return Promise.resolve(handler(request)).finally(() => {
      counts.inFlight -= isRead ? 1 : 0;
    });
  };
  return { counts, slow };
}

test('on a slow server ten requests are in flight, and reads do not wait for all writes', async () => {
  const { right, apiKeys, close } = await mockBase();
  onTestFinished(close);
  const { counts, slow } = observed(right);
  const only = ['fields.*', 'idempotency.*'];
  await runChecks({ target, sender: inProcess(slow), apiKeys: apiKeys.slice(0, 2), only });
  expect(counts.most).toBe(10);
  expect(counts.lastWrites).toBeGreaterThan(0);
  // The first request without a key is sent once every operation has returned a success.
  expect(counts.early).toBeGreaterThan(10);
});

test('a second run within the same minute does not wait', async () => {
  const { right, apiKeys, close } = await mockBase();
  onTestFinished(close);
  const waits: string[] = [];
  const onWait = (message: string) => waits.push(message);
  const run = () => runChecks({ target, sender: inProcess(right), apiKeys, onWait });
  const [first, second] = [await run(), await run()];
  expect(waits).toEqual([]);
  expect(second.summary).toMatchObject({ failed: 0, warned: 0, blocked: 0, errored: 0 });
  // The third key is exhausted, and the tag key has no more rules.
  expect(second.summary.passed).toBeGreaterThan(first.summary.passed - 20);
});

test('without a second key the caller sends the same requests, within the rate limit', async () => {
  const [first] = (await mockBase()).apiKeys as [string];
  const { report, sentWith } = await runAgainstMock({ apiKeys: [first] });
  expect(report.summary).toMatchObject({ failed: 0, errored: 0 });
  expect(sentWith[0]).toBeLessThanOrEqual(perMinute);
});

/** Fails requests of one API key, other than reads of the providers, with 403. */
const withoutPermission =
  (key: string, server: Handler): Handler =>
  (request) => {
    const isRefused =
      request.headers.authorization === `Bearer ${key}` && !request.path.endsWith('/providers');
    const error = { code: 'AUTHORIZATION_ERROR', message: 'No permission.', details: null };
    const body = JSON.stringify({ success: false, timestamp: '2026-06-15T12:00:00Z', error });
    return isRefused
      ? { status: 403, headers: { 'content-type': 'application/json' }, body }
      : server(request);
  };

test('a second key without permission does not change the verdict on another claim', async () => {
  const { right, apiKeys, close } = await mockBase();
  const sender = inProcess(withoutPermission(apiKeys[1] as string, right));
  const only = ['parameters.*', 'pagination.*', 'errors.unknown-*'];
  const report = await runChecks({ target, sender, apiKeys, only }).finally(close);
  expect(report.summary).toMatchObject({ failed: 0, warned: 0, blocked: 0, errored: 0 });
});

/** The checks as if the document had only some operations, with a count of their judgments. */
function checksOn(some: readonly OperationId[]) {
  let judgments = 0;
  const counting = <Subject, Verdict>(run: (subject: Subject) => Verdict) => {
    return (subject: Subject): Verdict => {
      judgments += 1;
      return run(subject);
    };
  };
  const restricted = checks.flatMap((check): Check[] => {
    const subjects = subjectsOf(check, operations).flatMap((operation) =>
      operation && some.includes(operation.operationId) ? operation.operationId : [],
    );
    if (check.kind === 'passive') {
      return subjects.length > 0 ? [{ ...check, operations: subjects, run: counting(check.run) }] : [];
    }
    // This check always tests all operations.
    if (check.id === 'operations.all-are-implemented') return [];
    if (check.operations === 'api') return [{ ...check, run: counting(check.run) }];
    return subjects.length > 0 ? [{ ...check, operations: subjects, run: counting(check.run) }] : [];
  });
  return { checks: restricted, judgments: () => judgments };
}

test('requests and judgments grow linearly with the operations', async () => {
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const costOf = async (some: readonly OperationId[]) => {
    const { checks, judgments } = checksOn(some);
    // Without the spare key, whose rate limit is exhausted at the same cost whatever the operations are.
    const { sentWith } = await runAgainstMock({ checks, apiKeys });
    return { requests: sentWith[0] as number, judgments: judgments() };
  };
  const all = operations.map(({ operationId }) => operationId);
  const none = await costOf([]);
  /** The cost of an operation, if they are divided into some parts: the mean of all parts, as operations differ. */
  const perOperation = async (parts: number) => {
    const total = { requests: 0, judgments: 0 };
    for (let part = 0; part < parts; part += 1) {
      const cost = await costOf(all.filter((_, index) => index % parts === part));
      total.requests += cost.requests - none.requests;
      total.judgments += cost.judgments - none.judgments;
    }
    return { requests: total.requests / all.length, judgments: total.judgments / all.length };
  };
  const [whole, halves, quarters] = [await perOperation(1), await perOperation(2), await perOperation(4)];
  for (const what of ['requests', 'judgments'] as const) {
    expect(whole[what]).toBeGreaterThan(1);
    expect(whole[what]).toBeLessThan(1.1 * halves[what]);
    expect(halves[what]).toBeLessThan(1.1 * quarters[what]);
  }
});

test('a larger dataset does not cost more requests', async () => {
  const apiKeys = ['one_test_caller', 'one_test_second_caller'];
  const costOf = async (copies: number) => {
    const { handler, total } = counted(createIndependentServer({ keys: apiKeys, copies }));
    const sender = inProcess(handler);
    const report = await runChecks({ target, sender, apiKeys, fixtures: independentFixtures });
    expect(report.summary).toMatchObject({ failed: 0, blocked: 0, errored: 0 });
    return total();
  };
  const pages = await costOf(100);
  expect(await costOf(3000)).toBeLessThanOrEqual(pages + 5);
});
