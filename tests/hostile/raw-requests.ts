import fc from 'fast-check';
import { operations } from '../../src/generated/operations.js';
import type { Play } from './raw-client.js';

/** What is in every request of a hostile client that names anything, and in none of an honest one. */
export const hostileMark = 'hostile';

const text = (value: string) => Buffer.from(value, 'latin1');
const crlf = '\r\n';

const oddText = fc.oneof(
  fc.constantFrom(
    '',
    ' ',
    '0',
    '-1',
    '1e9',
    'null',
    '%',
    '%zz',
    '%00',
    '%ff',
    '..%2f..',
    '__proto__',
    '\t',
    '\x00',
    'é',
  ),
  fc.string({ maxLength: 20 }),
  fc
    .constantFrom('x', '9', '%25', 'a,')
    .chain((piece) => fc.constantFrom(300, 9000, 20_000).map((n) => piece.repeat(n))),
);

const paths = [...new Set(Object.values(operations).map(({ path }) => path))];
const parameterNames = [
  ...new Set(
    Object.values(operations).flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ),
  ),
];
const target = fc
  .record({
    path: fc.constantFrom(...paths),
    id: fc.oneof(fc.constantFrom(hostileMark, 'provider_a', 'ri-7f3a2c10', '4711', 'rec-1001'), oddText),
    query: fc.array(
      fc.tuple(
        fc.oneof(fc.constantFrom(...parameterNames), fc.string({ maxLength: 5 })),
        fc.oneof(fc.constantFrom('1', '2026-01-01', 'provider_a', 'json'), oddText),
      ),
      { maxLength: 3 },
    ),
    form: fc.constantFrom('', '', '', '', 'http://elsewhere.example', '//', '*'),
  })
  .map(({ path, id, query, form }) => {
    const search = query.map(([name, value]) => `${name}=${value}`).join('&');
    return `${form}${path.replace(/\{\w+\}/, id)}${search && `?${search}`}`;
  });

const method = fc.constantFrom(
  'GET',
  'GET',
  'POST',
  'PUT',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'PATCH',
  'TRACE',
  'CONNECT',
  'get',
  '',
);

/** `Mock-Latency` and `Prefer` are left out: they make a mock slow, or fail, on purpose. */
const header = fc.tuple(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.constantFrom(
        'Authorization',
        'Idempotency-Key',
        'If-Match',
        'Content-Type',
        'Origin',
        'Expect',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom(
        'Content-Encoding',
        'Connection',
        'Upgrade',
        'Access-Control-Request-Method',
        'Trailer',
      ),
    },
    {
      weight: 2,
      arbitrary: fc.constantFrom('Host', 'Content-Length', 'Transfer-Encoding', 'X-Request-Id', 'Cookie'),
    },
    { weight: 1, arbitrary: fc.string({ maxLength: 8 }) },
  ),
  fc.oneof(
    fc.constantFrom(
      'Bearer ccc_test_reader',
      'Basic eA==',
      'application/json',
      'application/json; charset=utf-16',
      'gzip',
    ),
    fc.constantFrom(
      'close',
      'keep-alive, content-length',
      '100-continue',
      'websocket',
      'chunked',
      'gzip, chunked',
      '5',
      '5, 6',
    ),
    fc.constantFrom('http://evil.example', 'null', '"7"', '*', 'GET', '\r\n folded', 'a\nb: c'),
    oddText,
  ),
);

const endpoint = fc.nat(999).map((n) => ({
  url: `https://hooks.example/${hostileMark}-${n}`,
  event_types: ['optimization.completed'],
}));
const body = fc.oneof(
  { weight: 3, arbitrary: endpoint.map((value) => JSON.stringify(value)) },
  { weight: 3, arbitrary: fc.json({ maxDepth: 4 }) },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        endpoint,
        fc.constantFrom('url', 'event_types', 'description', 'value', '__proto__'),
        fc.jsonValue(),
      )
      .map(([value, name, other]) => JSON.stringify({ ...value, [name]: other })),
  },
  { weight: 1, arbitrary: fc.constantFrom('[', '{"a":').map((open) => open.repeat(50_000)) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '',
      '\ufeff{}',
      '{"a":1}{}',
      '{"url":"\\ud800"}',
      '\x00',
      '\xff\xfe{\x00}\x00',
    ),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(60_000, 1_048_576, 1_100_000).map((n) => JSON.stringify('x'.repeat(n - 2))),
  },
);

type Framing = (body: string) => string;
const lengthOf: Framing = (content) => `Content-Length: ${content.length}${crlf}${crlf}${content}`;
const chunksOf = (size: number, content: string, more = '') =>
  (content.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [])
    .map((chunk) => `${chunk.length.toString(16)}${more}${crlf}${chunk}${crlf}`)
    .join('');
const chunkedOf =
  (size: number, more = '', last = `0${crlf}${crlf}`): Framing =>
  (content) =>
    `Transfer-Encoding: chunked${crlf}${crlf}${chunksOf(Math.max(size, content.length >> 6), content, more)}${last}`;

