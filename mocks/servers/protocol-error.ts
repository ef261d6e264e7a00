import { STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { failureResponse } from '../http/envelope.js';
import { HttpError } from '../http/http-error.js';
import type { TimeStamps } from '../session/clock.js';
import type { MockResponse } from '../types.js';

/** How long a connection stays open after its last response, so that a caller that is still sending can read it. */
const lingerMs = 1000;

/** Returns the response to input that the pipeline cannot process. Closes the connection. */
export function protocolErrorResponse(httpError: HttpError, stamps: TimeStamps): MockResponse {
  const { status, headers, body } = failureResponse(httpError, stamps);
  const more = { 'Cache-Control': 'no-store', Date: stamps.date(), Connection: 'close' };
  return { status, headers: { ...headers, ...more }, body };
}

/** Writes an error response to a socket for which node:http has created no response, and closes the connection. */
export function sendProtocolError(socket: Duplex, httpError: HttpError, stamps: TimeStamps): void {
  const { status, headers, body } = protocolErrorResponse(httpError, stamps);
  const length = { 'Content-Length': String(Buffer.byteLength(body ?? '')) };
  const lines = Object.entries({ ...headers, ...length }).map(([name, value]) => `${name}: ${value}\r\n`);
  endSlowly(socket, `HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`);
}

/** Ends a connection, and reads what the client still sends: to close it would reset it, perhaps before the response is read. */
export function endSlowly(socket: Duplex, response = ''): void {
  // After CONNECT node:http no longer handles the socket: an error would end the process, and a socket that the
  // caller leaves open would delay `server.close`.
  socket.on('error', () => socket.destroy());
  setTimeout(() => socket.destroy(), lingerMs).unref();
  socket.resume();
  socket.end(response);
}

/** Returns the error for input that node:http cannot parse. */
export function parserErrorOf({
  code,
  rawPacket,
}: NodeJS.ErrnoException & { rawPacket?: Buffer }): HttpError {
  switch (code) {
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return new HttpError('BAD_REQUEST', 'Request timeout.', { status: 408 });
    case 'HPE_HEADER_OVERFLOW':
      return new HttpError('BAD_REQUEST', 'The request line and the headers are larger than 4 MiB.', {
        status: 431,
      });
    default:
      return new HttpError(
        'BAD_REQUEST',
        isTls(rawPacket)
          ? 'TLS is not supported. Use http:// instead of https://.'
          : 'Malformed HTTP request.',
      );
  }
}

/** Whether the input starts with a TLS handshake. */
function isTls(bytes: Buffer | undefined): boolean {
  return bytes?.[0] === 0x16 && bytes[1] === 0x03;
}
