import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import type { TimeStamps } from '../clock.js';
import { failureResponse } from '../envelope.js';
import { Refusal } from '../refusal.js';
import type { MockResponse } from '../types.js';

/** How long a connection stays open after a last response, for a caller that is still sending to read it. */
const lingerMs = 1000;

/** The response to what never becomes a request of the pipeline; what follows on the connection is not read. */
export function brokenResponse(refusal: Refusal, stamps: TimeStamps): MockResponse {
  const { status, headers, body } = failureResponse(refusal, stamps);
  const more = { 'Cache-Control': 'no-store', Date: stamps.date(), Connection: 'close' };
  return { status, headers: { ...headers, ...more }, body };
}

/** Responds where node:http has made no response to respond with, and ends the connection. */
export function sendBroken(socket: Duplex, refusal: Refusal, stamps: TimeStamps): void {
  const { status, headers, body } = brokenResponse(refusal, stamps);
  const length = { 'Content-Length': String(Buffer.byteLength(body ?? '')) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  // After CONNECT node:http listens to the socket no more: its errors would end the process, and a caller who
  // does not close it would hold up the end of the server.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.resume();
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** What is wrong with bytes that node:http cannot read as a request. */
export function refusalOf({ code, rawPacket }: NodeJS.ErrnoException & { rawPacket?: Buffer }): Refusal {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new Refusal('BAD_REQUEST', 'The request did not arrive in time.', { status: 408 });
    case 'HPE_HEADER_OVERFLOW':
      return new Refusal('BAD_REQUEST', 'The headers are larger than 16 KiB.', { status: 431 });
    default:
      return new Refusal(
        'BAD_REQUEST',
        isTls(rawPacket)
          ? 'This is TLS, and the server speaks plain HTTP: use http://, not https://.'
          : 'This is not an HTTP request.',
      );
  }
}

/** Whether bytes begin as a handshake of TLS does. */
function isTls(bytes: Buffer | undefined): boolean {
  return bytes?.[0] === 0x16 && bytes[1] === 0x03;
}
