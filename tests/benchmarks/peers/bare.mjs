// @ts-check
// node:http with next to nothing on top, sending what the mock sends: the most that any server in Node
// could reach. Reads are sent as bytes that stand ready or, with `serialise`, are put together from
// their rows for each request, with the time; a POST is read and parsed in either case.
// Usage: node bare.mjs RESPONSES PORT [serialise]
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ target: string, status: number, headers: Record<string, string>, body: string }} Recorded */

const [file = '', port, how] = process.argv.slice(2);
/** @type {Recorded[]} */
const responses = JSON.parse(readFileSync(file, 'utf8'));
const ready = new Map(
  responses.map(({ target, body, ...recorded }) => [
    target,
    { ...recorded, bytes: Buffer.from(body), data: JSON.parse(body).data },
  ]),
);
const serialises = how === 'serialise';

createServer((request, response) => {
  const recorded = ready.get(request.url ?? '');
  if (recorded === undefined) {
    response.writeHead(404).end();
    return;
  }
  const { status, headers, bytes, data } = recorded;
  /** @param {Buffer} body */
  const send = (body) => response.writeHead(status, { ...headers, 'Content-Length': body.length }).end(body);
  if (request.method === 'GET') {
    send(serialises ? serialised(data) : bytes);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () =>
    send(serialised({ ...data, ...JSON.parse(Buffer.concat(chunks).toString()), id: randomUUID() })),
  );
}).listen(Number(port), '127.0.0.1');

/** @param {unknown} data */
function serialised(data) {
  const timestamp = `${new Date().toISOString().slice(0, -5)}Z`;
  return Buffer.from(JSON.stringify({ success: true, timestamp, data }));
}
