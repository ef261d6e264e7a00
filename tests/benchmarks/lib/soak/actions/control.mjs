// @ts-check
import { request } from '../request.mjs';
import { endpoint, endpoints } from './endpoint.mjs';

/** @typedef {import('../actions.mjs').Action} Action */
/** @typedef {import('../connection.mjs').Connection} Connection */
/** @typedef {import('../judge.mjs').Judge} Judge */

/** Where events are caused, lest their endpoint meets those of the writes. */
export const eventSession = 'soak-events';

/** @type {Action} */
export async function cause({ random, judge }, connection) {
  const session = eventSession;
  const [answer] = await connection.send(
    request('POST', endpoints, { json: { ...endpoint(''), url: 'http://127.0.0.1:9/' }, session }),
  );
  const id = answer && judge.success('POST', answer, 'createWebhookEndpoint', 201)?.id;
  const event = { recommendation_id: 'rec-1001', status: 'optimized', at: random.uuid() };
  await control(judge, connection, 'POST', 'events', { type: 'optimization.completed', event }, session);
  await control(judge, connection, 'GET', 'deliveries', undefined, session);
  const [removed] = await connection.send(request('DELETE', `${endpoints}/${id}`, { session }));
  if (removed) judge.success('DELETE', removed, 'deleteWebhookEndpoint', 200);
}

/** @type {Action} */
export async function lookBehind({ random, judge }, connection) {
  const path = random.pick(['journal', 'journal.har', 'snapshot', 'faults', 'clock', 'deliveries']);
  await control(judge, connection, 'GET', path);
}

/**
 * @param {Judge} judge
 * @param {Connection} connection
 * @param {'GET' | 'PUT' | 'POST'} method
 * @param {string} path below the control plane
 * @param {unknown} [json]
 * @param {string} [session]
 * @returns {Promise<any>}
 */
export async function control(judge, connection, method, path, json, session) {
  const [answer] = await connection.send(
    request(method, `/__mock/${path}`, {
      ...(json === undefined ? {} : { json }),
      ...(session === undefined ? {} : { session }),
    }),
  );
  if (answer && judge.status(`${method} /__mock/${path}`, answer, 200)) return judge.json(path, answer);
  return undefined;
}
