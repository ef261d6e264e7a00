import { execFileSync, spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { isSuccess } from '../../conformance/engine/http/exchange.js';
import { NotApplicable } from '../../conformance/engine/judge/outcome.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { type Run, startRun } from '../../conformance/engine/start-run.js';
import { api } from '../../conformance/suite/api.js';
import { isProposedPart, requestTo } from '../../conformance/suite/contract.js';
import { readsOf } from '../../conformance/suite/operations.js';
import { runChecks } from '../../conformance/suite/run.js';
import type { Fixtures } from '../../src/contract/fixtures.js';
import { type Operation, operations } from '../../src/generated/operations.js';
import { responseValidators } from '../../src/generated/validators.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { copyFastApi, fastApi } from './fastapi-server.js';
import { type StartedServer, start } from './start.js';

const pathOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));
// The server in FastAPI needs a minute for 1,200 requests on a loaded machine.
vi.setConfig({ testTimeout: 240_000 });

const apiKeys = ['first_test_caller', 'second_test_caller', 'third_test_spare'];

interface Independent {
  readonly name: string;
  /** The command that prints the version of the required program. */
  readonly requires: readonly [program: string, ...args: string[]];
  /** Builds the server and returns the command that starts it. */
  command(folder: string): readonly string[];
  /** Why the server cannot be started although the program is installed, or null. */
  missing?(): string | null;
  /** Installs what the server needs, and returns its environment. */
  install?(): Readonly<Record<string, string>>;
  /** Fixtures for values that cannot be discovered. */
  readonly fixtures?: Fixtures;
  /** Whether the server omits proposed properties. */
  readonly omitsProposed: boolean;
  /** Operations without data, which never succeed. */
  readonly withoutData: readonly string[];
  /** Those of them for which the suite cannot discover that there is no data. */
  readonly untestable: readonly string[];
}

const servers: readonly Independent[] = [
  {
    name: 'the server in FastAPI',
    requires: ['python3', '--version'],
    missing: fastApi.missing,
    install: fastApi.install,
    command: (folder) => [fastApi.python, '-B', copyFastApi(join(folder, 'fastapi'))],
    omitsProposed: true,
    withoutData: [],
    untestable: [],
  },
  {
    name: 'the server in Go',
    requires: ['go', 'version'],
    command: (folder) => {
      const program = join(folder, 'independent');
      execFileSync('go', ['build', '-o', program, '.'], { cwd: pathOf('go') });
      return [program];
    },
    fixtures: { audit_id: 8_000_000_001 },
    omitsProposed: false,
    withoutData: [
      'getCommitment',
      'getRenewalPlan',
      'getRenewalOptions',
      'getRenewalQuote',
      'getRenewal',
      'updateVirtualTagKey',
    ],
    // There is no tag key, and no operation lists tag keys.
    untestable: ['updateVirtualTagKey'],
  },
];

for (const server of servers) {
  const [program, ...version] = server.requires;
  const missing = spawnSync(program, version).status === 0 ? server.missing?.() : `${program} is missing`;
  // In CI a missing program is a failure, so that the tests are not skipped unnoticed.
  describe.skipIf(missing && !process.env.CI)(`${server.name}${missing ? ` (${missing})` : ''}`, () => {
    const folder = temporaryFolder('independent');
    let started: StartedServer;

    beforeAll(async () => {
      started = await start(server.command(folder), apiKeys, server.install?.());
    }, 120_000);

    afterAll(() => started?.stop());

    const options = () => ({
      target: started.url,
      apiKeys,
      ...(server.fixtures ? { fixtures: server.fixtures } : {}),
    });

    test('every success response is valid against its schema', async () => {
      const run = await startRun(api, options());
      const violations: unknown[] = [];
      const withoutSuccess: string[] = [];
      for (const operation of operations) {
        const response = await successOf(operation, run);
        if (response === null) withoutSuccess.push(operation.operationId);
        else violations.push(...violationsOf(operation, response, server.omitsProposed));
      }
      run.target.close();
      expect(violations).toEqual([]);
      expect(withoutSuccess).toEqual(server.withoutData);
    });

    test('conforms, and no check is blocked except for operations without data', async () => {
      const report = await runChecks(options());
      const resultsWith = (statuses: readonly string[]) =>
        report.results
          .filter(({ status }) => statuses.includes(status))
          .map(({ id, operation, status, message, expected, actual }) => ({
            id,
            operation,
            status,
            message,
            expected,
            actual,
          }));
      expect(resultsWith(['failed', 'errored'])).toEqual([]);
      expect(
        resultsWith(['blocked']).filter(({ operation }) => !server.untestable.includes(operation ?? '')),
      ).toEqual([]);
      expect(exitCodeOf(report)).toBe(server.untestable.length > 0 ? 3 : 0);
      expect(report.summary.passed).toBeGreaterThan(300);
    });
  });
}

/** @returns status and body of a success response, or null if there is no data for one */
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

function violationsOf(
  { operationId }: Operation,
  { status, body }: { status: number; body: any },
  mayOmitProposed: boolean,
): unknown[] {
  const validate = responseValidators[operationId][status];
  if (!validate) return [{ operationId, status }];
  if (validate(body)) return [];
  return (validate.errors ?? [])
    .filter(({ keyword, params, instancePath }) => {
      if (!mayOmitProposed || keyword !== 'required') return true;
      const path = [...instancePath.split('/').slice(1), String(params.missingProperty)];
      return !isProposedPart(operationId, status, path);
    })
    .map((error) => ({ operationId, ...error }));
}
