import { connect, type Socket } from 'node:net';
import { type RawResponse, responsesIn, timeoutMs } from './raw-client.js';
import { hostileMark } from './raw-requests.js';

interface Call {
  readonly request: string;
  /** Returns the problem of the response, or null. */
  readonly problem: (response: RawResponse, body: any) => string | null;
}

/** Enough rounds to overlap with the hostile clients. */
const maxRounds = 200;

/**
 * A client that reuses its connection, pipelines its requests and marks each of them, so that it detects a response to
 * another client.
 */
export class HonestClient {
  #socket: Socket | null = null;
  #received: Buffer = Buffer.alloc(0);
  #wake: () => void = () => undefined;
  #count = 0;
  readonly requestIds: string[] = [];

  constructor(
    private readonly port: number,
    private readonly name: string,
  ) {}

  /**
   * Sends requests until `isDone` returns true, and once more after that.
   *
   * @throws {Error} if a response is late or wrong
   */
  async callUntil(isDone: () => boolean): Promise<void> {
    for (let round = 0, isLast = false; !isLast && round < maxRounds; round += 1) {
      isLast = isDone();
      const id = await this.#call([this.#register(), this.#notFound(), this.#page(), this.#page()]);
      await this.#call([this.#notFound(), this.#remove(id)]);
      // Yields to the other clients.
      await new Promise(setImmediate);
    }
    this.#socket?.destroy();
  }

  /** @returns the ID of the endpoint that the first call registered */
  async #call(calls: readonly Call[]): Promise<string> {
    this.#open().write(calls.map(({ request }) => request).join(''), 'latin1');
    const responses = await this.#receive(calls.length);
    const bodies = responses.map(({ body }) => (body === '' ? null : JSON.parse(body)));
    for (const [index, { request, problem }] of calls.entries()) {
      const response = responses[index] as RawResponse;
      this.requestIds.push(response.headers['x-request-id'] ?? 'none');
      const found = response.body.includes(hostileMark)
        ? 'contains data of a hostile client'
        : problem(response, bodies[index]);
      if (found) {
        const [requestLine] = request.split('\r\n');
        throw new Error(
          `${this.name}, "${requestLine}": ${response.status} ${found}: ${response.body.slice(0, 300)}`,
        );
      }
    }
    return bodies[0]?.data?.id;
  }

  async #receive(count: number): Promise<RawResponse[]> {
    const end = Date.now() + timeoutMs;
    for (;;) {
      const { responses, rest } = responsesIn(this.#received);
      if (responses.length >= count) {
        this.#received = rest;
        return responses;
      }
      if (!this.#socket)
        throw new Error(`${this.name}: the server closed the connection of an honest client.`);
      const remainingMs = end - Date.now();
      if (remainingMs <= 0)
        throw new Error(`${this.name}: received ${responses.length} of ${count} responses in time.`);
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, remainingMs);
        this.#wake = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    }
  }

  #open(): Socket {
    if (this.#socket) return this.#socket;
    const socket = connect({ port: this.port, host: '127.0.0.1', noDelay: true });
    this.#socket = socket;
    socket.on('data', (chunk: Buffer) => {
      this.#received = Buffer.concat([this.#received, chunk]);
      this.#wake();
    });
    socket.on('error', () => undefined);
    socket.once('close', () => {
      this.#socket = null;
      this.#wake();
    });
    return socket;
  }

  #mark(): string {
    this.#count += 1;
    return `${this.name}-${this.#count}`;
  }

  #register(): Call {
    const url = `https://hooks.example/${this.#mark()}`;
    const body = JSON.stringify({ url, event_types: ['optimization.completed'] });
    return {
      request: requestOf('POST', '/api/v1/webhooks/endpoints', body),
      problem: ({ status }, { data }) =>
        status === 201 && data?.url === url ? null : `is not 201 with ${url}`,
    };
  }

  #remove(id: string): Call {
    return {
      request: requestOf('DELETE', `/api/v1/webhooks/endpoints/${id}`),
      problem: ({ status }) => (status === 200 || status === 204 ? null : 'is not 204'),
    };
  }

  #notFound(): Call {
    const mark = this.#mark();
    return {
      request: requestOf('GET', `/api/v1/commitments/detail/${mark}`),
      problem: ({ status, body }) =>
        status === 404 && body.includes(mark) ? null : `is not 404 with ${mark}`,
    };
  }

  #page(): Call {
    this.#count += 1;
    const page = this.#count;
    return {
      request: requestOf('GET', `/api/v1/commitments?page=${page}&page_size=3`),
      problem: ({ status }, body) =>
        status === 200 && body.data.pagination.current_page === page ? null : `is not page ${page}`,
    };
  }
}

function requestOf(method: string, target: string, body = ''): string {
  const lines = [
    `${method} ${target} HTTP/1.1`,
    'Host: localhost',
    'Authorization: Bearer ccc_test_second_caller',
    ...(body ? ['Content-Type: application/json', `Content-Length: ${body.length}`] : []),
  ];
  return `${lines.join('\r\n')}\r\n\r\n${body}`;
}
