import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import type { Handler } from './serve.js';

/** What is done to a connection instead of answering the request that came over it. */
export type Attack = (socket: Socket) => unknown;

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

/** Answers in all outward forms, each wrong in its own way; the names say which. */
export const attacks: Readonly<Record<string, Attack>> = {
  'random bytes': (socket) => socket.end(noise(4096)),
  'a body of random bytes': (socket) => body(socket, noise(4096)),
  'JSON that is cut off': (socket) =>
    body(socket, '{"success": true, "timestamp": "2026-06-15T12:00:00Z", "da'),
  'a body shorter than its length': (socket) =>
    socket.end(`${json}Content-Length: 500\r\n\r\n{"success": true`),
  'a body longer than its length': (socket) =>
    socket.write(`${json}Content-Length: 2\r\n\r\n{}{"success": true}`),
  'two lengths': (socket) => socket.end(`${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'a length and chunks': (socket) =>
    socket.end(`${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  'chunks without a size': (socket) => socket.end(`${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  'a body of 64 MiB': (socket) =>
    stream(socket, `${json}\r\n[`, repeat('"aaaaaaaaaaaaa",'.repeat(4096), 1024)),
  'ever another 8 MiB': (socket) =>
    body(
      socket,
      `{"success": true, "timestamp": "2026-06-15T12:00:00Z", "data": ["${'x'.repeat(8 << 20)}"]}`,
    ),
  'JSON too deep to walk': (socket) =>
    body(socket, `{"success": true, "data": ${'['.repeat(20_000)}${']'.repeat(20_000)}}`),
  'a head that drips': (socket) => stream(socket, '', drip(`${json}X-Slow: ${'x'.repeat(100_000)}`)),
  'a body that drips': (socket) => stream(socket, `${json}\r\n`, drip(`[${'1,'.repeat(100_000)}`)),
  'headers without end': (socket) => stream(socket, json, repeat('X-More: of the same\r\n')),
  'a header without end': (socket) => stream(socket, `${json}X-Long: `, repeat('and so on '.repeat(100))),
  'interim answers without end': (socket) => stream(socket, '', repeat('HTTP/1.1 103 Early Hints\r\n\r\n')),
  'a control character in a header': (socket) => socket.end(`${json}X-Null: \u0000\r\n\r\n{}`),
  'a redirect to itself': (socket) =>
    socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: /api/v1/providers\r\nContent-Length: 0\r\n\r\n'),
  'another protocol': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: nonsense\r\n\r\n'),
  'a status that is none': (socket) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  'a body where none may be': (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n{"success": true}'),
  'a reset': (socket) => socket.resetAndDestroy(),
  'an end without a word': (socket) => socket.end(),
  silence: () => undefined,
  'a limit that is always reached': (socket) =>
    socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\n{}'),
  'null for everything': (socket) => body(socket, 'null'),
  'members of every wrong type': (socket) =>
    body(
      socket,
      '{"success": "yes", "timestamp": 5, "error": [null], "data": {"items": {"length": 1e9}, "pagination": [], ' +
        '"__proto__": {"polluted": true}, "constructor": null, "id": {}, "key": 7, "accounts": [3, null, "x", [[]]]}}',
    ),
  'pages without end': (socket) =>
    body(
      socket,
      '{"success": true, "timestamp": "2026-06-15T12:00:00Z", "data": {"items": [{"id": "a", "provider_id": "b", ' +
        '"recommendation_id": "c", "kind": "reserved_instance", "status": "active", "provider": "provider_a"}], ' +
        '"pagination": {"total_items": 1e300, "total_pages": 1e300, "current_page": 1, "page_size": 1e-9, ' +
        '"has_next": true, "has_previous": true}}}',
    ),
};

function body(socket: Socket, content: string | Buffer): void {
  socket.write(`${json}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n`);
  socket.write(content);
}

/** Sends the head and then the parts, as fast as they are taken, until the other side has enough. */
function stream(socket: Socket, head: string, parts: Iterable<string> | AsyncIterable<string>): void {
  socket.write(head);
  // Who is attacked hangs up, which is how most of these end.
  pipeline(Readable.from(parts), socket).catch(() => undefined);
}

function* repeat(text: string, times = Number.POSITIVE_INFINITY): Generator<string> {
  for (let count = 0; count < times; count += 1) yield text;
}

async function* drip(text: string): AsyncGenerator<string> {
  for (const character of text) {
    yield character;
    await pause(10);
  }
}

function noise(length: number): Buffer {
  const next = random(12345);
  return Buffer.from(Array.from({ length }, () => next(256)));
}

const wrongValues: readonly unknown[] = [
  ...[null, true, 0, -1, 1.5, 1e308],
  ...['', 'x', '1', '9999-99-99', '\ud800'],
  ...[[], [null], [[]], ['x', 5], {}, { length: 3 }],
];

/** Answers as another server does, but for one or two parts of each that are something else altogether. */
export function mutating(handler: Handler, seed: number): Handler {
  const next = random(seed);
  return async (request) => {
    const answer = await handler(request);
    const whole = { body: JSON.parse(answer.body) };
    for (let count = 1 + next(2); count > 0; count -= 1) {
      const [holder, name] = anyPart(whole, next);
      // A copy, as the next part to be changed may be within it.
      holder[name] = structuredClone(wrongValues[next(wrongValues.length)]);
    }
    return { ...answer, body: JSON.stringify(whole.body) ?? '' };
  };
}

/** Goes down from the root and stops anywhere on the way. */
function anyPart(root: any, next: (below: number) => number): [holder: any, name: string] {
  let holder = root;
  let name = 'body';
  for (;;) {
    const part = holder[name];
    const names = typeof part === 'object' && part !== null ? Object.keys(part) : [];
    if (names.length === 0 || next(5) === 0) return [holder, name];
    holder = part;
    name = names[next(names.length)] as string;
  }
}

/** The same numbers each time, so that a failure can be seen again. */
function random(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return (state >>> 8) % below;
  };
}
