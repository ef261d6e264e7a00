import { once } from 'node:events';
import { createServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { Connection, readAnswer } from './connection.mjs';

const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello';

test('an answer is read once it is there, and what follows is left', () => {
  const bytes = Buffer.from(`${answer}HTTP`);
  expect(readAnswer(bytes.subarray(0, 20), true, false)).toBeNull();
  expect(readAnswer(bytes.subarray(0, 42), true, false)).toBeNull();
  expect(readAnswer(bytes, true, false)).toMatchObject({
    answer: { status: 200, body: 'hello', isWhole: true },
    length: answer.length,
  });
});

test('an answer to HEAD ends with its head', () => {
  const bytes = Buffer.from(answer.slice(0, -5));
  expect(readAnswer(bytes, false, false)).toMatchObject({ answer: { body: '', isWhole: true } });
});

test('an answer that was cut off is told from a whole one', () => {
  const bytes = Buffer.from(answer.slice(0, -2));
  expect(readAnswer(bytes, true, true)).toMatchObject({ answer: { body: 'hel', isWhole: false } });
});

test('an end without an answer has status 0', () => {
  expect(readAnswer(Buffer.alloc(0), true, true)).toMatchObject({ answer: { status: 0, isWhole: false } });
});

/** @type {(() => void)[]} */
const ends = [];
afterEach(() => {
  for (const end of ends.splice(0)) end();
});

/** @param {(socket: import('node:net').Socket, text: string) => void} reply */
async function connectionTo(reply) {
  const server = createServer((socket) => socket.on('data', (text) => reply(socket, String(text)))).listen(
    0,
    '127.0.0.1',
  );
  await once(server, 'listening');
  const connection = new Connection(/** @type {import('node:net').AddressInfo} */ (server.address()).port);
  ends.push(() => {
    connection.close();
    server.close();
  });
  return connection;
}

test('answers to requests behind one another come in their order', async () => {
  const connection = await connectionTo((socket) => socket.end(answer + answer.replace('hello', 'world')));
  const answers = await connection.send('two', { count: 2 });
  expect(answers.map(({ body }) => body)).toEqual(['hello', 'world']);
});

test('a connection that has ended is opened again for the next request', async () => {
  const connection = await connectionTo((socket, text) =>
    text === 'drop' ? socket.destroy() : socket.write(answer),
  );
  expect(await connection.send('drop')).toMatchObject([{ status: 0, isWhole: false }]);
  expect(await connection.send('one')).toMatchObject([{ status: 200, isWhole: true }]);
});
