import { exampleCalls } from './front/example-calls.js';
import { createPipeline } from './pipeline.js';
import { Session } from './session/session.js';
import type { Settings } from './settings/settings.js';
import type { MockRequest } from './types.js';

/** How long no request must have arrived before the next call, in milliseconds. */
const quietMs = 10;

/**
 * Calls each read once, and one over a socket if the mock listens, so that the first requests of clients find figures
 * and code prepared. Clients come first: while requests arrive, it waits.
 */
export async function prepare(settings: Settings): Promise<void> {
  if (!(await quiet(settings))) return;
  // A session of its own, so that no client sees the calls: no ids, limits, journal or log count them.
  const log = settings.log?.silent() ?? null;
  const silent = { engine: null, recording: null, log, latencyMs: 0, journalLength: 0 };
  const session = new Session({ ...settings, ...silent, traffic: { received: 0 } }, createPipeline);
  const calls = exampleCalls(session.parts.dataset.fixtures());
  for (const { target } of calls.filter(({ operation }) => operation.method === 'GET')) {
    if (!(await quiet(settings))) return;
    await session.handle(requestTo(target, settings.keys[0]?.key ?? ''));
  }
  if (settings.ownPorts.size === 0 || !(await quiet(settings))) return;
  const { rehearse } = await import('./servers/node.js');
  await rehearse(session.handle, session.stamps);
}

/** @returns true once no request arrives; false if the mock closes before */
async function quiet({ traffic, sleeper }: Settings): Promise<boolean> {
  let before: number;
  do {
    before = traffic.received;
    if (!(await sleeper.wait(quietMs))) return false;
  } while (traffic.received > before);
  return true;
}

function requestTo(target: string, key: string): MockRequest {
  const [path = '', query = ''] = target.split('?');
  const headers = { authorization: `Bearer ${key}` };
  return { method: 'GET', path, query, headers, body: null, client: { kind: 'program' } };
}
