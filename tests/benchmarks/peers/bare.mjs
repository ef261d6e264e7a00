// @ts-check
// A minimal node:http server that returns the responses of the mock: an upper bound for servers in Node.js.
// Responses to reads are prepared bytes. A POST is parsed, and its response serialized.
// Usage: node bare.mjs RESPONSES PORT
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';

/** @typedef {{ target: string, status: number, headers: Record<string, string>, body: string }} Recorded */

const [file = '', port] = process.argv.slice(2);
/** @type {Recorded[]} */
const responses = JSON.parse(readFileSync(file, 'utf8'));
const ready = new Map(
  responses.map(({ target, body, ...recorded }) => [
    target,
    { ...recorded, bytes: Buffer.from(body), data: JSON.parse(body).data },
  ]),
);

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
    send(bytes);
    return;
  }
  /** @type {Buffer[]} */
  const chunks = [];
  request.on('data', (chunk) => chunks.push(chunk));
  request.on('end', () =>
    send(serialize({ ...data, ...JSON.parse(Buffer.concat(chunks).toString()), id: randomUUID() })),
  );
}).listen(Number(port), '127.0.0.1');

/** @param {unknown} data */
function serialize(data) {
  const timestamp = `${new Date().toISOString().slice(0, -5)}Z`;
  return Buffer.from(JSON.stringify({ success: true, timestamp, data }));
}
