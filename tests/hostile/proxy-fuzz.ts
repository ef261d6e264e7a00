import fc from 'fast-check';

/** How a client sends one message. A `sound` message is valid and unambiguous; all others must be rejected. */
export interface ClientMessage {
  readonly method: string;
  /** The query before the mark. */
  readonly query: string;
  readonly decoys: readonly (keyof typeof decoys)[];
  readonly framing:
    | { readonly kind: 'none' | 'length' }
    | { readonly kind: 'chunks'; readonly size: number }
    /** Header lines that two servers could interpret differently. */
    | { readonly kind: 'unsound'; readonly lines: string; readonly times: number; readonly size: number }
    /** The client disconnects in the middle of the body. */
    | { readonly kind: 'partial'; readonly in: 'length' | 'chunks' }
    /** Not a message. */
    | { readonly kind: 'noise'; readonly bytes: string };
  readonly body: string;
  readonly response: ResponseName;
  /** The number of writes of the response. */
  readonly pieces: number;
}

export interface ClientPlan {
  readonly messages: readonly ClientMessage[];
  /** The number of writes of the messages. */
  readonly pieces: number;
  readonly ending: 'reset' | 'half-close';
}

/** A request that is only sent within bodies. */
const smuggled = 'GET /api/v1/providers?mark=smuggled HTTP/1.1\r\nHost: localhost\r\n\r\n';
const extra = 'HTTP/1.1 200 OK\r\nX-Mark: extra\r\nContent-Length: 5\r\n\r\nextra';

const ok = (mark: string, more = '') =>
  `HTTP/1.1 200 OK\r\nX-Mark: ${mark}\r\nContent-Type: application/json\r\n${more}`;
const own = (mark: string) => `{"success":true,"data":"own ${mark}"}`;
const long = (mark: string) => ok(mark, `Content-Length: ${own(mark).length}\r\n\r\n${own(mark)}`);
const inChunks = (mark: string) => ok(mark, `Transfer-Encoding: chunked\r\n\r\n${chunked(own(mark), 7)}`);

/** Responses of the server, most of them hostile. */
export const responses = {
  'a length': long,
  chunks: inChunks,
  'an end by closing': (mark: string) => ok(mark, `\r\n${own(mark)}`),
  'an old version': (mark: string) => long(mark).replace('HTTP/1.1', 'HTTP/1.0'),
  'interim responses': (mark: string) =>
    `${'HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n'.repeat(3)}${long(mark)}`,
  'connection options': (mark: string) =>
    long(mark).replace('\r\n', '\r\nConnection: content-length, content-type, x-hop\r\nX-Hop: extra\r\n'),
  trailers: (mark: string) => inChunks(mark).replace(/\r\n$/, 'X-Mark: extra\r\n\r\n'),
  'an unusual reason phrase': (mark: string) => long(mark).replace('200 OK', '503 Gone Fishing'),
  'a wrong content coding': (mark: string) => long(mark).replace('\r\n', '\r\nContent-Encoding: gzip\r\n'),
  'deeply nested JSON': (mark: string) =>
    ok(mark, `Content-Length: 200000\r\n\r\n${'['.repeat(100_000)}${']'.repeat(100_000)}`),
  'odd JSON and headers': (mark: string) => {
    const json = `{"__proto__":{"a":1},"success":"own ${mark}","data":[null,1e999,"\\ud800"]}`;
    return ok(
      mark,
      `Location: http://[%zz\r\nRetry-After: -1e9\r\nContent-Length: ${json.length}\r\n\r\n${json}`,
    );
  },
  'a long body': (mark: string) => ok(mark, `Content-Length: 300000\r\n\r\n${'x'.repeat(300_000)}`),
  'more after a length': (mark: string) => long(mark) + extra,
  'more after chunks': (mark: string) => inChunks(mark) + extra,
  'more after 204': (mark: string) =>
    `HTTP/1.1 204 No Content\r\nX-Mark: ${mark}\r\nContent-Length: 9\r\n\r\n${extra}`,
  'more after 304': (mark: string) =>
    `HTTP/1.1 304 Not Modified\r\nX-Mark: ${mark}\r\nContent-Length: 9\r\n\r\n${extra}`,
  'noise after a length': (mark: string) =>
    `${long(mark).replace('\r\n', '\r\nConnection: close\r\n')}\x00extra\xff`,
  'a truncated body': (mark: string) => ok(mark, `Content-Length: 5000\r\n\r\n${own(mark)}`),
  'truncated chunks': (mark: string) => inChunks(mark).slice(0, -8),
  'invalid chunks': (mark: string) => inChunks(mark).replace('\r\n7\r\n', '\r\n-7\r\n'),
  'two lengths': (mark: string) => ok(mark, `Content-Length: 2\r\nContent-Length: 3\r\n\r\n{}${extra}`),
  'both a length and chunks': (mark: string) =>
    ok(mark, `Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n${extra}`),
  'an odd coding': (mark: string) =>
    ok(mark, `Transfer-Encoding: gzip\r\nContent-Length: 2\r\n\r\n{}${extra}`),
  'status 000': (mark: string) => long(mark).replace('200 OK', '000 '),
  'status 101': (mark: string) =>
    `HTTP/1.1 101 Switching Protocols\r\nX-Mark: ${mark}\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n${extra}`,
  'status 999': (mark: string) => long(mark).replace('200 OK', '999 Odd'),
  'a status that is not a number': (mark: string) => long(mark).replace('200 OK', '2x0 OK'),
  'a control character in the reason': (mark: string) => long(mark).replace('OK', '\x01\x1b[31m'),
  'a control character in a header': (mark: string) => long(mark).replace('json', 'js\x00on'),
  'an invalid header': (mark: string) => long(mark).replace('\r\n', '\r\nnone\r\n'),
  'a folded header': (mark: string) => long(mark).replace('\r\n', '\r\nX-A: b\r\n Content-Length: 1\r\n'),
  'bare line feeds': (mark: string) => long(mark).replaceAll('\r\n', '\n'),
  'endless headers': (mark: string) => ok(mark, 'X-More: of the same\r\n'.repeat(2000)),
  'endless interim responses': () => 'HTTP/1.1 103 Early Hints\r\n\r\n'.repeat(3000),
  'an unsupported version': (mark: string) => long(mark).replace('HTTP/1.1', 'HTTP/2.0'),
  'another protocol': () => 'SSH-2.0-OpenSSH_9.6\r\n',
  'truncated headers': (mark: string) => ok(mark),
  nothing: () => '',
  /** Sent before the request body is read. */
  'an early end': (mark: string) => long(mark).replace('200 OK', '413 Payload Too Large'),
  /** The connection remains open until the client closes it. */
  silence: () => '',
  reset: () => '',
} as const;

