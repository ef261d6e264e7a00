// @ts-check
import { join } from 'node:path';
import { importSources } from '../../../../scripts/lib/build/import-sources.mjs';
import { bundleDocument } from '../../../../scripts/lib/document/bundle-document.mjs';
import { operationsOf } from '../../../../scripts/lib/document/operations-of.mjs';
import { dereference } from '../../../../scripts/lib/document/resolve-pointer.mjs';
import { root } from '../../../../scripts/lib/paths.mjs';
import { startServer } from '../server-process.mjs';
import { mockArgs } from '../servers.mjs';
import { actions, faultSession, faults } from './actions.mjs';
import { SoakClient } from './client.mjs';
import { Judge } from './judge.mjs';

const { createRandom } = await importSources("export { createRandom } from './mocks/dataset/random.ts';");

/**
 * @typedef {object} Outcome
 * @property {Judge} judge
 * @property {readonly import('./report.mjs').Sample[]} samples
 * @property {readonly string[]} stderr lines that the mock wrote to standard error
 * @property {Map<string, number>} done number of runs of each action
 * @property {number} seconds
 * @property {number} days elapsed days of the mock's clock
 */

const workers = 24;
/** The clock is frozen during an epoch of this many requests. */
const requestsPerEpoch = 5000;
/** The clock advances by this after an epoch: so little that replayed writes are less than a day old. */
const minutesPerEpoch = 15;
const probe = ['--expose-gc', '--import', new URL('probe.mjs', import.meta.url).href];

/**
 * @param {{ requests: number, seed: number }} options
 * @param {(text: string) => void} log
 * @returns {Promise<Outcome>}
 */
export async function runSoak({ requests, seed }, log) {
  const startedAt = performance.now();
  const mock = await startServer((port) => [...probe, ...mockArgs(['--quiet'])(port)], { hasIpc: true });
  const client = new SoakClient(mock.port, 3 * workers);
  try {
    const reads = await exampleReads();
    /** @type {import('./actions.mjs').Soak} */
    const soak = {
      ...{ client, reads, judge: new Judge(), random: createRandom(seed, 'soak') },
      ...{ known: new Map(), writes: [] },
    };
    const clock = (/** @type {object} */ json) => client.send('PUT', '/__mock/clock', { json });
    await clock({ frozen: true });
    const json = { rules: faults.map(([, rule]) => rule) };
    await client.send('PUT', '/__mock/faults', { json, session: faultSession });
    const epochs = Math.max(8, Math.round(requests / requestsPerEpoch));
    const done = new Map(actions.map(({ name }) => [name, 0]));
    const samples = [];
    for (let epoch = 1; epoch <= epochs; epoch += 1) {
      const until = Math.round((requests * epoch) / epochs);
      const work = Array.from({ length: workers }, () => act(soak, until, done));
      await Promise.race([Promise.all(work), mock.crash]);
      const sample = await mock.sample();
      samples.push(sample);
      if (epoch % 20 === 0) log(`${until} requests, ${Math.round(sample.heap / 2 ** 20)} MB in use`);
      soak.known.clear();
      await clock({ advance: minutesPerEpoch * 60 });
    }
    const days = (epochs * minutesPerEpoch) / 60 / 24;
    const seconds = (performance.now() - startedAt) / 1000;
    return { judge: soak.judge, samples, stderr: mock.stderrLines(), done, seconds, days };
  } finally {
    await client.pool.destroy();
    await mock.stop();
  }
}

/** Each action, repeated by its share. */
const weightedActions = actions.flatMap((action) => Array.from({ length: action.share }, () => action));

/**
 * Runs actions until this many responses have been checked.
 *
 * @param {import('./actions.mjs').Soak} soak
 * @param {number} until
 * @param {Map<string, number>} done
 */
async function act(soak, until, done) {
  while (soak.judge.responses < until) {
    const action = soak.random.pick(weightedActions);
    await action.run(soak);
    done.set(action.name, (done.get(action.name) ?? 0) + 1);
  }
}

/** The reads of the document's examples that need neither a scenario nor an injected fault. */
async function exampleReads() {
  const document = await bundleDocument(join(root, 'openapi.yaml'));
  return operationsOf(document).flatMap(({ operation, responses }) =>
    Object.values(responses['200']?.value.content['application/json'].examples ?? {})
      .map((example) => dereference(document, example, '').value['x-request'])
      .filter((request) => Object.keys(request ?? {}).join() === 'get')
      .map(({ get }) => ({ operationId: operation.operationId, target: get })),
  );
}
