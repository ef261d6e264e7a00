import { connect, type Socket } from 'node:net';

/** The bytes that a client sends over one connection, and how. */
export interface RawAttack {
  readonly bytes: Buffer;
  /** Where the bytes are split into several writes, in thousandths of their length. */
  readonly cuts: readonly number[];
  /**
   * How the connection ends: half-closed when the server has been quiet for a while, reset after the last write or at
   * the first byte of a response, or closed by the server.
   */
  readonly ending: 'half-close' | 'reset' | 'reset-at-response' | 'wait';
}

/** One response on the wire. */
export interface RawResponse {
  readonly status: number;
  /** Values by lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Generous, for loaded machines. */
export const timeoutMs = 20_000;
const quietMs = 30;

/**
 * Sends the bytes and returns the received ones.
 *
 * @throws {Error} if the server does not close the connection
 */
export async function perform(port: number, { bytes, cuts, ending }: RawAttack): Promise<Buffer> {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true });
  const received: Buffer[] = [];
  const closed = closeOf(socket);
  let quiet: NodeJS.Timeout | undefined;
  const waitForQuiet = () => {
    clearTimeout(quiet);
    if (ending === 'half-close') quiet = setTimeout(() => socket.end(), quietMs);
  };
  socket.on('data', (chunk: Buffer) => {
    received.push(chunk);
    if (ending === 'reset-at-response') socket.resetAndDestroy();
    else if (quiet) waitForQuiet();
  });
  for (const part of partsOf(bytes, cuts)) {
    if (socket.destroyed) break;
    socket.write(part);
    await new Promise(setImmediate);
  }
  if (ending === 'reset') socket.resetAndDestroy();
  else waitForQuiet();
  // In case there is no response.
  if (ending === 'reset-at-response') quiet = setTimeout(() => socket.resetAndDestroy(), 10 * quietMs);
  await closed.finally(() => clearTimeout(quiet));
  return Buffer.concat(received);
}

function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server did not close the connection within ${timeoutMs} ms.`));
    }, timeoutMs);
    // Errors show in the missing responses.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(timer);
      resolve();
    });
  });
}

function partsOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...cuts].sort((a, b) => a - b).map((cut) => Math.floor((cut / 1000) * bytes.length));
  return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

/**
 * Parses the received bytes of a connection.
 *
 * @returns the complete responses, without interim ones, and the remaining bytes
 */
export function responsesIn(bytes: Buffer): { responses: RawResponse[]; rest: Buffer } {
  const responses: RawResponse[] = [];
  let rest = bytes;
  for (;;) {
    const end = rest.indexOf('\r\n\r\n');
    if (end < 0) return { responses, rest };
    const [line = '', ...lines] = rest.toString('latin1', 0, end).split('\r\n');
    const status = Number(/^HTTP\/1\.1 ([1-5]\d\d) /.exec(line)?.[1]);
    if (Number.isNaN(status)) return { responses, rest };
    const headers = Object.fromEntries(
      lines.map((header) => [
        header.slice(0, header.indexOf(':')).toLowerCase(),
        header.slice(header.indexOf(':') + 1).trim(),
      ]),
    );
    const body = rest.subarray(end + 4);
    // A response to HEAD has a Content-Length but no body; every body here is an object.
    const length = body[0] === 0x7b ? Number(headers['content-length'] ?? 0) : 0;
    if (body.length < length) return { responses, rest };
    if (status >= 200) responses.push({ status, headers, body: body.toString('utf8', 0, length) });
    rest = body.subarray(length);
  }
}
