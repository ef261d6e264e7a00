import { type ServerResponse, STATUS_CODES } from 'node:http';
import type { Socket } from 'node:net';

/** An error response of the proxy itself. */
export interface Refusal {
  readonly status: 400 | 408 | 417 | 421 | 431 | 501 | 502 | 505;
  /** The error type of RFC 9209, which marks the response as one of the proxy. */
  readonly error:
    | 'http_request_error'
    | 'http_protocol_error'
    | 'http_response_incomplete'
    | 'destination_unavailable';
  /** The problem and what to do. */
  readonly message: string;
}

const codes = {
  400: 'BAD_REQUEST',
  408: 'BAD_REQUEST',
  417: 'BAD_REQUEST',
  421: 'BAD_REQUEST',
  431: 'BAD_REQUEST',
  501: 'NOT_IMPLEMENTED',
  502: 'BAD_GATEWAY',
  505: 'NOT_IMPLEMENTED',
} as const;

/** How long a rejected client may take to read the response, in milliseconds. */
const lingerMs = 1000;

/** Returns a rejection of an invalid request. */
export function refusal(status: Exclude<Refusal['status'], 502>, message: string): Refusal {
  return { status, error: 'http_request_error', message };
}

/** Sends an error response in the API's failure envelope. */
export function refuse(outgoing: ServerResponse, { status, error, message }: Refusal): void {
  const body = envelope(status, message);
  outgoing.writeHead(status, {
    ...headersOf(error, body),
    ...(status === 502 ? {} : { Connection: 'close' }),
  });
  outgoing.end(body);
}

/** Sends an error response on a socket for which `node:http` has no response object, and closes it. */
export function refuseRaw(socket: Socket, { status, error, message }: Refusal): void {
  const body = envelope(status, message);
  const headers = Object.entries({ ...headersOf(error, body), Connection: 'close' });
  const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
  // Closing a socket with unread data would reset the connection before the client reads the response.
  socket.resume();
  setTimeout(() => socket.destroy(), lingerMs).unref();
}

function envelope(status: Refusal['status'], message: string): string {
  return JSON.stringify({
    success: false,
    timestamp: new Date().toISOString(),
    error: { code: codes[status], message: `cost-contract proxy: ${message}`, details: null },
  });
}

const headersOf = (error: Refusal['error'], body: string) => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  'Proxy-Status': `cost-contract; error=${error}`,
});
