import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { schemaValidators, type Validator } from '../../src/generated/validators.js';
import type { Program } from '../support/mock/program.js';
import { buildPrograms } from '../support/mock/programs.js';
import { HonestClient } from './honest-client.js';
import { perform, type RawAttack, type RawResponse, responsesIn } from './raw-client.js';
import { rawAttack, unfinishedAttack } from './raw-requests.js';

/** To run more of them: `FUZZ_RUNS=5000 npx vitest run tests/hostile/mock-over-sockets.test.ts`. */
const runs = Number(process.env.FUZZ_RUNS ?? 200);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const secondsARun = 30;
const isFailure = schemaValidators.FailureEnvelope as Validator;

let mock: { readonly port: number; readonly ended: Promise<never> } | null = null;

const programs = await buildPrograms('tests/hostile/mock-program.ts');
afterAll(() => programs.remove());

/** Returns a reset mock, or a new one after a crash, so that fast-check can shrink the counterexample. */
async function freshMock() {
  if (mock) {
    const response = await fetch(`http://127.0.0.1:${mock.port}/__mock/reset`, { method: 'POST' });
    expect(response.status).toBeLessThan(300);
    return mock;
  }
  const program = programs.start('mock-program', []);
  const port = Number(new URL(await program.line()).port);
  mock = { port, ended: endOf(program) };
  // Not an unhandled rejection if nothing waits for it yet.
  mock.ended.catch(() => {
    mock = null;
  });
  return mock;
}

async function endOf(program: Program): Promise<never> {
  throw new Error(`The mock wrote ${await program.line()}`);
}

/** Runs hostile clients next to honest ones. Returns the problems of all responses. */
async function attack(attacks: readonly RawAttack[]): Promise<string[]> {
  const { port, ended } = await freshMock();
  try {
    return await Promise.race([problemsOfAttacks(port, attacks), ended]);
  } catch (error) {
    // A client may notice a crash before its cause is known here.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1000))]);
    throw error;
  }
}

async function problemsOfAttacks(port: number, attacks: readonly RawAttack[]): Promise<string[]> {
  let isDone = false;
  const honest = ['honest-a', 'honest-b'].map((name) => new HonestClient(port, name));
  const hostile = Promise.all(attacks.map((each) => perform(port, each))).finally(() => {
    isDone = true;
  });
  const [received] = await Promise.all([hostile, ...honest.map((client) => client.callUntil(() => isDone))]);
  const after = new HonestClient(port, 'honest-after');
  await after.callUntil(() => true);

  const found = received.map(responsesIn);
  const ids = [...honest, after].flatMap(({ requestIds }) => requestIds);
  const responses = found.flatMap((each) => each.responses);
  ids.push(...responses.flatMap(({ headers }) => headers['x-request-id'] ?? []));
  return [
    ...responses.flatMap(problemsOf),
    ...found.flatMap(({ rest }, index) =>
      rest.length > 0 && !attacks[index]?.ending.startsWith('reset') ? [`half a response: ${rest}`] : [],
    ),
    ...(new Set(ids).size === ids.length ? [] : ['two responses have the same X-Request-Id']),
  ];
}

/** Returns the problems of one response: it must be in the envelope and not an internal error. */
function problemsOf({ status, headers, body }: RawResponse): string[] {
  const problem = (what: string) => [`${status} ${what}: ${body.slice(0, 300)}`];
  if (status >= 500 || (status >= 300 && status < 400)) return problem('is not an allowed status');
  if (body.includes('honest-')) return problem('contains data of an honest client');
  if (status === 204 || body === '') return [];
  if (!headers['content-type']?.startsWith('application/json'))
    return problem('does not have the media type application/json');
  const value = JSON.parse(body);
  if (status >= 400) return isFailure(value) ? [] : problem('is not in the envelope');
  return value.success === true && 'data' in value ? [] : problem('is not in the envelope');
}

test(
  'does not crash, hang, fail or mix up its clients on arbitrary bytes',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(rawAttack, { minLength: 1, maxLength: 6 }), async (attacks) => {
        expect(await attack(attacks)).toEqual([]);
      }),
      // A fixed seed, so that results are reproducible.
      {
        numRuns: runs,
        seed,
        interruptAfterTimeLimit: runs * secondsARun * 1000,
        markInterruptAsFailure: true,
      },
    );
  },
  runs * secondsARun * 1000,
);

test('times out on incomplete requests', { timeout: 120_000 }, async () => {
  const attacks = fc.sample(unfinishedAttack, { numRuns: 40, seed });
  expect(await attack(attacks)).toEqual([]);
});
