import { expect, test } from 'vitest';
import { commandsIn, commandsOfCi } from '../../tests/support/command/commands-of-ci.js';
import { requestEvent as event } from '../../tests/support/mock/request-event.js';
import { jsonLine, requestLine } from './request-line.js';

test('formats a success as method, target, status and milliseconds', () => {
  expect(requestLine(event, {})).toBe('GET /api/v1/providers?page=1 200 1.2 ms\n');
});

test('adds the reason of a failure', () => {
  expect(requestLine({ ...event, status: 404, reason: 'No such path.' }, {})).toBe(
    'GET /api/v1/providers?page=1 404 1.2 ms No such path.\n',
  );
});

test('adds the reason of a success that a fault rule changed', () => {
  const fault = { operation: '*', kind: 'drop' } as const;
  expect(requestLine({ ...event, fault, reason: 'A fault rule dropped the connection.' }, {})).toContain(
    '200 1.2 ms A fault rule',
  );
});

test('adds the warnings of a success', () => {
  const warnings = ['`start_date` is not a query parameter of listCosts. Did you mean `start`?'];
  expect(requestLine({ ...event, warnings }, {})).toMatch(/ 200 1.2 ms `start_date` is not .*`start`\?\n$/);
});

test('formats a request that is not HTTP without method and target', () => {
  const broken = {
    ...event,
    method: null,
    target: null,
    status: 400,
    reason: 'Malformed HTTP request.',
  };
  expect(requestLine(broken, {})).toBe('- - 400 1.2 ms Malformed HTTP request.\n');
});

test('rounds the milliseconds of a slow response', () => {
  expect(requestLine({ ...event, duration_ms: 2001.9 }, {})).toContain(' 2002 ms');
});

test('adds operation, reason and headers with isVerbose', () => {
  expect(requestLine(event, { isVerbose: true }).split('\n')).toEqual([
    'GET /api/v1/providers?page=1 200 1.2 ms',
    '  listProviders, respond, req_000001',
    '  The request passed every stage.',
    '  accept: */*',
    '',
  ]);
});

test('uses colours only with hasColors', () => {
  const start = String.fromCharCode(27);
  expect(requestLine(event, { hasColors: true })).toContain(`${start}[32m200`);
  expect(requestLine({ ...event, status: 404 }, { hasColors: true })).toContain(`${start}[33m404`);
  expect(requestLine({ ...event, status: 500 }, { hasColors: true })).toContain(`${start}[31m500`);
  expect(requestLine(event, {})).not.toContain(start);
});

test.each(['a\u001b[2Jb\nc\u202ed\u0007', ...commandsOfCi])(
  'escapes %j in every part of a request',
  (nasty) => {
    const parts = { method: nasty, target: nasty, reason: nasty, status: 400, headers: { [nasty]: nasty } };
    const lines = requestLine({ ...event, ...parts, warnings: [nasty] }, { isVerbose: true });
    expect(lines.split('\n')).toHaveLength(4);
    expect(commandsIn(lines)).toEqual([]);
    const json = jsonLine({ ...event, ...parts });
    expect(commandsIn(json)).toEqual([]);
    expect(JSON.parse(json)).toMatchObject(parts);
  },
);

test('truncates a long target', () => {
  expect(requestLine({ ...event, target: `/${'x'.repeat(10_000)}` }, {}).length).toBeLessThan(350);
});
