import { connect, type Socket } from 'node:net';
import { patienceMs, type RawResponse, responsesIn } from './raw-client.js';
import { hostileMark } from './raw-requests.js';

interface Call {
  readonly request: string;
  /** What is wrong with the response; null where nothing is. */
  readonly problem: (response: RawResponse, body: any) => string | null;
}

/** A second of it is enough to meet what hostile clients do. */
const mostRounds = 200;

/**
 * A client that keeps its connection, pipelines its requests, and marks each, so that it sees a response that
 * was meant for another.
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
   * Calls until it is told to end, and once more after that.
   *
   * @throws when a response is late, or not the one that is right
   */
  async callUntil(isDone: () => boolean): Promise<void> {
    for (let round = 0, isLast = false; !isLast && round < mostRounds; round += 1) {
      isLast = isDone();
      const id = await this.#call([this.#register(), this.#notFound(), this.#page(), this.#page()]);
      await this.#call([this.#notFound(), this.#remove(id)]);
      // Others have their turn.
      await new Promise(setImmediate);
    }
    this.#socket?.destroy();
  }

  /** @returns the id of the endpoint that the first call registered */
  async #call(calls: readonly Call[]): Promise<string> {
    this.#open().write(calls.map(({ request }) => request).join(''), 'latin1');
    const responses = await this.#receive(calls.length);
    const bodies = responses.map(({ body }) => (body === '' ? null : JSON.parse(body)));
    for (const [index, { request, problem }] of calls.entries()) {
      const response = responses[index] as RawResponse;
      this.requestIds.push(response.headers['x-request-id'] ?? 'none');
      const found = response.body.includes(hostileMark)
        ? 'holds what a hostile client sent'
        : problem(response, bodies[index]);
      if (found) {
        const [line] = request.split('\r\n');
        throw new Error(
          `${this.name}, "${line}": ${response.status} ${found}: ${response.body.slice(0, 300)}`,
        );
      }
    }
    return bodies[0]?.data?.id;
  }

  async #receive(count: number): Promise<RawResponse[]> {
    const end = Date.now() + patienceMs;
    for (;;) {
      const { responses, rest } = responsesIn(this.#received);
      if (responses.length >= count) {
        this.#received = rest;
        return responses;
      }
      if (!this.#socket)
        throw new Error(`${this.name}: the server closed the connection of an honest client.`);
      const left = end - Date.now();
      if (left <= 0) throw new Error(`${this.name}: ${responses.length} of ${count} responses came in time.`);
      await new Promise<void>((resolve) => {
        const late = setTimeout(resolve, left);
        this.#wake = () => {
          clearTimeout(late);
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
        status === 201 && data?.url === url ? null : `instead of 201 with ${url}`,
    };
  }

  #remove(id: string): Call {
    return {
      request: requestOf('DELETE', `/api/v1/webhooks/endpoints/${id}`),
      problem: ({ status }) => (status === 200 || status === 204 ? null : 'instead of 204'),
    };
  }

  #notFound(): Call {
    const mark = this.#mark();
    return {
      request: requestOf('GET', `/api/v1/commitments/detail/${mark}`),
      problem: ({ status, body }) =>
        status === 404 && body.includes(mark) ? null : `instead of 404 with ${mark}`,
    };
  }

  #page(): Call {
    this.#count += 1;
    const page = this.#count;
    return {
      request: requestOf('GET', `/api/v1/commitments?page=${page}&page_size=3`),
      problem: ({ status }, body) =>
        status === 200 && body.data.pagination.current_page === page ? null : `instead of page ${page}`,
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
