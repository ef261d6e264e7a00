import { setTimeout } from 'node:timers/promises';
import { type RawResponse, responsesIn, timeoutMs } from './raw-client.js';
import { type RawConnection, rawClient } from './raw-http.js';
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
  #connection: RawConnection | undefined;
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
    this.#connection?.socket.destroy();
  }

  /** @returns the ID of the endpoint that the first call registered */
  async #call(calls: readonly Call[]): Promise<string> {
    if (this.#connection?.isClosed !== false) {
      this.#connection?.socket.destroy();
      this.#connection = await rawClient(`http://127.0.0.1:${this.port}`);
    }
    this.#connection.write(calls.map(({ request }) => request).join(''));
    const responses = await this.#receive(this.#connection, calls.length);
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

  async #receive(connection: RawConnection, count: number): Promise<RawResponse[]> {
    const read = (text: string) => responsesIn(Buffer.from(text, 'latin1'));
    const hasAll = connection.until((text) => read(text).responses.length >= count);
    await Promise.race([hasAll, setTimeout(timeoutMs, undefined, { ref: false })]);
    const { responses, rest } = read(connection.received);
    if (responses.length < count) {
      const problem = connection.isClosed
        ? 'the server closed the connection of an honest client'
        : `received ${responses.length} of ${count} responses in time`;
      throw new Error(`${this.name}: ${problem}.`);
    }
    connection.received = rest.toString('latin1');
    return responses;
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
