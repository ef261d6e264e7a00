import {
  type ClientRequest,
  Agent as HttpAgent,
  request as httpRequest,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http';
import { Agent as HttpsAgent, request as httpsRequest } from 'node:https';
import { hasBody, requestHeaders, responseHeaders } from './message-headers.js';
import type { Pair } from './raw-exchange.js';
import { type Refusal, refuse } from './refusal.js';
import { failureIn, UpstreamFailure } from './upstream-failure.js';

/** Looks on while one exchange passes. */
export interface Observer {
  /** @param chunk of the request's body */
  request(chunk: Buffer): void;
  response(status: number, headers: readonly Pair[]): void;
  /** @param chunk of the response's body */
  body(chunk: Buffer): void;
  /**
   * Called once, when nothing more will pass.
   *
   * @param isWhole whether the client was sent the server's whole response
   * @param failure what the server did wrong, even where the response is whole
   */
  end(isWhole: boolean, failure: UpstreamFailure | undefined): void;
}

/** Interim responses (1xx) to one request; a server that sends more will not come to an end. */
const mostInterim = 100;

/**
 * Sends requests on to one server, and its responses back, byte for byte. Each has a connection of its
 * own: whatever is wrong with one exchange, it ends with its connection and cannot reach another.
 */
export class Forwarder {
  readonly #agent: HttpAgent;

  constructor(readonly origin: URL) {
    // Of its connections an https agent keeps only what makes the next handshake short.
    this.#agent = origin.protocol === 'https:' ? new HttpsAgent() : new HttpAgent();
  }

  /** @param target path and query, exactly as they shall go out */
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
    // Beyond it headers would be read and left out; their bytes are bounded in any case.
    upstream.maxHeadersCount = 0;
    new Exchange(incoming, outgoing, upstream, observer, origin.origin).start(secure);
  }
}

class Exchange {
  #isReached = false;
  /** Whether the response's head has been passed on. */
  #isBegun = false;
  #isOver = false;
  #interim = 0;
  #bodyBytes = 0;
  #response: IncomingMessage | undefined;
  #failure: UpstreamFailure | undefined;

  constructor(
    readonly incoming: IncomingMessage,
    readonly outgoing: ServerResponse,
    readonly upstream: ClientRequest,
    readonly observer: Observer,
    readonly server: string,
  ) {}

  start(secure: boolean): void {
    const { upstream, outgoing, incoming } = this;
    upstream.on('socket', (socket) =>
      socket.once(secure ? 'secureConnect' : 'connect', () => {
        this.#isReached = true;
      }),
    );
    upstream.on('information', (response) => {
      this.#interim += 1;
      if (this.#interim > mostInterim) this.#fail(UpstreamFailure.endless(response.statusCode));
    });
    upstream.on('upgrade', (response, socket) => {
      socket.destroy();
      this.#fail(UpstreamFailure.invalid(response));
    });
    upstream.on('response', (response) => this.#respond(response));
    upstream.on('error', (error) => this.#broken(error));
    outgoing.once('close', this.#end);
    // A response that waits for its turn behind others is not told that the client has left.
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
    // A server may respond before it has read everything; the rest is read and dropped.
    upstream.once('close', () => {
      incoming.unpipe(upstream);
      incoming.resume();
    });
  }

  #respond(response: IncomingMessage): void {
    const { outgoing, observer } = this;
    this.#response = response;
    response.on('error', (error) => this.#broken(error));
    const failure = failureIn(response);
    if (failure) {
      this.#fail(failure);
      return;
    }
    // The client may have been refused since, for what is wrong in its body.
    if (outgoing.headersSent) return;
    this.#isBegun = true;
    const { statusCode = 0, statusMessage = '' } = response;
    const headers = responseHeaders(response);
    observer.response(statusCode, headers);
    outgoing.sendDate = false;
    outgoing.writeHead(statusCode, statusMessage, headers.flat());
    // A response that comes in pieces goes out in pieces.
    outgoing.flushHeaders();
    response.on('data', (chunk: Buffer) => {
      this.#bodyBytes += chunk.length;
      observer.body(chunk);
    });
    response.pipe(outgoing);
  }

  #broken(error: Error): void {
    this.#fail(
      this.#isReached
        ? UpstreamFailure.of(error, this.#response, this.#bodyBytes)
        : new UpstreamFailure('unreachable', error.message),
    );
  }

  #fail(failure: UpstreamFailure): void {
    if (this.#isOver || this.#failure) return;
    this.#failure = failure;
    // What came before the excess is whole, and passes on.
    if (this.#isBegun && failure.kind === 'excess') return;
    this.upstream.destroy();
    if (this.outgoing.headersSent) this.outgoing.destroy();
    else refuse(this.outgoing, refusalOf(failure, this.server));
  }

  readonly #end = (): void => {
    if (this.#isOver) return;
    this.#isOver = true;
    this.outgoing.off('close', this.#end);
    this.incoming.socket.off('close', this.#end);
    this.upstream.destroy();
    const isWhole = this.#isBegun && this.#response?.complete === true && this.outgoing.writableFinished;
    this.observer.end(isWhole, this.#failure);
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
