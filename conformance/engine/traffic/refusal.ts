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

/** How long a rejected client may take to read the response, in milliseconds. */
const lingerMs = 1000;

/** Returns a rejection of an invalid request. */
export function refusal(status: Exclude<Refusal['status'], 502>, message: string): Refusal {
  return { status, error: 'http_request_error', message };
}

/** Sends error responses of the proxy in the form of the API. */
export class Refusals {
  /** @param failureOf returns the body of a failure with a status and a message */
  constructor(readonly failureOf: (status: number, message: string) => object) {}

  send(outgoing: ServerResponse, { status, error, message }: Refusal): void {
    const body = this.#bodyOf(status, message);
    outgoing.writeHead(status, {
      ...headersOf(error, body),
      ...(status === 502 ? {} : { Connection: 'close' }),
    });
    outgoing.end(body);
  }

  /** Sends the response on a socket for which `node:http` has no response object, and closes it. */
  sendRaw(socket: Socket, { status, error, message }: Refusal): void {
    const body = this.#bodyOf(status, message);
    const headers = Object.entries({ ...headersOf(error, body), Connection: 'close' });
    const lines = headers.map(([name, value]) => `${name}: ${value}\r\n`).join('');
    socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines}\r\n${body}`);
    // Closing a socket with unread data would reset the connection before the client reads the response.
    socket.resume();
    setTimeout(() => socket.destroy(), lingerMs).unref();
  }

  #bodyOf(status: number, message: string): string {
    return JSON.stringify(this.failureOf(status, `cost-contract proxy: ${message}`));
  }
}

const headersOf = (error: Refusal['error'], body: string) => ({
  'Content-Type': 'application/json',
  'Content-Length': String(Buffer.byteLength(body)),
  'Proxy-Status': `cost-contract; error=${error}`,
});