export type ResponseName = keyof typeof responses;

/** @param size the size of each chunk */
function chunked(body: string, size: number): string {
  const chunks = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.slice(at, at + size);
    chunks.push(`${chunk.length.toString(16)}\r\n${chunk}\r\n`);
  }
  return `${chunks.join('')}0\r\n\r\n`;
}

export function isSound({ framing }: ClientMessage): boolean {
  return ['none', 'length', 'chunks'].includes(framing.kind);
}

/** The bytes of a message. */
export function bytesOf({ method, query, framing, body, ...more }: ClientMessage, mark: string): string {
  const head = `${method} /api/v1/providers?${query}mark=${mark} HTTP/1.1\r\nHost: localhost\r\n${more.decoys.map((name) => decoys[name]).join('')}`;
  switch (framing.kind) {
    case 'none':
      return `${head}\r\n`;
    case 'length':
      return `${head}Content-Length: ${body.length}\r\n\r\n${body}`;
    case 'chunks':
      return `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(body, framing.size)}`;
    case 'unsound':
      return `${head}${framing.lines.repeat(framing.times)}\r\n${framing.size > 0 ? chunked(body, framing.size) : body}`;
    case 'partial':
      return framing.in === 'length'
        ? `${head}Content-Length: ${body.length + 5}\r\n\r\n${body}`
        : `${head}Transfer-Encoding: chunked\r\n\r\n${chunked(`${body} `, 9).slice(0, -5)}`;
    case 'noise':
      // Not a valid first character of a method.
      return `@${framing.bytes}`;
  }
}

