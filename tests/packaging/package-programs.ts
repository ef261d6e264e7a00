/** A program for each module, and its output. A line that must not compile distinguishes types from `any`. */
export const programs: Record<string, { code: string; prints: string }> = {
  '.': {
    code: `
import { ApiError, createClient } from 'cloud-cost-contract';
import { createMock } from 'cloud-cost-contract/mock';
export const mock = await createMock();
export const client = createClient({ baseUrl: 'https://costs.example', apiKey: 'ccc_test_caller', fetch: mock.fetch });
export const { rows } = await client.listCommitmentInventory({ instrument: 'ri' });
export const code = await client.getRenewal({ commitment_id: 'nothing' }).catch((error) => error instanceof ApiError && error.code);
// @ts-expect-error unknown instrument
void (() => client.listCommitmentInventory({ instrument: 1 }));
console.log(rows.length > 0, code);`,
    prints: 'true NOT_FOUND',
  },
  './types': {
    code: `
import type { operations, paths } from 'cloud-cost-contract/types';
export const path: keyof paths = '/api/v1/providers';
export const operation: keyof operations = 'listProviders';
// @ts-expect-error unknown path
export const wrong: keyof paths = '/api/v1/nothing';
console.log(path, operation, wrong.length);`,
    prints: '/api/v1/providers listProviders 15',
  },
  './mock': {
    code: `
import { createMock } from 'cloud-cost-contract/mock';
export const mock = await createMock({ frozen: true, scenario: 'unmeasured' });
export const get = (headers: Record<string, string>) => mock.fetch('/api/v1/commitments', { headers: { Authorization: 'Bearer ccc_test_caller', ...headers } });
// @ts-expect-error unknown scenario
void (() => createMock({ scenario: 'nothing' }));
console.log((await get({})).status, (await get({ Prefer: 'code=429' })).status);`,
    prints: '200 429',
  },
  './msw': {
    code: `
import { getResponse } from 'msw';
import { createMock } from 'cloud-cost-contract/mock';
import { createHandlers } from 'cloud-cost-contract/msw';
export const handlers = await createHandlers(await createMock(), { baseUrl: 'https://costs.example' });
export const request = new Request('https://costs.example/api/v1/providers', { headers: { Authorization: 'Bearer ccc_test_caller' } });
// @ts-expect-error the mock is required
void (() => createHandlers());
console.log((await getResponse(handlers, request))?.status);`,
    prints: '200',
  },
  './redis': {
    code: `
import { createMock } from 'cloud-cost-contract/mock';
import { redisState } from 'cloud-cost-contract/redis';
// @ts-expect-error the address is not a string
void (() => redisState(1));
export const message = await createMock({ state: redisState('redis://127.0.0.1:1') }).catch((error: Error) => error.message);
console.log(message);`,
    prints: 'Cannot use the state store at 127.0.0.1:1: connect ECONNREFUSED 127.0.0.1:1',
  },
  './conformance': {
    code: `
import { exitCodeOf, runChecks } from 'cloud-cost-contract/conformance';
import { createMock } from 'cloud-cost-contract/mock';
export const mock = await createMock();
export const report = await runChecks({ target: await mock.listen({ port: 0 }), apiKeys: ['ccc_test_caller'], only: ['envelope.*'] });
await mock.close();
// @ts-expect-error unknown property
void (() => report.summary.nothing);
console.log(exitCodeOf(report), report.summary.passed > 0);`,
    prints: '0 true',
  },
  './vitest': {
    code: `
import { conformance } from 'cloud-cost-contract/vitest';
// @ts-expect-error the target is required
void (() => conformance({ apiKeys: ['ccc_test_caller'] }));
console.log(typeof conformance);`,
    prints: 'function',
  },
  './webhooks': {
    code: `
import { signWebhook, verifyWebhook } from 'cloud-cost-contract/webhooks';
export const secret = 'whsec_b25seS1hbi1leGFtcGxlLXRvLXRyeS1pdC1vdXQ=';
export const headers = signWebhook(secret, { id: 'msg_1', sentAt: new Date(), body: '{"status":"optimized"}' });
// @ts-expect-error the secret is required
void (() => verifyWebhook());
export const { id, data } = verifyWebhook(secret, { ...headers }, '{"status":"optimized"}');
console.log(id, data);`,
    prints: "msg_1 { status: 'optimized' }",
  },
  './validators': {
    code: `
import { createClient } from 'cloud-cost-contract';
import { ResponseValidationError, responseValidators, validateResponses } from 'cloud-cost-contract/validators';
export const validate = responseValidators.listProviders['200'];
// @ts-expect-error unknown operation
void (() => responseValidators.nothing);
export const fetch = async () => Response.json({ success: true, timestamp: '2026-06-15T12:00:00Z', data: [{}] });
export const client = createClient({ baseUrl: 'https://costs.example', apiKey: 'ccc_test_caller', fetch, middleware: [validateResponses()] });
export const pointer = await client.listProviders().catch((error) => error instanceof ResponseValidationError && error.pointer);
console.log(validate?.({ success: true }), (validate?.errors?.length ?? 0) > 0, pointer);`,
    prints: 'false true /data/0/provider_id',
  },
};

