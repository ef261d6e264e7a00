import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isProposedPart } from '../../conformance/contract.js';
import { readsOf } from '../../conformance/discovery.js';
import type { Fixtures } from '../../conformance/fixtures.js';
import { isSuccess } from '../../conformance/http/exchange.js';
import { NotApplicable } from '../../conformance/outcome.js';
import { exitCodeOf } from '../../conformance/report.js';
import { requestTo } from '../../conformance/requests.js';
import { runChecks } from '../../conformance/run-checks.js';
import { type Run, startRun } from '../../conformance/start-run.js';
import { type Operation, operations } from '../../src/generated/operations.js';
import { responseValidators } from '../../src/generated/validators.js';
import { type StartedServer, start } from './start.js';

const here = (name: string) => fileURLToPath(new URL(name, import.meta.url));
const apiKeys = ['first_test_caller', 'second_test_caller', 'third_test_spare'];

interface Independent {
  readonly name: string;
  /** The program it takes to run it, and how that tells its version. */
  readonly needs: readonly [program: string, ...args: string[]];
  /** Makes it ready, and says how to start it. */
  command(folder: string): readonly string[];
  /** What the operator tells the suite where the server tells nothing itself. */
  readonly fixtures?: Fixtures;
  /** Members that this contract proposes and the server leaves out. */
  readonly leavesOut: boolean;
  /** Operations that have nothing to answer with. */
  readonly without: readonly string[];
  /** Of these, the ones of which the suite cannot know that there is nothing. */
  readonly untestable: readonly string[];
}

const servers: readonly Independent[] = [
  {
    name: 'the server in Python',
    needs: ['python3', '--version'],
    command: () => ['python3', '-B', here('python/server.py')],
    leavesOut: true,
    without: [],
    untestable: [],
  },
  {
    name: 'the server in Go',
    needs: ['go', 'version'],
    command: (folder) => {
      const program = join(folder, 'independent');
      execFileSync('go', ['build', '-o', program, '.'], { cwd: here('go') });
      return [program];
    },
    fixtures: { audit_id: 8_000_000_001 },
    leavesOut: false,
    without: [
      'getCommitment',
      'getRenewalPlan',
      'getRenewalOptions',
      'getRenewalQuote',
      'getRenewal',
      'updateVirtualTagKey',
    ],
    // It has no tag key at all, which no list could tell.
    untestable: ['updateVirtualTagKey'],
  },
];

for (const server of servers) {
  const [program, ...version] = server.needs;
  const missing = spawnSync(program, version).status !== 0;
  // In CI its absence is a failure, or nobody would notice that nothing is proven any more.
  describe.skipIf(missing && !process.env.CI)(
    `${server.name}${missing ? ` (${program} is missing)` : ''}`,
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'independent-'));
      let started: StartedServer;

      beforeAll(async () => {
        started = await start(server.command(folder), apiKeys);
      }, 120_000);

      afterAll(async () => {
        await started?.stop();
        rmSync(folder, { recursive: true, force: true });
      });

      const options = () => ({
        target: started.url,
        apiKeys,
        ...(server.fixtures ? { fixtures: server.fixtures } : {}),
      });

      test('every success fits the schema of its operation', async () => {
        const run = await startRun(options());
        const wrong: unknown[] = [];
        const unanswered: string[] = [];
        for (const operation of operations) {
          const answer = await successOf(operation, run);
          if (answer === null) unanswered.push(operation.operationId);
          else wrong.push(...faultsOf(operation, answer, server.leavesOut));
        }
        run.target.close();
        expect(wrong).toEqual([]);
        expect(unanswered).toEqual(server.without);
      });

      test('the suite finds nothing failed, and runs whatever there is something for', async () => {
        const report = await runChecks(options());
        const told = (unwanted: readonly string[]) =>
          report.results
            .filter(({ status }) => unwanted.includes(status))
            .map(({ id, operation, status, message, expected, actual }) => ({
              id,
              operation,
              status,
              message,
              expected,
              actual,
            }));
        expect(told(['failed', 'errored'])).toEqual([]);
        expect(
          told(['blocked']).filter(({ operation }) => !server.untestable.includes(operation ?? '')),
        ).toEqual([]);
        expect(exitCodeOf(report)).toBe(server.untestable.length > 0 ? 3 : 0);
        expect(report.summary.passed).toBeGreaterThan(300);
      });
    },
  );
}

/** @returns status and body of a success; null when the server has nothing to answer with */
async function successOf(operation: Operation, run: Run): Promise<{ status: number; body: any } | null> {
  const { operationId: id } = operation;
  const tagKey = run.found.fixtures.tag_key;
  const plans = () => {
    switch (id) {
      case 'listProviderBudgets':
        return [requestTo(id)];
      case 'updateVirtualTagKey':
        return tagKey
          ? [
              requestTo(id, {
                path: { key_id: tagKey.id },
                body: { name: tagKey.name, expected_version: tagKey.version },
              }),
            ]
          : [];
      case 'createWebhookEndpoint':
      case 'deleteWebhookEndpoint':
        return [
          requestTo('createWebhookEndpoint', {
            body: { url: 'https://hooks.example.com/here', event_types: ['optimization.completed'] },
          }),
        ];
      default:
        return readsOf(id, run.found);
    }
  };
  try {
    for (const plan of plans()) {
      let exchange = await run.target.send(plan);
      if (id === 'deleteWebhookEndpoint') {
        exchange = await run.target.send(
          requestTo(id, { path: { endpoint_id: exchange.response?.json.data.id } }),
        );
      }
      if (isSuccess(exchange)) return { status: exchange.response.status, body: exchange.response.json };
    }
  } catch (error) {
    if (!(error instanceof NotApplicable)) throw error;
  }
  return null;
}

function faultsOf(
  { operationId }: Operation,
  { status, body }: { status: number; body: any },
  mayLeaveOut: boolean,
): unknown[] {
  const validate = responseValidators[operationId][status];
  if (!validate) return [{ operationId, status }];
  if (validate(body)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword, params, instancePath }) => {
      if (!mayLeaveOut || keyword !== 'required') return true;
      const path = [...instancePath.split('/').slice(1), String(params.missingProperty)];
      return !isProposedPart(operationId, status, path);
    })
    .map((error) => ({ operationId, ...error }));
}
