import { exampleCalls } from './front/example-calls.js';
import { createPipeline } from './pipeline.js';
import { Session } from './session/session.js';
import type { Settings } from './settings/settings.js';
import type { MockRequest } from './types.js';

/** How long no request must have arrived before the next call, in milliseconds. */
const quietMs = 10;

/**
 * Calls each read once, so that the first requests of clients find their figures computed. Clients come first:
 * while requests arrive, it waits.
 */
export async function prepare(settings: Settings): Promise<void> {
  const { traffic } = settings;
  await quiet(traffic);
  // A session of its own, so that no client sees the calls: no ids, limits, journal or log count them.
  const session = new Session({ ...settings, ...silent }, createPipeline);
  const calls = exampleCalls(session.parts.dataset.fixtures());
  for (const { target } of calls.filter(({ operation }) => operation.method === 'GET')) {
    await quiet(traffic);
    if (traffic.isClosed) return;
    await session.handle(requestTo(target, settings.keys[0]?.key ?? ''));
  }
}

const silent = {
  ...{ engine: null, recording: null, log: null, latencyMs: 0, journalLength: 0 },
  traffic: { received: 0, isClosed: false },
};

async function quiet(traffic: Settings['traffic']): Promise<void> {
  let before: number;
  do {
    before = traffic.received;
    await new Promise((resolve) => setTimeout(resolve, quietMs));
  } while (traffic.received > before && !traffic.isClosed);
}

function requestTo(target: string, key: string): MockRequest {
  const [path = '', query = ''] = target.split('?');
  const headers = { authorization: `Bearer ${key}` };
  return { method: 'GET', path, query, headers, body: null, client: { kind: 'program' } };
}