const bill = 'node_modules/cloud-cost-contract/docs/examples/bill/costs.csv';
/** A use of each optional peer dependency without its package installed. */
export const without: Record<string, { args: string[] } | { code: string }> = {
  '@duckdb/node-api': { args: ['mock', '--port', '0', '--data', bill] },
  '@stoplight/prism-http': { args: ['mock', '--port', '0', '--engine', 'prism'] },
  ioredis: { args: ['mock', '--port', '0', '--state', 'redis://127.0.0.1:1'] },
  msw: {
    code: `
import { createMock } from 'cloud-cost-contract/mock';
import { createHandlers } from 'cloud-cost-contract/msw';
await createHandlers(await createMock()).catch((error) => console.error(error.message));`,
  },
  vitest: {
    code: `await import('cloud-cost-contract/vitest').catch((error) => console.error(error.message));`,
  },
};

/** A call of each command that exits by itself, and its expected output. */
export const calls: Record<string, (url: string) => { args: string[]; output: string | RegExp }> = {
  verify: (url) => ({
    args: [
      url,
      '--api-key',
      'ccc_test_caller',
      '--only',
      'envelope.*',
      '--reporter',
      'pretty',
      '--reporter',
      'json=report.json',
    ],
    output: 'CONFORMS: no violations found.',
  }),
  compare: () => ({ args: ['report.json', 'report.json'], output: 'NOTHING BROKE.' }),
  'check-traffic': () => ({ args: ['trip.har'], output: 'CONFORMS: no violations found.' }),
  checks: () => ({ args: [], output: 'idempotency.replay-is-marked' }),
  data: () => ({ args: ['sql', '--engine', 'duckdb'], output: 'BilledCost' }),
  spec: () => ({ args: ['--openapi', '3.0', '--format', 'json'], output: '"openapi": "3.0.3"' }),
};

/** A program of the mock that prints its version of OpenAPI, and what it says of packages that are not installed. */
const bundledProgram = `
import { createMock } from 'cloud-cost-contract/mock';
async function run() {
  const mock = await createMock({ frozen: true });
  const { openapi } = await (await fetch(await mock.listen({ port: 0 }) + '/openapi.yaml')).json();
  console.log(openapi);
  await mock.close();
  for (const options of [{ engine: 'prism' }, { data: 'none.csv' }])
    await createMock(options).catch(({ message }) => console.log(message.split(': ')[1]));
}
run();`;

/** The program, and what it prints. */
export const bundled = {
  program: bundledProgram,
  output: [
    '3.1.1',
    'npm install --save-dev @stoplight/prism-http@5.12.0',
    'npm install --save-dev @duckdb/node-api',
    '',
  ].join('\n'),
};

/**
 * Returns what a user installs for a peer dependency of the package. No range contains all of DuckDB's versions, such as
 * 1.5.5-r.5.
 */
export function installed(
  { peerDependencies }: { readonly peerDependencies: Readonly<Record<string, string>> },
  peer: string,
): string {
  const range = peerDependencies[peer];
  return range === '*' ? peer : `${peer}@${range?.replace(/^\^(\d+).*/, '$1')}`;
}
