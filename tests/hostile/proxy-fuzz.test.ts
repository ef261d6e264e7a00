import { setImmediate as turn } from 'node:timers/promises';
import fc from 'fast-check';
import { afterAll, expect, test } from 'vitest';
import { createProxy } from '../../conformance/suite/run.js';
import {
  bytesOf,
  type ClientMessage,
  type ClientPlan,
  clients,
  isSound,
  type ResponseName,
  responses,
} from './proxy-fuzz.js';
import { type RawConnection, rawClient, rawServer, readRequest, readResponse } from './raw-http.js';

/** To run more of them: `FUZZ_RUNS=5000 npx vitest run tests/hostile/proxy-fuzz.test.ts`. */
const runs = Number(process.env.FUZZ_RUNS ?? 200);
const secondsARun = 20;

/** A request with a mark, and its state. */
interface Sent {
  readonly message: ClientMessage;
  /** Whether the server may receive it as a request. */
  readonly isAllowed: boolean;
  arrived: boolean;
  /** Closes the connection, because its response will not be complete. */
  giveUp(): void;
}

const sent = new Map<string, Sent>();
const seen = { requests: 0, responses: 0, rejections: 0 };
const problems: string[] = [];

const server = await rawServer(
  (connection) => void serve(connection).catch((error) => problems.push(String(error))),
);
const proxy = createProxy({ target: new URL(server.url) });
const url = await proxy.listen({ port: 0 });

afterAll(async () => {
  await proxy.close();
  await server.close();
});

test(
  'the proxy does not crash or mix up clients, between hostile clients and a hostile server',
  async () => {
    await fc.assert(
      fc.asyncProperty(clients, async (plans) => {
        const from = server.connections.length;
        await within(secondsARun, Promise.all(plans.map(run)));
        expect(problems).toEqual([]);
        // Connections to the server are not reused for other clients.
        await expect.poll(() => server.connections.slice(from).every(({ isClosed }) => isClosed)).toBe(true);
        for (const { socket, received } of server.connections.splice(from)) {
          socket.destroy();
          inspect(received);
        }
        await within(secondsARun, run(honest));
        expect(problems).toEqual([]);
      }),
      // A fixed seed, so that results are reproducible.
      { numRuns: runs, seed: Number(process.env.FUZZ_SEED ?? 1), endOnFailure: true },
    );
    const report = await proxy.close();
    expect(report.summary.errored).toBe(0);
    // Many requests were forwarded, and many rejected.
    expect(Math.min(seen.requests, seen.responses, seen.rejections)).toBeGreaterThan(runs / 2);
  },
  runs * secondsARun * 1000,
);

const honest: ClientPlan = {
  messages: [
    {
      method: 'POST',
      query: '',
      decoys: [],
      framing: { kind: 'length' },
      body: 'mine',
      response: 'a length',
      pieces: 1,
    },
  ],
  pieces: 1,
  ending: 'half-close',
};

let marks = 0;

/** Sends the messages of a client and reads its responses. */
async function run({ messages, pieces, ending }: ClientPlan): Promise<void> {
  const connection = await rawClient(url);
  const firstUnsound = messages.findIndex((message) => !isSound(message));
  const last = messages[firstUnsound]?.framing.kind;
  const own = messages
    .slice(0, last === 'partial' ? firstUnsound + 1 : messages.length)
    .map((message, at) => {
      const mark = `m${marks++}`;
      const isAllowed = firstUnsound < 0 || at < firstUnsound;
      sent.set(mark, { message, isAllowed, arrived: false, giveUp: () => connection.socket.destroy() });
      return { mark, message };
    });
  await write(connection, own.map(({ mark, message }) => bytesOf(message, mark)).join(''), pieces);
  if (last === 'partial') {
    if (ending === 'reset') connection.socket.resetAndDestroy();
    else connection.socket.end();
  }
  const expected = firstUnsound < 0 ? own : own.slice(0, firstUnsound + 1);
  await connection.until((text) => responsesIn(text, expected, false).isDone);
  const { count, problem } = responsesIn(connection.received, expected, true);
  if (problem !== undefined) problems.push(`${own.map(({ mark }) => mark)}: ${problem}`);
  if (messages === honest.messages && count !== 1) problems.push('an honest client received no response');
  seen.responses += count;
  connection.socket.destroy();
  for (const { mark } of own) sent.get(mark)?.giveUp();
}