const rightFraming: fc.Arbitrary<Framing> = fc.constantFrom(
  lengthOf,
  lengthOf,
  chunkedOf(7),
  chunkedOf(1000),
  chunkedOf(50, ';name=value'),
  chunkedOf(50, '', `0${crlf}X-Trailer: x${crlf}${crlf}`),
);
const wrongFraming: fc.Arbitrary<Framing> = fc.oneof(
  fc.constantFrom<Framing>(
    (content) => `${crlf}${content}`,
    (content) => `Content-Length: ${content.length}${crlf}${lengthOf(content)}`,
    (content) => `Content-Length: ${content.length + 1}${crlf}${lengthOf(content)}`,
    (content) => `Content-Length: 0${crlf}${chunkedOf(9)(content)}`,
    (content) => `Transfer-Encoding: gzip, chunked${crlf}${crlf}${content}`,
    (content) => `Transfer-Encoding: chunked, identity${crlf}${crlf}${content}`,
    (content) => `Transfer-Encoding : chunked${crlf}${crlf}0${crlf}${crlf}${content}`,
    chunkedOf(9, '', ''),
    chunkedOf(9, '', `ffffffffffffffffff${crlf}`),
    chunkedOf(9, ' \n'),
    chunkedOf(9, ';'.repeat(20_000)),
  ),
  fc
    .oneof(
      fc.constantFrom('+5', '0x10', '-1', '5 5', '1e1', '99999999999999999999', ''),
      fc.nat(2000).map(String),
    )
    .map(
      (length): Framing =>
        (content) =>
          `Content-Length: ${length}${crlf}${crlf}${content}`,
    ),
);

const request = (framing: fc.Arbitrary<Framing>) =>
  fc
    .record({
      method,
      target,
      version: fc.constantFrom(
        'HTTP/1.1',
        'HTTP/1.1',
        'HTTP/1.1',
        'HTTP/1.1',
        'HTTP/1.0',
        'HTTP/2.0',
        'HTTP/1.1 ',
        '',
      ),
      host: fc.constantFrom('Host: localhost', 'Host: localhost', 'Host: localhost', 'Host:', 'X: y'),
      key: fc.constantFrom('Authorization: Bearer ccc_test_caller', 'Content-Type: application/json'),
      headers: fc.array(header, { maxLength: 4 }),
      framing,
      body,
      hasBody: fc.boolean(),
    })
    .map(({ method, target, version, host, key, headers, framing, body, hasBody }) => {
      const lines = [`${method} ${target} ${version}`, host, key, 'Content-Type: application/json'];
      const head = [...lines, ...headers.map(([name, value]) => `${name}: ${value}`)].join(crlf);
      return text(`${head}${crlf}${hasBody ? framing(body) : crlf}`);
    });

const garbage = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc
    .constantFrom(
      'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      '\r\n\r\n\r\n',
      'GET\r\n\r\n',
      'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n',
      `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(3000)}\r\n`,
      '\x00'.repeat(500),
    )
    .map(text),
);

const message = fc.oneof(
  { weight: 5, arbitrary: request(rightFraming) },
  { weight: 3, arbitrary: request(wrongFraming) },
  { weight: 1, arbitrary: garbage },
);

type Mutation = (bytes: Buffer) => Buffer;
const mutation: fc.Arbitrary<Mutation> = fc
  .record({
    kind: fc.constantFrom('replace', 'remove', 'insert', 'repeat'),
    at: fc.nat(999),
    length: fc.integer({ min: 1, max: 40 }),
    bytes: fc.oneof(
      fc.uint8Array({ minLength: 1, maxLength: 4 }).map((b) => Buffer.from(b)),
      fc.constantFrom(...'\r\n\0:, \t'.split(''), crlf, `${crlf}${crlf}`).map(text),
    ),
  })
  .map(({ kind, at, length, bytes }) => (whole) => {
    const start = Math.floor((at / 1000) * whole.length);
    const before = whole.subarray(0, start);
    if (kind === 'replace') return Buffer.concat([before, bytes, whole.subarray(start + bytes.length)]);
    if (kind === 'remove') return Buffer.concat([before, whole.subarray(start + length)]);
    const piece = kind === 'insert' ? bytes : whole.subarray(start, start + length);
    return Buffer.concat([before, piece, whole.subarray(start)]);
  });

const bytes = fc
  .tuple(fc.array(message, { minLength: 1, maxLength: 4 }), fc.array(mutation, { maxLength: 2 }))
  .map(([messages, mutations]) =>
    mutations.reduce((whole, mutate) => mutate(whole), Buffer.concat(messages)),
  );

const cuts = fc.array(fc.nat(999), { maxLength: 5 });

/** What one hostile client sends: requests one behind the other, some of them broken, in any pieces. */
export const play: fc.Arbitrary<Play> = fc.record({
  bytes,
  cuts,
  ending: fc.constantFrom('half-close', 'half-close', 'half-close', 'reset', 'reset-at-response'),
});

/** One that ends within a request, and then sends nothing more. */
export const unfinishedPlay: fc.Arbitrary<Play> = fc.record({
  bytes: bytes.map((sent) => Buffer.concat([sent, text('GET /unfinished HTTP/1.1\r\nX: ')])),
  cuts,
  ending: fc.constant('wait'),
});
