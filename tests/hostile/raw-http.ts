import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** One HTTP/1.1 message on the wire. Text is Latin-1, so that one character is one byte. */
export interface RawMessage {
  /** Request line or status line. */
  readonly startLine: string;
  /** The headers, with names in lower case. */
  readonly headers: readonly (readonly [name: string, value: string])[];
  /** The body without framing. */
  readonly body: string;
}

/** The bytes are not a valid HTTP/1.1 message (RFC 9112). */
class NotHttp extends Error {
  override readonly name = 'NotHttp';
}

/** One end of a TCP connection, with its received bytes. */
export class RawConnection {
  received = '';
  isClosed = false;
  readonly #changed = new Set<() => void>();

  constructor(readonly socket: Socket) {
    socket.setNoDelay(true);
    socket.setEncoding('latin1');
    socket.on('data', (text) => {
      this.received += text;
      this.#notify();
    });
    socket.on('error', () => undefined);
    for (const event of ['end', 'close']) {
      socket.on(event, () => {
        this.isClosed = true;
        this.#notify();
      });
    }
  }

  write(text: string): void {
    if (this.socket.writable) this.socket.write(text, 'latin1');
  }

  /** @returns the received bytes, as soon as they satisfy the condition or the other side has closed */
  async until(isExpected: (received: string) => boolean = () => false): Promise<string> {
    while (!this.isClosed && !isExpected(this.received)) {
      await new Promise<void>((resolve) => this.#changed.add(resolve));
    }
    return this.received;
  }

  #notify(): void {
    for (const resolve of this.#changed) resolve();
    this.#changed.clear();
  }
}

/** A TCP server that calls a function for each connection. */
export async function rawServer(onConnection: (connection: RawConnection) => void) {
  const connections: RawConnection[] = [];
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    const connection = new RawConnection(socket);
    connections.push(connection);
    onConnection(connection);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    connections,
    async close(): Promise<void> {
      for (const { socket } of connections) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

/** @param url the URL of the server to connect to */
export async function rawClient(url: string): Promise<RawConnection> {
  const { hostname, port } = new URL(url);
  const connection = new RawConnection(connect({ host: hostname, port: Number(port), allowHalfOpen: true }));
  await once(connection.socket, 'connect');
  return connection;
}

/**
 * Parses the first request.
 *
 * @returns undefined while it is incomplete
 * @throws {NotHttp}
 */
export function readRequest(text: string): { message: RawMessage; rest: string } | undefined {
  const head = readHead(text);
  if (!head) return undefined;
  if (!/^[A-Z]+ (\/|\*)\S* HTTP\/1\.1$/.test(head.startLine)) throw new NotHttp(head.startLine);
  if (head.headers.filter(([name]) => name === 'host').length !== 1) throw new NotHttp('Host');
  return readBody(head, 0);
}

/**
 * Parses the first response.
 *
 * @param method the method of its request
 * @param isClosed whether the connection is closed
 * @returns undefined while it is incomplete
 * @throws {NotHttp}
 */
export function readResponse(
  text: string,
  { method, isClosed }: { method: string; isClosed: boolean },
): { message: RawMessage; rest: string } | undefined {
  const head = readHead(text);
  if (!head) return undefined;
  const status = /^HTTP\/1\.1 (100|[2-5]\d\d) [\t -~\x80-\xff]*$/.exec(head.startLine)?.[1];
  if (!status) throw new NotHttp(head.startLine);
  if (method === 'HEAD' || ['100', '204', '304'].includes(status)) {
    return { message: { ...head, body: '' }, rest: head.rest };
  }
  return readBody(head, isClosed ? head.rest.length : undefined);
}

type Head = Omit<RawMessage, 'body'> & { readonly rest: string };

function readHead(text: string): Head | undefined {
  const end = text.indexOf('\r\n\r\n');
  if (end < 0) return undefined;
  const [startLine = '', ...lines] = text.slice(0, end).split('\r\n');
  const headers = lines.map((line) => {
    const [, name, value] = /^([!#$%&'*+.^_`|~\w-]+):[\t ]*([\t -~\x80-\xff]*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new NotHttp(line);
    return [name.toLowerCase(), value.trim()] as const;
  });
  return { startLine, headers, rest: text.slice(end + 4) };
}

/** @param unframed the length of a body without framing, or undefined if it is not known yet */
function readBody({ rest, ...head }: Head, unframed: number | undefined) {
  const values = (name: string) =>
    head.headers.filter((header) => header[0] === name).map(([, value]) => value);
  const lengths = values('content-length');
  const codings = values('transfer-encoding');
  if (lengths.length + codings.length > 1) throw new NotHttp('more than one framing header');
  if (codings.length > 0) {
    if (codings[0] !== 'chunked') throw new NotHttp(`Transfer-Encoding: ${codings[0]}`);
    return readChunks(head, rest);
  }
  if (lengths[0] !== undefined && !/^\d+$/.test(lengths[0]))
    throw new NotHttp(`Content-Length: ${lengths[0]}`);
  const length = lengths[0] === undefined ? unframed : Number(lengths[0]);
  if (length === undefined || rest.length < length) return undefined;
  return { message: { ...head, body: rest.slice(0, length) }, rest: rest.slice(length) };
}

function readChunks(head: Omit<RawMessage, 'body'>, text: string) {
  let body = '';
  let rest = text;
  for (;;) {
    const [line, size] = /^([\da-f]{1,8})\r\n/i.exec(rest) ?? [];
    if (line === undefined || size === undefined) {
      if (rest.includes('\r\n')) throw new NotHttp(`chunk size: ${rest.slice(0, 20)}`);
      return undefined;
    }
    const length = Number.parseInt(size, 16);
    if (rest.length < line.length + length + 2) return undefined;
    const end = line.length + length;
    if (rest.slice(end, end + 2) !== '\r\n') throw new NotHttp('a chunk longer than its size');
    body += rest.slice(line.length, end);
    rest = rest.slice(end + 2);
    if (length === 0) return { message: { ...head, body }, rest };
  }
}
