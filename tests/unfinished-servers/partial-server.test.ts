import { expect, test } from 'vitest';
import { exitCodeOf, type Report } from '../../conformance/engine/report.js';
import { runChecks } from '../../conformance/suite/run.js';
import { createMock } from '../../mocks/create-mock.js';
import { callerKeys } from '../../mocks/settings/api-keys.js';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { inProcess } from '../support/in-process.js';
import { mockHandler } from '../support/mock-handler.js';
import { random } from '../support/random.js';
import type { Handler } from '../support/serve.js';
import { createPartialServer, missingStatuses } from './partial-server.js';

const all = operations.map(({ operationId }) => operationId);
const create = 'createWebhookEndpoint';
const remove = 'deleteWebhookEndpoint';

/** Sets of operations of every size. */
const drawn = (seed: number, sets: number): OperationId[][] => {
  const draw = random(seed);
  return Array.from({ length: sets }, () => {
    const share = 1 + draw(9);
    return all.filter(() => draw(10) < share);
  }).filter(({ length }) => length > 0);
};

/** Records the ids of the endpoints that a server has. */
function recorded(handler: Handler) {
  const ids = new Set<string>();
  const recording: Handler = async (request) => {
    const response = await handler(request);
    const isReplay = response.headers['idempotent-replayed'] === 'true';
    if (response.status < 300 && !isReplay && request.path.startsWith('/api/v1/webhooks/endpoints')) {
      const { id } = JSON.parse(response.body).data;
      if (request.method === 'POST') ids.add(id);
      else ids.delete(id);
    }
    return response;
  };
  return { ids, recording };
}

interface Setup {
  readonly implemented: readonly OperationId[];
  readonly status: (typeof missingStatuses)[number];
  readonly scope?: readonly OperationId[];
}

async function verify({ implemented, status, scope }: Setup) {
  const mock = await createMock();
  const fixtures = await (await mock.fetch('/.well-known/cost-contract.json')).json();
  const { ids, recording } = recorded(createPartialServer(mockHandler(mock), implemented, status));
  const report = await runChecks({
    target: 'http://127.0.0.1',
    sender: inProcess(recording),
    apiKeys: callerKeys,
    fixtures: fixtures as object,
    allowMissing: true,
    skip: ['limits.*'],
    scope: { operations: scope ?? [] },
  }).catch((error: Error) => error);
  return { report, left: [...ids] };
}

/** Returns what a report states that is not true, or that makes the run incomplete. */
function problemsOf(report: Report, usable: readonly OperationId[]): string[] {
  return report.results.flatMap(({ id, operation, status, message }) => {
    const where = `${id} of ${operation}: ${message}`;
    if (!['passed', 'not_applicable'].includes(status)) return [`${status} ${where}`];
    const [, required] = /(?:requires|ids from) (\w+), which/.exec(message ?? '') ?? [];
    const isUntrue = required !== undefined && usable.includes(required as OperationId);
    return isUntrue || /could not|was not/.test(message ?? '') ? [`untrue ${where}`] : [];
  });
}

async function expectTrueReport(setup: Setup): Promise<void> {
  const { report, left } = await verify(setup);
  const { implemented, scope = implemented } = setup;
  // Without a read that needs no id, the server is not recognized as the API; the error names the option.
  if (report instanceof Error) return expect(report.message).toContain('name them with --operation');
  expect(problemsOf(report, scope)).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
  const notes = report.notes.filter((note) => note.includes('endpoint'));
  if (implemented.includes(create) && !implemented.includes(remove) && left.length > 0) {
    expect(notes).toEqual([expect.stringContaining(`that remain on the server, because ${remove}`)]);
    for (const id of left) expect(notes[0]).toContain(id);
  } else expect([left, notes]).toEqual([[], []]);
}

test.each(all)('a server with only %s is not incomplete', async (id) => {
  const status = missingStatuses[all.indexOf(id) % 3] as Setup['status'];
  await expectTrueReport({ implemented: [id], status });
});

const sets = drawn(7, Number(process.env.SEED_RUNS ?? 1) * 5);

test('a server with some operations is not incomplete, and lists what it cannot remove', async () => {
  for (const [index, implemented] of sets.entries()) {
    await expectTrueReport({ implemented, status: missingStatuses[index % 3] as Setup['status'] });
  }
});

test.each(missingStatuses)('a server that creates endpoints and deletes none with %i', async (status) => {
  const implemented = all.filter((id) => id !== remove);
  const { report, left } = await verify({ implemented, status });
  if (report instanceof Error) throw report;
  expect(left.length).toBeGreaterThan(5);
  expect(problemsOf(report, implemented)).toEqual([]);
  const statusOf = (id: string) =>
    report.results.find((one) => one.id === id && one.operation === create)?.status;
  // The response of a repeated write needs no deletion.
  expect(statusOf('state.stored-response-lasts')).toBe('passed');
  expect(statusOf('idempotency.replay-does-not-run-again')).toBe('not_applicable');
});

test('a scope is not incomplete, and removes what the run created', async () => {
  for (const scope of [[create], [remove], ...sets] as OperationId[][]) {
    await expectTrueReport({ implemented: all, status: 404, scope });
  }
});