const bytes = fc.array(fc.nat(255), { maxLength: 40 }).map((codes) => String.fromCharCode(...codes));
const body = fc.oneof(
  fc.constantFrom(
    smuggled,
    `0\r\n\r\n${smuggled}`,
    `\r\n\r\n${smuggled}${smuggled}`,
    '',
    '{"a": 1}',
    'x'.repeat(70_000),
  ),
  bytes,
);
const methods = fc.constantFrom('GET', 'GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'HEAD');

/** Header lines that must not change how a message is parsed. */
const decoys = {
  'Content-Length as a connection option': 'Connection: content-length\r\n',
  'Transfer-Encoding as a connection option': 'Connection: Transfer-Encoding, host\r\n',
  'Authorization as a connection option': 'Connection: keep-alive, authorization\r\n',
  'a close': 'Connection: close\r\n',
  'many headers': 'a:\r\n'.repeat(1500),
  'an expectation': 'Expect: 100-continue\r\n',
  trailers: 'TE: trailers\r\nTrailer: X-Mark\r\n',
  'a keep-alive': 'Keep-Alive: timeout=99\r\nProxy-Connection: keep-alive\r\n',
  'an upgrade that is not a connection option': 'Upgrade: h2c\r\n',
  'a content coding': 'Content-Encoding: gzip\r\n',
  'a similar header name': 'X-Content-Length: 5\r\n',
  'an API key': 'Authorization: Bearer one_secret_key\r\n',
  'non-ASCII bytes': 'X-Bytes: \x80\xff\t\r\n',
};

const oddValue = fc.oneof(
  fc.constantFrom(
    'identity',
    'gzip',
    'xchunked',
    'chunked, gzip',
    'gzip, chunked',
    'chunked;q=1',
    '\x0bchunked',
  ),
  bytes,
);
const unsound = fc.oneof(
  fc.constantFrom(
    'Content-Length: 3\r\nTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nContent-Length: 3\r\n',
    'Content-Length: 3\r\nContent-Length: 0\r\n',
    'Content-Length: 0, 0\r\n',
    'Content-Length: -1\r\n',
    'Content-Length: 0x5\r\n',
    'Content-Length: 99999999999999999999999\r\n',
    'Content-Length : 3\r\n',
    'Transfer-Encoding : chunked\r\n',
    'X-A: b\r\n Transfer-Encoding: chunked\r\n',
    'X-A: b\nTransfer-Encoding: chunked\r\n',
    'X-A: b\rTransfer-Encoding: chunked\r\n',
    'Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n',
    'Host: y\r\n',
    'Expect: a-miracle\r\n',
    'Connection: Upgrade\r\nUpgrade: websocket\r\n',
    'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nContent-Length: 0\r\n',
  ),
  oddValue.map((value) => `Transfer-Encoding: ${value}\r\n`),
  bytes
    .filter((value) => !/^[\t ]*\d+[\t ]*$/.test(value.split('\r\n')[0] ?? ''))
    .map((value) => `Content-Length: +${value}\r\n`),
);

const framing: fc.Arbitrary<ClientMessage['framing']> = fc.oneof(
  { weight: 3, arbitrary: fc.constant({ kind: 'none' as const }) },
  { weight: 4, arbitrary: fc.constant({ kind: 'length' as const }) },
  {
    weight: 4,
    arbitrary: fc.record({ kind: fc.constant('chunks' as const), size: fc.integer({ min: 1, max: 9000 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.oneof(
      fc.record({
        kind: fc.constant('unsound' as const),
        lines: unsound,
        times: fc.constant(1),
        size: fc.nat(40),
      }),
      fc.constant({ kind: 'unsound' as const, lines: 'X-More: of the same\r\n', times: 2000, size: 0 }),
    ),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      kind: fc.constant('partial' as const),
      in: fc.constantFrom('length' as const, 'chunks' as const),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('noise' as const), bytes }) },
);

const message: fc.Arbitrary<ClientMessage> = fc.record({
  method: methods,
  query: fc.constantFrom(
    '',
    '',
    '%zz&',
    'token=%E0%A4%A&',
    '&&=&',
    '"<>{}|\\^`&',
    '__proto__=1&',
    `x=${'%41'.repeat(2000)}&`,
  ),
  decoys: fc.subarray(Object.keys(decoys) as (keyof typeof decoys)[], { maxLength: 3 }),
  framing,
  body,
  response: fc.oneof(
    fc.constantFrom(...(Object.keys(responses) as ResponseName[])),
    fc.constantFrom<ResponseName>('a length', 'chunks'),
  ),
  pieces: fc.integer({ min: 1, max: 5 }),
});

/** Clients that use the proxy at the same time. */
export const clients: fc.Arbitrary<readonly ClientPlan[]> = fc.array(
  fc.record({
    messages: fc.array(message, { minLength: 1, maxLength: 4 }),
    pieces: fc.integer({ min: 1, max: 8 }),
    ending: fc.constantFrom('reset' as const, 'half-close' as const),
  }),
  { minLength: 1, maxLength: 4 },
);
