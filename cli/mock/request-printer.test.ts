import { expect, test } from 'vitest';
import { requestEvent } from '../../tests/support/mock/request-event.js';
import { requestPrinter } from './request-printer.js';

const event = { ...requestEvent, target: '/api/v1/providers?page=\u001b[31m' };
const outputOf = (isBehind = false) => {
  const writes: string[] = [];
  const writeRaw = (text: string) => void writes.push(text);
  return { isBehind, writes, writeRaw, write: writeRaw };
};

test('writes lines that follow each other closely at once', async () => {
  const output = outputOf();
  const { add } = requestPrinter(output, { logFormat: 'text' });
  add({ ...event, target: '/a' });
  add({ ...event, target: '/b' });
  expect(output.writes).toEqual([]);
  await expect.poll(() => output.writes).toEqual(['GET /a 200 1.2 ms\nGET /b 200 1.2 ms\n']);
});

test('writes what is left when it is flushed, and a large batch immediately', () => {
  const output = outputOf();
  const { add, flush } = requestPrinter(output, { logFormat: 'text' });
  add({ ...event, target: '/a' });
  flush();
  flush();
  expect(output.writes).toEqual(['GET /a 200 1.2 ms\n']);
  for (let sent = 0; sent < 1_000; sent += 1) add({ ...event, target: `/${'x'.repeat(200)}` });
  expect(output.writes.length).toBeGreaterThan(3);
});

test('writes an object for each request, without control characters', () => {
  const output = outputOf();
  const { add, flush } = requestPrinter(output, { logFormat: 'json' });
  add(event);
  flush();
  expect(output.writes[0]).not.toContain('\u001b');
  expect(JSON.parse(output.writes[0] ?? '')).toEqual(event);
});

test.each([
  ['text', '(2 requests omitted, because standard error was not read)\nGET /a 200 1.2 ms\n'],
  ['json', '{"omitted":2,"message":"2 requests omitted, because standard error was not read"}\n'],
] as const)('counts the requests that it omits in %s', (logFormat, text) => {
  const output = outputOf(true);
  const { add, flush } = requestPrinter(output, { logFormat });
  add(event);
  add(event);
  output.isBehind = false;
  add({ ...event, target: '/a' });
  flush();
  expect(output.writes.join('')).toContain(text);
});
