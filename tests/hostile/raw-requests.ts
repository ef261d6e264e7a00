import fc from 'fast-check';
import { type Operation, operations } from '../../src/generated/operations.js';
import type { RawAttack } from './raw-client.js';

/** A mark in the data of hostile clients, which honest clients do not send. */
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
    .chain((piece) => fc.constantFrom(300, 300, 300, 9000, 20_000).map((n) => piece.repeat(n))),
);

const allOperations: readonly Operation[] = operations;
const parameterNames = [
  ...new Set(
    allOperations.flatMap(({ parameters }) =>
      parameters.filter((parameter) => parameter.in === 'query').map(({ name }) => name),
    ),
  ),
];

/** Without `Mock-Latency` and `Prefer`, which make the mock slow or fail intentionally. */
const soundHeader = fc.oneof(
  fc.nat(30).map((n) => `Idempotency-Key: 00000000-0000-4000-8000-0000000000${10 + n}`),
  fc.constantFrom('If-Match: "7"', 'If-Match: *', 'Origin: http://evil.example', 'Connection: keep-alive'),
  fc.constantFrom('Expect: 100-continue', 'Cookie: a=b', 'X-Request-Id: hostile', 'Connection: close'),
);
const oddHeader = fc
  .tuple(
    fc.oneof(
      fc.constantFrom('Authorization', 'Idempotency-Key', 'If-Match', 'Content-Type', 'Origin', 'Expect'),
      fc.constantFrom(
        'Content-Encoding',
        'Connection',
        'Upgrade',
        'Access-Control-Request-Method',
        'Trailer',
      ),
      fc.constantFrom('Host', 'Content-Length', 'Transfer-Encoding', 'X-Request-Id', 'Cookie'),
      fc.string({ maxLength: 8 }),
    ),
    fc.oneof(
      fc.constantFrom('Bearer ccc_test_reader', 'Basic eA==', 'application/json; charset=utf-16', 'gzip'),
      fc.constantFrom('close', 'keep-alive, content-length', '100-continue', 'websocket', 'chunked', '5, 6'),
      fc.constantFrom('http://evil.example', 'null', '"7"', '*', 'GET', '\r\n folded', 'a\nb: c'),
      oddText,
    ),
  )
  .map(([name, value]) => `${name}: ${value}`);

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
  (content.match(new RegExp(`[\\s\\S]{1,${size}}`, 'g')) ?? [])
    .map((chunk) => `${chunk.length.toString(16)}${more}${crlf}${chunk}${crlf}`)
    .join('');
const chunkedOf =
  (size: number, more = '', last = `0${crlf}${crlf}`): Framing =>
  (content) =>
    `Transfer-Encoding: chunked${crlf}${crlf}${chunksOf(Math.max(size, content.length >> 6), content, more)}${last}`;

const validFraming: fc.Arbitrary<Framing> = fc.constantFrom(
  lengthOf,
  lengthOf,
  chunkedOf(7),
  chunkedOf(1000),
  chunkedOf(50, ';name=value'),
  chunkedOf(50, '', `0${crlf}X-Trailer: x${crlf}${crlf}`),
);
const invalidFraming: fc.Arbitrary<Framing> = fc.oneof(
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

/** A request with arbitrary IDs, parameters and body. An odd one may also have an invalid form. */
const request = (isOdd: boolean) => {
  const or = <T>(valid: fc.Arbitrary<T>, odd: fc.Arbitrary<T>) =>
    isOdd ? fc.oneof({ weight: 4, arbitrary: valid }, { weight: 1, arbitrary: odd }) : valid;
  const encode = or(
    fc.constant(encodeURIComponent),
    fc.constant((value: string) => value),
  );
  return fc
    .record({
      operation: fc.oneof(
        fc.constantFrom(...allOperations),
        fc.constantFrom(...allOperations.filter(({ requestBody }) => requestBody)),
      ),
      id: fc.oneof(fc.constantFrom(hostileMark, 'provider_a', 'ri-7f3a2c10', '4711', 'whe-none'), oddText),
      query: fc.array(
        fc.tuple(
          fc.oneof({ weight: 9, arbitrary: fc.constantFrom(...parameterNames) }, oddText),
          fc.oneof(fc.constantFrom('1', '2026-01-01', 'provider_a', 'json'), oddText),
        ),
        { maxLength: 2 },
      ),
      encode,
      form: or(fc.constant(''), fc.constantFrom('http://elsewhere.example', '//', '*', 'x')),
      method: or(
        fc.constant(null),
        fc.constantFrom('HEAD', 'OPTIONS', 'PATCH', 'POST', 'TRACE', 'CONNECT', 'get', ''),
      ),
      version: or(fc.constant('HTTP/1.1'), fc.constantFrom('HTTP/1.0', 'HTTP/2.0', 'HTTP/1.1 ', '')),
      host: or(fc.constant('Host: localhost'), fc.constantFrom('Host:', 'Host: a\r\nHost: b', 'X: y')),
      key: or(
        fc.constant('Authorization: Bearer ccc_test_caller'),
        fc.constantFrom('Authorization: Bearer x', 'X: y'),
      ),
      headers: fc.array(or(soundHeader, oddHeader), { maxLength: 2 }),
      framing: or(validFraming, invalidFraming),
      body,
    })
    .map((values) => {
      const { operation, query, encode, headers } = values;
      const search = query.map(([name, value]) => `${encode(name)}=${encode(value)}`).join('&');
      const path = operation.path.replace(/\{\w+\}/, () => encode(values.id));
      const method = values.method ?? operation.method;
      const head = [
        `${method} ${values.form}${path}${search && `?${search}`} ${values.version}`,
        values.host,
        values.key,
        'Content-Type: application/json',
        ...headers,
      ].join(crlf);
      return text(`${head}${crlf}${/^P/.test(method) ? values.framing(values.body) : crlf}`);
    });
};

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

/** Requests for another protocol, after which a server may stop reading from the socket. */
const otherProtocol = fc
  .constantFrom(
    'CONNECT elsewhere.example:443 HTTP/1.1\r\nHost: x\r\n\r\n',
    'GET /api/v1/providers HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    'OPTIONS * HTTP/1.1\r\nHost: x\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: A\r\n\r\n',
  )
  .map(text);

const message = fc.oneof(
  { weight: 12, arbitrary: request(false) },
  { weight: 6, arbitrary: request(true) },
  { weight: 2, arbitrary: otherProtocol },
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
  .tuple(
    fc.array(message, { minLength: 1, maxLength: 4 }),
    fc.oneof({ weight: 3, arbitrary: fc.constant<Mutation[]>([]) }, fc.array(mutation, { maxLength: 2 })),
  )
  .map(([messages, mutations]) =>
    mutations.reduce<Buffer>((whole, mutate) => mutate(whole), Buffer.concat(messages)),
  );

const cuts = fc.array(fc.nat(999), { maxLength: 5 });

/** The bytes of one hostile client: pipelined requests, some of them broken, in any number of writes. */
export const rawAttack: fc.Arbitrary<RawAttack> = fc.record({
  bytes,
  cuts,
  ending: fc.constantFrom('half-close', 'half-close', 'half-close', 'reset', 'reset-at-response'),
});

/** An attack that stops in the middle of a request. */
export const unfinishedAttack: fc.Arbitrary<RawAttack> = fc.record({
  bytes: bytes.map((sent) => Buffer.concat([sent, text('GET /unfinished HTTP/1.1\r\nX: ')])),
  cuts,
  ending: fc.constant('wait'),
});
