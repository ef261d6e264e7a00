import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { schemaValidators, type Validator } from '../../src/generated/validators.js';
import type { Program } from '../support/mock/program.js';
import { buildPrograms, type Programs } from '../support/mock/programs.js';
import { HonestClient } from './honest-client.js';
import { type Play, perform, type RawResponse, responsesIn } from './raw-client.js';
import { play, unfinishedPlay } from './raw-requests.js';

/** More of them find more: `FUZZ_RUNS=5000 npx vitest run tests/hostile/mock-over-sockets.test.ts`. */
const runs = Number(process.env.FUZZ_RUNS ?? 200);
const seed = Number(process.env.FUZZ_SEED ?? 1);
const secondsARun = 30;
const isFailure = schemaValidators.FailureEnvelope as Validator;

let programs: Programs;
let mock: { readonly port: number; readonly ended: Promise<never> } | null = null;

beforeAll(async () => {
  programs = await buildPrograms('tests/hostile/mock-program.ts');
});
afterAll(() => programs.remove());

/** The mock as it was at first; another one after a crash, so that fast-check can look for what suffices. */
async function freshMock() {
  if (mock) {
    const response = await fetch(`http://127.0.0.1:${mock.port}/__mock/reset`, { method: 'POST' });
    expect(response.status).toBeLessThan(300);
    return mock;
  }
  const program = programs.start('mock-program', []);
  const port = Number(new URL(await program.line()).port);
  mock = { port, ended: endOf(program) };
  // Whoever waits for it sees it; before that it is not unhandled.
  mock.ended.catch(() => {
    mock = null;
  });
  return mock;
}

async function endOf(program: Program): Promise<never> {
  throw new Error(`The mock wrote ${await program.line()}`);
}

/** Lets hostile clients have their way, honest ones beside them; says what is wrong with any response. */
async function attack(plays: readonly Play[]): Promise<string[]> {
  const { port, ended } = await freshMock();
  try {
    return await Promise.race([problemsOfAttack(port, plays), ended]);
  } catch (error) {
    // A client may see the end of the mock sooner than we do, who know why it ended.
    await Promise.race([ended, new Promise((resolve) => setTimeout(resolve, 1000))]);
    throw error;
  }
}

async function problemsOfAttack(port: number, plays: readonly Play[]): Promise<string[]> {
  let isDone = false;
  const honest = ['honest-a', 'honest-b'].map((name) => new HonestClient(port, name));
  const hostile = Promise.all(plays.map((play) => perform(port, play))).finally(() => {
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
      rest.length > 0 && !plays[index]?.ending.startsWith('reset') ? [`half a response: ${rest}`] : [],
    ),
    ...(new Set(ids).size === ids.length ? [] : ['two responses have the same X-Request-Id']),
  ];
}

/** Nothing but responses in the envelope, and nothing that went wrong in the mock. */
function problemsOf({ status, headers, body }: RawResponse): string[] {
  const problem = (what: string) => [`${status} ${what}: ${body.slice(0, 300)}`];
  if (status >= 500 || (status >= 300 && status < 400)) return problem('is no status for a hostile client');
  if (body.includes('honest-')) return problem('holds what an honest client sent');
  if (status === 204 || body === '') return [];
  if (!headers['content-type']?.startsWith('application/json')) return problem('is not JSON by its type');
  const value = JSON.parse(body);
  if (status >= 400) return isFailure(value) ? [] : problem('is not in the envelope');
  return value.success === true && 'data' in value ? [] : problem('is not in the envelope');
}

test(
  'does not crash, hang, fail or confuse its clients, whatever bytes some of them send',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(play, { minLength: 1, maxLength: 6 }), async (plays) => {
        expect(await attack(plays)).toEqual([]);
      }),
      // The same bytes each time, so that nobody's change fails by chance.
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

test('does not wait for ever for the rest of a request', { timeout: 120_000 }, async () => {
  const plays = fc.sample(unfinishedPlay, { numRuns: 40, seed });
  expect(await attack(plays)).toEqual([]);
});
