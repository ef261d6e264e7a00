import { type ExampleCall, exampleCalls } from './front/example-calls.js';
import { createPipeline } from './pipeline.js';
import { Session } from './session/session.js';
import type { Settings } from './settings/settings.js';
import type { MockRequest } from './types.js';

/** How long no request must have arrived before the next call, in milliseconds. */
const quietMs = 5;

/** Most commitments of a dataset that is prepared for the longest ranges, too: with thousands, this takes seconds. */
const mostCommitments = 1000;

/**
 * Calls each read once, small datasets also for the longest ranges, and one read over a socket if the mock listens, so
 * that the first requests of clients find figures and code prepared. Clients come first: while requests arrive, it waits.
 */
export async function prepare(settings: Settings): Promise<void> {
  if (!(await quiet(settings))) return;
  // A session of its own, so that no client sees the calls: no ids, limits, journal or log count them.
  const log = settings.log?.silent() ?? null;
  const silent = { engine: null, recording: null, log, latencyMs: 0, journalLength: 0 };
  const session = new Session({ ...settings, ...silent, traffic: { received: 0 } }, createPipeline);
  const calls = exampleCalls(session.parts.dataset.fixtures());
  const reads = calls.filter(({ operation }) => operation.method === 'GET');
  const isSmall = settings.ledgerOf(settings.scenario).commitments.size <= mostCommitments;
  const longest = isSmall ? reads.flatMap(ofLongestRange) : [];
  for (const target of [...reads.map((read) => read.target), ...longest]) {
    if (!(await quiet(settings))) return;
    await session.handle(requestTo(target, settings.keys[0]?.key ?? ''));
  }
  if (settings.ownPorts.size === 0 || !(await quiet(settings))) return;
  const { rehearse } = await import('./servers/node.js');
  await rehearse(session.handle, session.stamps);
}

/** Returns the call for the longest range of an operation that has ranges. */
function ofLongestRange({ operation: { parameters }, target }: ExampleCall): string[] {
  const has = (name: string) => parameters.some((parameter) => parameter.name === name);
  if (has('preset')) return [`${target}?preset=12M`];
  return has('start') ? [`${target}?start=0001-01-01&end=9999-12-31`] : [];
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
