// @ts-check
import { request } from '../request.mjs';
import { endpoint, endpoints } from './endpoint.mjs';

/** @typedef {import('../actions.mjs').Action} Action */

/** What is no request, and what it is answered with. */
const garbage = /** @type {readonly (readonly [bytes: string, ...statuses: number[]])[]} */ ([
  ['\r\n\r\n\u0000\u0001\u0002\r\n\r\n', 400],
  ['GET\r\n\r\n', 400],
  ['GET / HTTP/9.9\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nbad header\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: -1\r\n\r\n', 400],
  ['GET / HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n', 400],
  [`POST ${endpoints} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  [`GET / HTTP/1.1\r\nX: ${'x'.repeat(20_000)}\r\n\r\n`, 431],
  ['\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003', 400],
]);

/** @type {Action} */
export async function sendGarbage({ random, judge }, connection) {
  const [bytes, ...statuses] = random.pick(garbage);
  const other = connection.beside();
  const [answer] = await other.send(bytes);
  other.close();
  if (answer) judge.status(JSON.stringify(bytes.slice(0, 60)), answer, ...statuses);
}

const tooMuch = JSON.stringify(endpoint('x'.repeat(1024 * 1024)));

/** @type {Action} */
export async function sendTooMuch({ judge }, connection) {
  const [answer] = await connection.send(request('POST', endpoints, { text: tooMuch }));
  if (answer) judge.failure('POST of more than 1 MiB', answer, 413, 'BAD_REQUEST');
}

/** @type {Action} */
export async function pipeline({ random, judge, reads }, connection) {
  const asked = Array.from({ length: random.between(2, 5) }, () => random.pick(reads));
  const bytes = asked.map(({ target }) => request('GET', target)).join('');
  const answers = await connection.send(bytes, { count: asked.length });
  for (const answer of answers) judge.status('one behind another', answer, 200, 404, 422);
}

/** @type {Action} */
export async function hangUp({ random, judge, reads }, connection) {
  const whole = random.pick([
    request('GET', random.pick(reads).target),
    request('POST', endpoints, { text: '{"url": "https://hooks.example.com' }),
    request('POST', endpoints, { text: tooMuch }),
  ]);
  const bytes = random.pick([whole, whole.slice(0, whole.length >> 1)]);
  await connection.beside().abandon(bytes, random.next() < 0.5);
  judge.answers += 1;
}
