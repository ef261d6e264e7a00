import { connect, type Socket } from 'node:net';

/** What a client sends over one connection, and how. */
export interface Play {
  readonly bytes: Buffer;
  /** Where the bytes are cut into writes of their own, in thousandths of their length. */
  readonly cuts: readonly number[];
  /**
   * How it ends: by a half-closed connection once the server has sent nothing for a while, by a reset right
   * after the last write or at the first byte of a response, or by waiting until the server closes it.
   */
  readonly ending: 'half-close' | 'reset' | 'reset-at-response' | 'wait';
}

/** One response as it came over a socket. */
export interface RawResponse {
  readonly status: number;
  /** By lower-case name. */
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

/** Longer than anything takes, on a machine that has much else to do. */
export const patienceMs = 20_000;
const quietMs = 30;

/**
 * Plays it and collects what comes back.
 *
 * @throws when the server does not close the connection
 */
export async function perform(port: number, { bytes, cuts, ending }: Play): Promise<Buffer> {
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
  // Where no response comes, there is none to wait for.
  if (ending === 'reset-at-response') quiet = setTimeout(() => socket.resetAndDestroy(), 10 * quietMs);
  await closed.finally(() => clearTimeout(quiet));
  return Buffer.concat(received);
}

function closeOf(socket: Socket): Promise<void> {
  return new Promise((resolve, reject) => {
    const late = setTimeout(() => {
      socket.destroy();
      reject(new Error(`The server did not close the connection within ${patienceMs} ms.`));
    }, patienceMs);
    // What an error means shows in what did not come.
    socket.on('error', () => undefined);
    socket.once('close', () => {
      clearTimeout(late);
      resolve();
    });
  });
}

function partsOf(bytes: Buffer, cuts: readonly number[]): Buffer[] {
  const places = [...cuts].sort((a, b) => a - b).map((cut) => Math.floor((cut / 1000) * bytes.length));
  return [0, ...places].map((place, index) => bytes.subarray(place, places[index] ?? bytes.length));
}

/**
 * Takes what came over a connection apart.
 *
 * @returns the whole responses, without interim ones, and the bytes that are none
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
    // A response to HEAD names the length of a body that it does not have; every body here is an object.
    const length = body[0] === 0x7b ? Number(headers['content-length'] ?? 0) : 0;
    if (body.length < length) return { responses, rest };
    if (status >= 200) responses.push({ status, headers, body: body.toString('utf8', 0, length) });
    rest = body.subarray(length);
  }
}
