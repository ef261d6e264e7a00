import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { createIndependentServer } from '../independent/typescript/independent-server.js';
import { commandsOfCi } from '../support/command/commands-of-ci.js';
import { random } from '../support/random.js';
import { listen, respondWith } from '../support/serve.js';

/** Attacks a connection instead of responding to its request. */
export type Attack = (socket: Socket) => unknown;

const json = 'HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n';

const commands = commandsOfCi.map((command) => `${command} ${command}\n${command}`).join('\n');
const failureText = JSON.stringify({
  success: false,
  data: commands,
  error: { code: commands, message: commands, details: [commands] },
});

const names: { value?: string } = {};
const bomb: { value?: Buffer } = {};

/** Invalid responses, by a description of their fault. */
export const attacks = {
  'random bytes': (socket) => socket.end(noise(4096)),
  'a body of random bytes': (socket) => body(socket, noise(4096)),
  'truncated JSON': (socket) => body(socket, '{"success": true, "timestamp": "2026-06-15T12:00:00Z", "da'),
  'a body shorter than its Content-Length': (socket) =>
    socket.end(`${json}Content-Length: 500\r\n\r\n{"success": true`),
  'a body longer than its Content-Length': (socket) =>
    socket.write(`${json}Content-Length: 2\r\n\r\n{}{"success": true}`),
  'two Content-Lengths': (socket) => socket.end(`${json}Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}`),
  'both Content-Length and chunks': (socket) =>
    socket.end(`${json}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n`),
  'a chunk size that is too large': (socket) =>
    socket.end(`${json}Transfer-Encoding: chunked\r\n\r\nffffffffffffffff\r\n{}\r\n`),
  'chunks that end early': (socket) => socket.end(`${json}Transfer-Encoding: chunked\r\n\r\n40\r\n{"succ`),
  'chunks without a size': (socket) => socket.end(`${json}Transfer-Encoding: chunked\r\n\r\nzz\r\n{}\r\n`),
  'a body of 64 MiB': (socket) =>
    stream(socket, `${json}\r\n[`, repeat('"aaaaaaaaaaaaa",'.repeat(4096), 1024)),
  'a different body of 8 MiB each time': (socket) => data(socket, `["${'x'.repeat(8 << 20)}"]`),
  'deeply nested JSON': (socket) => data(socket, `${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'deeply nested objects': (socket) => data(socket, `${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`),
  'a million empty lists': (socket) => data(socket, `{"items": [${'[],'.repeat(1_100_000)}[]]}`),
  'hundreds of thousands of empty objects': (socket) =>
    data(socket, `{"items": [${'{},'.repeat(300_000)}{}]}`),
  'a hundred thousand properties': (socket) =>
    data(socket, `{${cached(names, () => Array.from({ length: 100_000 }, (_, at) => `"n${at}":0`).join())}}`),
  'a body that decompresses to 256 MiB': (socket) =>
    body(
      socket,
      cached(bomb, () => gzipSync(Buffer.alloc(256 << 20, ' '))),
      'Content-Encoding: gzip\r\n',
    ),
  'invalid UTF-8': (socket) =>
    body(
      socket,
      Buffer.concat([
        Buffer.from('{"success": "'),
        Buffer.from([0xc3, 0x28, 0xff, 0xed, 0xa0]),
        Buffer.from('"}'),
      ]),
    ),
  'a byte order mark': (socket) => body(socket, '\ufeff{"success": true, "data": []}'),
  'UTF-16': (socket) => body(socket, Buffer.from('{"success": true, "data": []}', 'utf16le')),
  'duplicate property names': (socket) =>
    body(socket, '{"success": true, "success": false, "data": [], "data": {}, "error": null, "error": {}}'),
  'invalid numbers': (socket) => data(socket, '{"items": [NaN, Infinity, -Infinity, 0x10, 1e400]}'),
  'numbers that are too large': (socket) =>
    data(
      socket,
      `{"items": [1e400, -1e400, ${'9'.repeat(400)}], "total": 1e400, "global_esr": -1e400, "pagination": {"total_items": 1e400}}`,
    ),
  'unpaired surrogates': (socket) =>
    data(socket, '[{"provider_id": "\\ud800", "provider_name": "\\udfff"}, {"provider_id": "\\u0000"}]'),
  'an empty body': (socket) => body(socket, ''),
  'a string': (socket) => body(socket, '"success"'),
  'slow headers': (socket) => stream(socket, '', drip(`${json}X-Slow: ${'x'.repeat(100_000)}`)),
  'a slow body': (socket) => stream(socket, `${json}\r\n`, drip(`[${'1,'.repeat(100_000)}`)),
  'endless headers': (socket) => stream(socket, json, repeat('X-More: of the same\r\n')),
  'an endless header': (socket) => stream(socket, `${json}X-Long: `, repeat('and so on '.repeat(100))),
  'endless interim responses': (socket) => stream(socket, '', repeat('HTTP/1.1 103 Early Hints\r\n\r\n')),
  'a control character in a header': (socket) => socket.end(`${json}X-Null: \u0000\r\n\r\n{}`),
  'a header of a megabyte': (socket) =>
    socket.end(`${json}X-Long: ${'x'.repeat(1 << 20)}\r\nContent-Length: 2\r\n\r\n{}`),
  'bare line breaks in headers': (socket) =>
    socket.end(`${json}X-Split: a\nSet-Cookie: b\rContent-Length: 0\r\n\r\n{}`),
  'an unexpected 304': (socket) => socket.end('HTTP/1.1 304 Not Modified\r\nETag: "x"\r\n\r\n'),
  'terminal control sequences': (socket) =>
    data(
      socket,
      '{"items": [{"id": "\\u001b[2J\\u009b31m\\r\\nCONFORMS", "kind": "\\u202e"}], "\\u001b]0;title\\u0007": 1}',
    ),
  'commands of CI systems': (socket) =>
    socket.end(`${json.replace('200 OK', '400 ##[error]x')}X-Request-Id: ##[group]x\r\n\r\n${failureText}`),
  'HTML markup': (socket) =>
    socket.end(
      `HTTP/1.1 500 <script>\r\nX-Markup: ]]><script>\r\n\r\n{"success": false, "error": {"code": "</pre><script>alert(1)</script>]]>&#0;&undefined;", "message": "<img src=x onerror=alert(1)>\\u0000\\ud800", "details": "| --- | \`\`\` </details>"}}`,
    ),
  'IDs of a megabyte': (socket) => {
    const id = 'x'.repeat(1 << 20);
    data(
      socket,
      `{"id": "${id}", "items": [{"id": "${id}", "provider_id": "${id}", "recommendation_id": "${id}"}], "pagination": {"total_items": 1, "total_pages": 1, "current_page": 1, "page_size": 1, "has_next": false, "has_previous": false}}`,
    );
  },
  'a redirect to itself': (socket) =>
    socket.end('HTTP/1.1 307 Temporary Redirect\r\nLocation: /api/v1/providers\r\nContent-Length: 0\r\n\r\n'),
  'a protocol upgrade': (socket) =>
    socket.end('HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: nonsense\r\n\r\n'),
  'an invalid status': (socket) => socket.end('HTTP/1.1 999 Odd\r\nContent-Length: 0\r\n\r\n'),
  'a 204 with a body': (socket) => socket.end('HTTP/1.1 204 No Content\r\n\r\n{"success": true}'),
  'a connection reset': (socket) => socket.resetAndDestroy(),
  'a closed connection': (socket) => socket.end(),
  'no response': () => undefined,
  'a permanent 429': (socket) =>
    socket.end('HTTP/1.1 429 Too Many Requests\r\nRetry-After: 1\r\nContent-Length: 2\r\n\r\n{}'),
  'null for everything': (socket) => body(socket, 'null'),
  'properties of wrong types': (socket) =>
    body(
      socket,
      '{"success": "yes", "timestamp": 5, "error": [null], "data": {"items": {"length": 1e9}, "pagination": [], ' +
        '"__proto__": {"polluted": true}, "constructor": null, "id": {}, "key": 7, "accounts": [3, null, "x", [[]]]}}',
    ),
  'endless pages': (socket) =>
    body(
      socket,
      '{"success": true, "timestamp": "2026-06-15T12:00:00Z", "data": {"items": [{"id": "a", "provider_id": "b", ' +
        '"recommendation_id": "c", "kind": "reserved_instance", "status": "active", "provider": "provider_a"}], ' +
        '"pagination": {"total_items": 1e300, "total_pages": 1e300, "current_page": 1, "page_size": 1e-9, ' +
        '"has_next": true, "has_previous": true}}}',
    ),
} satisfies Readonly<Record<string, Attack>>;

function body(socket: Socket, content: string | Buffer, headers = ''): void {
  socket.write(`${json}${headers}Content-Length: ${Buffer.byteLength(content)}\r\n\r\n`);
  socket.write(content);
}

/** Sends a success envelope with this data. */
function data(socket: Socket, content: string): void {
  body(socket, `{"success": true, "timestamp": "2026-06-15T12:00:00Z", "data": ${content}}`);
}

/** Creates an expensive value on first use. */
function cached<T>(store: { value?: T }, create: () => T): T {
  store.value ??= create();
  return store.value;
}

/** Sends the headers and then the parts, until the client disconnects. */
function stream(socket: Socket, head: string, parts: Iterable<string> | AsyncIterable<string>): void {
  socket.write(head);
  // Most of these end when the client disconnects.
  pipeline(Readable.from(parts), socket).catch(() => undefined);
}

function* repeat(text: string, times = Number.POSITIVE_INFINITY): Generator<string> {
  for (let count = 0; count < times; count += 1) yield text;
}

async function* drip(text: string): AsyncGenerator<string> {
  for (const character of text) {
    yield character;
    await sleep(10);
  }
}

function noise(length: number): Buffer {
  const next = random(12345);
  return Buffer.from(Array.from({ length }, () => next(256)));
}

/** A correct server, except for the requests that are attacked, counted from 1. */
export async function serveHostile(
  keys: readonly string[],
  attack: Attack,
  attacked: (request: number) => boolean,
) {
  const handler = createIndependentServer({ keys });
  let count = 0;
  const server = createServer(async (incoming, outgoing) => {
    count += 1;
    if (attacked(count)) attack(incoming.socket);
    else await respondWith(handler, incoming, outgoing);
  });
  // The client may disconnect at any time.
  server.on('connection', (socket) => socket.on('error', () => undefined));
  return { ...(await listen(server)), requests: () => count };
}
