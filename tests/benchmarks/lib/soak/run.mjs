// @ts-check
import { operations } from '../../../../dist/src/generated/operations.js';
import { responseValidators, schemaValidators } from '../../../../dist/src/generated/validators.js';
import { control, eventSession } from './actions/control.mjs';
import { faults } from './actions/faults.mjs';
import { actions } from './actions.mjs';
import { Connection } from './connection.mjs';
import { Judge } from './judge.mjs';
import { createRandom } from './random.mjs';
import { readsOf } from './reads.mjs';
import { request } from './request.mjs';
import { startWatchedMock } from './watched-mock.mjs';

/**
 * @typedef {object} Outcome
 * @property {Judge} judge
 * @property {readonly import('./memory.mjs').Sample[]} samples
 * @property {readonly string[]} complaints of the mock
 * @property {Map<string, number>} done how often each action was carried out
 * @property {number} seconds
 * @property {number} days that passed by the mock's clock
 */

const connections = 24;
/** The clock moves after so many requests, and is left alone meanwhile. */
const requestsOfEpoch = 5000;
/** No key of a write that is still replayed gets older than a day. */
const minutesOfEpoch = 15;
const patienceMs = 60_000;
const tagSessionNames = ['soak-tags-1', 'soak-tags-2', 'soak-tags-3'];

/**
 * @param {{ requests: number, seed: number }} options
 * @param {(text: string) => void} tell
 * @returns {Promise<Outcome>}
 * @throws when the mock ends, or answers no more
 */
export async function runSoak({ requests, seed }, tell) {
  const startedAt = performance.now();
  const mock = await startWatchedMock();
  try {
    const judge = new Judge({
      responses: responseValidators,
      failure: /** @type {import('./judge.mjs').Validator} */ (schemaValidators.FailureEnvelope),
    });
    const random = createRandom(seed);
    const pool = Array.from({ length: connections }, () => new Connection(mock.port));
    const [first = new Connection(mock.port)] = pool;
    const sessions = [undefined, faults.session, eventSession, ...tagSessionNames];
    for (const session of sessions) await control(judge, first, 'PUT', 'clock', { frozen: true }, session);
    await control(judge, first, 'PUT', 'faults', { rules: faults.rules }, faults.session);
    /** @type {import('./actions.mjs').Soak} */
    const soak = {
      random,
      judge,
      reads: readsOf(operations, await valuesFrom(first)),
      known: new Map(),
      writes: [],
      tagSessions: tagSessionNames.map((name) => ({ name, version: 7, isBusy: false })),
    };
    const epochs = Math.max(8, Math.round(requests / requestsOfEpoch));
    const done = new Map(actions.map(({ name }) => [name, 0]));
    const samples = [];
    for (let epoch = 1; epoch <= epochs; epoch++) {
      const until = Math.round((requests * epoch) / epochs);
      const work = Promise.all(pool.map((connection) => act(soak, connection, until, done)));
      await Promise.race([work, mock.crash, stillness(judge)]);
      samples.push({ requests: judge.answers, ...(await mock.memory()) });
      if (epoch % 20 === 0) tell(progress(judge, samples, startedAt));
      soak.known.clear();
      for (const session of sessions) {
        await control(judge, first, 'PUT', 'clock', { advance: minutesOfEpoch * 60 }, session);
      }
    }
    for (const connection of pool) connection.close();
    return {
      judge,
      samples,
      complaints: mock.complaints(),
      done,
      seconds: (performance.now() - startedAt) / 1000,
      days: (epochs * minutesOfEpoch) / 60 / 24,
    };
  } finally {
    await mock.stop();
  }
}

/** Each action as often as its share says. */
const lots = actions.flatMap((action) => Array.from({ length: action.share }, () => action));

/**
 * Carries out one action after the other.
 *
 * @param {import('./actions.mjs').Soak} soak
 * @param {Connection} connection
 * @param {number} until so many answers have come
 * @param {Map<string, number>} done
 */
async function act(soak, connection, until, done) {
  while (soak.judge.answers < until) {
    const action = soak.random.pick(lots);
    await action.run(soak, connection);
    done.set(action.name, (done.get(action.name) ?? 0) + 1);
  }
}

/**
 * @param {Judge} judge
 * @returns {Promise<never>} rejects when no answer has come for a while
 */
function stillness(judge) {
  return new Promise((_, reject) => {
    let before = -1;
    const timer = setInterval(() => {
      if (judge.answers === before) {
        clearInterval(timer);
        reject(new Error(`No answer has come for ${patienceMs / 1000} seconds.`));
      }
      before = judge.answers;
    }, patienceMs);
    timer.unref();
  });
}

/**
 * Asks the mock for what parameters can be.
 *
 * @param {Connection} connection
 * @returns {Promise<Record<string, string[]>>}
 */
async function valuesFrom(connection) {
  /** @param {string} target */
  const data = async (target) => {
    const [answer] = await connection.send(request('GET', target));
    return JSON.parse(answer?.body ?? '').data;
  };
  const providers = (await data('/api/v1/providers')).map((/** @type {any} */ one) => one.provider_id);
  const commitments = (await data('/api/v1/commitments?page_size=100')).items.map(
    (/** @type {any} */ one) => one.id,
  );
  const recommendations = (
    await data('/api/v1/providers/provider_a/recommendations?page_size=200')
  ).items.map((/** @type {any} */ one) => one.recommendation_id);
  return {
    provider: providers,
    provider_id: providers,
    commitment_id: commitments,
    recommendation_id: recommendations,
    id: recommendations,
    audit_id: ['4711', '4712', '4713'],
    quantity: ['1', '3', '1.5'],
    period: ['2026-05', '2026-06', '2031-01'],
    page: ['1', '2', '99'],
    page_size: ['1', '7', '100'],
    months: ['1', '36'],
    service: ['compute', 'cache'],
    account_id: ['100200300401'],
    tag_key: ['team', 'env'],
    virtual_tag_key: ['vtk-cost-center', 'cost center'],
    start: ['2026-05-10'],
    end: ['2026-06-10'],
    search: ['a', 'data'],
  };
}

/**
 * @param {Judge} judge
 * @param {readonly import('./memory.mjs').Sample[]} samples
 * @param {number} startedAt
 */
function progress({ answers, wrongCount }, samples, startedAt) {
  const seconds = Math.round((performance.now() - startedAt) / 1000);
  const megabytes = Math.round((samples.at(-1)?.heap ?? 0) / 2 ** 20);
  return `${answers.toLocaleString('en-US')} requests after ${seconds} s, ${wrongCount} wrong, ${megabytes} MB in use`;
}