/** Parses responses, which must be in the order of the client's requests. */
function responsesIn(
  text: string,
  expected: readonly { mark: string; message: ClientMessage }[],
  isClosed: boolean,
): { isDone: boolean; count: number; problem?: string } {
  let rest = text;
  let count = 0;
  for (const { mark, message } of expected) {
    // An invalid request is rejected with a body, whatever its method.
    const method = isSound(message) ? message.method : 'GET';
    for (;;) {
      let read: ReturnType<typeof readResponse>;
      try {
        read = readResponse(rest, { method, isClosed: false });
      } catch (error) {
        return { isDone: true, count, problem: `${mark} received ${error}` };
      }
      if (!read) {
        const problem = isClosed ? problemOfRest(rest, mark) : undefined;
        return { isDone: false, count, ...(problem && { problem }) };
      }
      rest = read.rest;
      if (read.message.startLine.startsWith('HTTP/1.1 100 ')) continue;
      const { headers, body } = read.message;
      const values = (name: string) =>
        headers.filter((header) => header[0] === name).map(([, value]) => value);
      if (values('proxy-status').length > 0) {
        if (isClosed) seen.rejections += 1;
      } else {
        if (values('x-mark').join() !== mark)
          return { isDone: true, count, problem: `${mark} received ${values('x-mark')}` };
        if (body.includes('extra') || (body.includes('own') && !body.includes(`own ${mark}"`))) {
          return { isDone: true, count, problem: `${mark} received ${body}` };
        }
        count += 1;
      }
      break;
    }
  }
  return {
    isDone: true,
    count,
    ...(rest !== '' && { problem: `${expected.at(-1)?.mark} received more: ${rest}` }),
  };
}

/** Checks that a partial response belongs to the expected request. */
function problemOfRest(rest: string, mark: string): string | undefined {
  const foreign = [...rest.matchAll(/X-Mark: (.*)\r\n|own (m\d+)"/g)].find(
    ([, header = mark, inBody = mark]) => header !== mark || inBody !== mark,
  );
  return foreign || rest.includes('extra') ? `${mark} received ${rest.slice(0, 500)}` : undefined;
}

/** Receives a request and sends its planned response. */
async function serve(connection: RawConnection): Promise<void> {
  await connection.until((text) => markIn(text) !== undefined);
  const mark = markIn(connection.received);
  const planned = mark === undefined ? undefined : sent.get(mark);
  if (mark === undefined || !planned) return;
  const { response, pieces } = planned.message;
  if (response !== 'an early end') await connection.until((text) => readRequest(text) !== undefined);
  if (connection.isClosed) {
    connection.socket.destroy();
    return;
  }
  await write(connection, responses[response](mark), pieces);
  finish(connection, response, planned);
}

const markIn = (text: string) =>
  text.includes('\r\n\r\n') ? /^\S+ \S+[?]\S*mark=(\S+) /.exec(text)?.[1] : undefined;

function finish({ socket }: RawConnection, response: ResponseName, { giveUp }: Sent): void {
  if (response === 'silence') giveUp();
  else if (response === 'reset') socket.resetAndDestroy();
  else if (!['a length', 'chunks', 'more after a length', 'more after chunks'].includes(response))
    socket.end();
}

/** Checks that each received request was sent by a client, unchanged and once. */
function inspect(received: string): void {
  for (let text = received; text !== ''; ) {
    let read: ReturnType<typeof readRequest>;
    try {
      read = readRequest(text);
    } catch (error) {
      problems.push(`the server received an invalid request: ${error}`);
      return;
    }
    if (!read) return;
    const { startLine, body } = read.message;
    const mark = markIn(`${startLine}\r\n\r\n`) ?? '';
    const request = sent.get(mark);
    const problem = request ? problemOf(request, startLine, body) : 'was not sent by a client';
    if (problem) problems.push(`the server received "${startLine}", which ${problem}`);
    if (request) request.arrived = true;
    seen.requests += 1;
    text = read.rest;
  }
}

function problemOf(
  { message, isAllowed, arrived }: Sent,
  startLine: string,
  body: string,
): string | undefined {
  if (!isAllowed) return `must not be forwarded (${message.framing.kind})`;
  if (arrived) return 'was sent only once';
  if (!startLine.startsWith(`${message.method} `)) return `was sent with ${message.method}`;
  if (body !== (message.framing.kind === 'none' ? '' : message.body)) return `has another body: ${body}`;
  return undefined;
}

async function write(connection: RawConnection, text: string, pieces: number): Promise<void> {
  const size = Math.max(1, Math.ceil(text.length / pieces));
  for (let at = 0; at < text.length && connection.socket.writable; at += size) {
    connection.write(text.slice(at, at + size));
    await turn();
  }
}

/** @throws {Error} if the promise does not settle in time */
async function within<T>(seconds: number, promise: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`still waiting after ${seconds} s`)), seconds * 1000);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
