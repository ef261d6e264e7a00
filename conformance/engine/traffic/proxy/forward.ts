import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { hasBody, requestHeaders, responseHeaders } from '../message-headers.js';
import type { Pair } from '../raw-exchange.js';
import type { Refusal, Refusals } from '../refusal.js';
import { failureIn, UpstreamFailure } from './upstream-failure.js';

/** Observes one exchange while it is forwarded. */
export interface Observer {
  /** @param chunk of the request's body */
  request(chunk: Buffer): void;
  response(status: number, headers: readonly Pair[]): void;
  /** @param chunk of the response's body */
  body(chunk: Buffer): void;
  /**
   * Called once, when the exchange has ended.
   *
   * @param isComplete whether the client was sent the complete response of the server
   * @param failure the error of the server, if any; possible even if the response is complete
   */
  end(isComplete: boolean, failure: UpstreamFailure | undefined): void;
}

/** Maximum number of interim responses (1xx) to one request; a server that sends more is considered broken. */
const maxInterim = 100;

/**
 * Forwards requests to one server, and its responses back, byte for byte. Each exchange has its own
 * connection, so that a malformed message cannot affect another exchange.
 */
export class Forwarder {
  readonly #agent: HttpAgent;

  constructor(
    readonly origin: URL,
    readonly refusals: Refusals,
  ) {
    // Reuses TLS sessions, but no connections.
    this.#agent = origin.protocol === 'https:' ? new HttpsAgent() : new HttpAgent();
  }

  /** @param target path and query, sent unchanged */
  forward(incoming: IncomingMessage, outgoing: ServerResponse, target: string, observer: Observer): void {
    const { origin } = this;
    const secure = origin.protocol === 'https:';
    const upstream = (secure ? httpsRequest : httpRequest)({
      protocol: origin.protocol,
      hostname: origin.hostname.replace(/^\[|\]$/g, ''),
      port: origin.port,
      method: incoming.method,
      path: target,
      agent: this.#agent,
      headers: requestHeaders(incoming, origin.host),
      insecureHTTPParser: false,
    });
    // Node would silently drop headers over the limit. Their size is limited in any case.
    upstream.maxHeadersCount = 0;
    new Exchange(incoming, outgoing, upstream, observer, this).start(secure);
  }
}

class Exchange {
  #isConnected = false;
  /** Whether the head of the response has been sent to the client. */
  #isStarted = false;
  #hasEnded = false;
  #interim = 0;
  #bodyBytes = 0;
  #response: IncomingMessage | undefined;
  #failure: UpstreamFailure | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
    readonly upstream: ClientRequest,
    readonly observer: Observer,
    readonly forwarder: Forwarder,
  ) {}

  start(secure: boolean): void {
    const { upstream, outgoing, incoming } = this;
    upstream.on('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        this.#isConnected = true;
      }),
    );
    upstream.on('information', (response) => {
      this.#interim += 1;
      if (this.#interim > maxInterim) this.#fail(UpstreamFailure.endless(response.statusCode));
    });
    upstream.on('upgrade', (response, socket) => {
      socket.destroy();
      this.#fail(UpstreamFailure.invalid(response));
    });
    upstream.on('response', (response) => this.#respond(response));
    upstream.on('error', (error) => this.#onError(error));
    outgoing.once('close', this.#end);
    // A response that is queued behind others gets no `close` event when the client disconnects.
    incoming.socket.setMaxListeners(0).once('close', this.#end);
    this.#sendBody();
  }

  #sendBody(): void {
    const { incoming, upstream, observer } = this;
    if (!hasBody(incoming)) {
      upstream.end();
      return;
    }
    incoming.on('data', (chunk: Buffer) => observer.request(chunk));
    incoming.pipe(upstream);
    // A server may respond before it has read the whole body; the rest is discarded.
    upstream.once('close', () => {
      incoming.unpipe(upstream);
      incoming.resume();
    });
  }

  #respond(response: IncomingMessage): void {
    const { outgoing, observer } = this;
    this.#response = response;
    response.on('error', (error) => this.#onError(error));
    const failure = failureIn(response);
    if (failure) {
      this.#fail(failure);
      return;
    }
    // The client may already have an error response, because of its malformed body.
    if (outgoing.headersSent) return;
    this.#isStarted = true;
    const { statusCode = 0, statusMessage = '' } = response;
    const headers = responseHeaders(response);
    observer.response(statusCode, headers);
    outgoing.sendDate = false;
    outgoing.writeHead(statusCode, statusMessage, headers.flat());
    // Forwards a streamed response without waiting for its first chunk.
    outgoing.flushHeaders();
    response.on('data', (chunk: Buffer) => {
      this.#bodyBytes += chunk.length;
      observer.body(chunk);
    });
    response.pipe(outgoing);
  }

  #onError(error: Error): void {
    this.#fail(this.#failureOf(error));
  }

  #failureOf(error: NodeJS.ErrnoException): UpstreamFailure {
    if (!this.#isConnected) return new UpstreamFailure('unreachable', error.message);
    const isClosed = error.code === 'EPIPE' || error.code === 'ECONNRESET';
    if (isClosed && !this.#response && !this.upstream.writableFinished) return UpstreamFailure.unsent();
    return UpstreamFailure.of(error, this.#response, this.#bodyBytes);
  }

  #fail(failure: UpstreamFailure): void {
    if (this.#hasEnded || this.#failure) return;
    this.#failure = failure;
    // The response before the excess data is complete and is forwarded.
    if (this.#isStarted && failure.kind === 'excess') return;
    this.upstream.destroy();
    if (this.outgoing.headersSent) this.outgoing.destroy();
    else this.forwarder.refusals.send(this.outgoing, refusalOf(failure, this.forwarder.origin.origin));
  }

  readonly #end = (): void => {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    this.outgoing.off('close', this.#end);
    this.incoming.socket.off('close', this.#end);
    this.upstream.destroy();
    const isComplete = this.#isStarted && this.#response?.complete === true && this.outgoing.writableFinished;
    this.observer.end(isComplete, this.#failure);
  };
}

function refusalOf({ kind, message }: UpstreamFailure, server: string): Refusal {
  switch (kind) {
    case 'unreachable':
      return {
        status: 502,
        error: 'destination_unavailable',
        message: `${server} cannot be reached: ${message}`,
      };
    case 'invalid':
      return { status: 502, error: 'http_protocol_error', message: `${server}: ${message}` };
    default:
      return { status: 502, error: 'http_response_incomplete', message: `${server}: ${message}` };
  }
}
