import { describe, expect, test } from 'vitest';
import { aHar, base, type EntryParts, providersResponse } from '../../tests/support/har-fixture.js';
import { exitCodeOf, type Report } from '../report.js';
import { checkTraffic } from './check-traffic.js';

const found = ({ results }: Report) =>
  results.filter(({ status }) => status === 'failed').map(({ id, operation }) => `${id} ${operation}`);

const statusOf = ({ results }: Report, id: string, operation = 'listProviders') =>
  results.find((result) => result.id === id && result.operation === operation)?.status;

const judge = (...entries: EntryParts[]) => checkTraffic({ har: aHar(...entries) });

test('a right answer passes, and what was not asked for is not seen', () => {
  const report = judge({});
  expect([found(report), exitCodeOf(report)]).toEqual([[], 0]);
  expect(statusOf(report, 'envelope.success-has-data')).toBe('passed');
  expect(statusOf(report, 'envelope.success-has-data', 'listCommitments')).toBe('not_applicable');
  expect(report.results.find(({ operation }) => operation === 'listCommitments')?.message).toContain(
    'not seen',
  );
});

test('checks that need requests of their own give no verdict', () => {
  const report = judge({});
  expect(report.results.map(({ id }) => id)).not.toContain('operations.correct-request-succeeds');
  expect(report.notes[0]).toMatch(/Judged 1 answer .* \d+ checks of the suite send requests of their own/);
});

test('a choice that holds only such checks is refused, not kept', () => {
  const only = ['operations.correct-request-succeeds'];
  expect(() => checkTraffic({ har: aHar({}), only })).toThrow('None of the chosen checks can judge');
});

test('a wrong answer fails, with the exchange and without its keys', () => {
  const secret = 'one_secret_key';
  const report = judge({
    url: `${base}/api/v1/providers?api_key=another_secret`,
    headers: { Authorization: `Bearer ${secret}`, Cookie: 'sid=third_secret', 'X-Api-Key': 'fourth_secret' },
    responseHeaders: { 'Content-Type': 'application/json', 'Set-Cookie': 'sid=fifth_secret' },
    answer: { ...providersResponse, data: [{ provider_id: secret, provider_name: 7 }] },
  });
  expect(found(report)).toContain('fields.types-are-exact listProviders');
  expect(JSON.stringify(report)).not.toMatch(/\w+_secret/);
  const result = report.results.find(
    ({ id, operation }) => id === 'fields.types-are-exact' && operation === 'listProviders',
  );
  expect(result?.exchange?.curl).toBe(
    `curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" -H 'x-api-key: [redacted]' '${base}/api/v1/providers?api_key=[redacted]'`,
  );
});

test('a password before the host, and keys in other addresses, stand nowhere', () => {
  const report = judge({
    url: 'http://somebody:one_secret@127.0.0.1:4010/api/v1/providers',
    responseHeaders: {
      'Content-Type': 'application/json',
      Location: 'http://other:two_secret@a.example/next?page=2&access_token=three_secret',
    },
    answer: { ...providersResponse, timestamp: 7 },
  });
  expect(report.target).toBe(base);
  const text = JSON.stringify(report);
  expect(text).toContain('http://[redacted]@a.example/next?page=2&access_token=[redacted]');
  expect(text).not.toMatch(/\w+_secret/);
});

test('the same fault in many answers is told once, and counted', () => {
  const wrong = { answer: { ...providersResponse, timestamp: 7 } };
  const report = judge(wrong, wrong, wrong);
  const told = report.results.filter(({ status }) => status === 'failed');
  expect(told).toMatchObject([{ id: 'envelope.timestamp-is-present', more_faults: 2 }]);
});

test('names of headers as HTTP/2 has them, and bodies in base64, are read', () => {
  const text = JSON.stringify(providersResponse);
  const report = judge({
    headers: { ':path': '/api/v1/providers', authorization: 'Bearer one_secret_key' },
    responseHeaders: { ':status': '200', 'content-type': 'application/json' },
    // Its size is that of the compressed body, as some write it.
    content: { size: 40, mimeType: '', encoding: 'base64', text: Buffer.from(text).toString('base64') },
  });
  expect([found(report), exitCodeOf(report)]).toEqual([[], 0]);
});

test('a body in a file of its own is read', () => {
  const har = aHar({ content: { size: 99, mimeType: 'application/json', _file: 'abc.json' } });
  const report = checkTraffic({ har, attached: (name) => (name === 'abc.json' ? '[]' : undefined) });
  expect(found(report)).toContain('envelope.body-is-a-json-object listProviders');
});

describe('what cannot be judged is counted and says nothing of the server:', () => {
  test.each<[string, EntryParts, RegExp]>([
    ['another host', { url: 'https://elsewhere.example/api/v1/providers' }, /not to http:\/\/127/],
    ['a page of the frontend', { url: `${base}/index.html`, answer: '<html>' }, /not to http:\/\/127/],
    [
      'a path that the contract does not have',
      { url: `${base}/api/v1/me` },
      /in the contract: GET \/api\/v1\/me/,
    ],
    ['a method that it does not have there', { method: 'PATCH' }, /in the contract: PATCH/],
    ['a preflight', { method: 'OPTIONS', status: 204, content: { size: 0 } }, /OPTIONS or HEAD/],
    ['an aborted request', { status: 0, content: { size: 0 } }, /without an answer/],
    ['a redirect', { status: 302, answer: '' }, /redirected/],
    ['an answer from the cache', { status: 200, answer: '', extra: { _fromCache: 'disk' } }, /from a cache/],
    ['an answer without its body', { content: { size: 300 } }, /without the body/],
    ['an answer cut short', { content: { size: 300, text: '{"success":true,"da' } }, /only a part/],
  ])('%s', (_, entry, note) => {
    const report = judge({}, {}, entry);
    expect([found(report), exitCodeOf(report), report.coverage.operations.length > 0]).toEqual([[], 0, true]);
    expect(report.notes.filter((text) => note.test(text))).toHaveLength(1);
  });
});

test('an operation of which no answer was recorded whole leaves the verdict incomplete', () => {
  const report = judge({}, { url: `${base}/api/v1/commitments`, content: { size: 300 } });
  expect(statusOf(report, 'envelope.body-is-a-json-object', 'listCommitments')).toBe('blocked');
  expect(exitCodeOf(report)).toBe(3);
});

test('of several APIs the one that was called most is judged, and the other named', () => {
  const report = judge({}, {}, { url: 'https://other.example/app/api/v1/providers', answer: 'wrong' });
  expect([report.target, found(report)]).toEqual([base, []]);
  expect(report.notes).toContain(
    'Another API was seen at https://other.example/app (1): judge it with --base-url.',
  );
});

test('the base that is given is judged', () => {
  const har = aHar({}, { url: 'https://other.example/app/api/v1/providers', answer: 'wrong' });
  const report = checkTraffic({ har, baseUrl: 'https://other.example/app/' });
  expect(report.target).toBe('https://other.example/app');
  expect(found(report)).toContain('envelope.body-is-a-json-object listProviders');
});

test('answers are not blamed on a server when a recorder has taken Authorization out', () => {
  const report = judge({ headers: {} });
  expect([found(report), statusOf(report, 'authentication.no-key-is-401')]).toEqual([[], 'not_applicable']);
});

test('an answer to nobody is a fault where others show their keys', () => {
  expect(found(judge({}, { headers: {} }))).toEqual(['authentication.no-key-is-401 listProviders']);
});

describe('a repeated write', () => {
  const key = '0b1f6f0e-5a1c-4f2e-9d3b-7c8a9e0f1a2b';
  const endpoint = (id: string) => ({
    success: true,
    timestamp: '2026-06-15T12:00:00Z',
    data: {
      id,
      url: 'https://a.example/',
      event_types: ['optimization.completed'],
      description: null,
      created_at: null,
    },
  });
  const write = (parts: EntryParts & { key?: string; caller?: string } = {}): EntryParts => ({
    method: 'POST',
    url: `${base}/api/v1/webhooks/endpoints`,
    headers: {
      authorization: `Bearer ${parts.caller ?? 'one_secret_key'}`,
      'idempotency-key': parts.key ?? key,
    },
    body: '{"url":"https://a.example/","event_types":["optimization.completed"]}',
    status: 201,
    answer: endpoint('whe-1'),
    ...parts,
  });
  const replayed = { 'content-type': 'application/json', 'idempotent-replayed': 'true' };
  const idempotency = (report: Report) => found(report).filter((text) => text.startsWith('idempotency.'));
  const on = (...ids: string[]) => ids.map((id) => `idempotency.${id} createWebhookEndpoint`);

  test.each<[string, EntryParts, string[]]>([
    ['that gets the stored answer is right', write({ at: 100, responseHeaders: replayed }), []],
    ['that is not marked is wrong', write({ at: 100 }), on('replay-is-marked')],
    [
      'that makes another endpoint is wrong',
      write({ at: 100, answer: endpoint('whe-2') }),
      on('replay-is-marked', 'replay-is-the-stored-response'),
    ],
    [
      'with another body may be refused',
      write({
        at: 100,
        body: '{"url":"https://b.example/"}',
        status: 422,
        answer: {
          success: false,
          timestamp: '2026-06-15T12:00:00Z',
          error: { code: 'VALIDATION_ERROR', message: 'No.', details: null },
        },
      }),
      [],
    ],
    [
      'with another body that runs is wrong',
      write({
        at: 100,
        body: '{"url":"https://a.example/","event_types":["optimization.completed"],"description":null}',
        answer: endpoint('whe-2'),
      }),
      on('reused-key-never-runs'),
    ],
    [
      'of another caller is another write',
      write({ at: 100, caller: 'another_secret', answer: endpoint('whe-2') }),
      [],
    ],
    [
      'of another key is another write',
      write({ at: 100, key: '1b1f6f0e-5a1c-4f2e-9d3b-7c8a9e0f1a2b', answer: endpoint('whe-2') }),
      [],
    ],
    ['that overlaps the first says nothing', write({ at: 5, answer: endpoint('whe-2') }), []],
    ['with a key that is no UUID is wrong', write({ at: 100, key: 'twice' }), on('malformed-key-is-422')],
  ])('%s', (_, second, faults) => {
    expect(idempotency(judge(write(), second)).sort()).toEqual(faults.sort());
  });
});

describe('a single answer shows', () => {
  const page = (items: object[], pagination: object) => ({
    success: true,
    timestamp: '2026-06-15T12:00:00Z',
    data: { items, pagination },
  });
  test.each<[string, EntryParts]>([
    [
      'filters.kind-keeps-only-its-own',
      {
        url: `${base}/api/v1/commitments?kind=savings_plan`,
        answer: page([{ kind: 'reserved_instance' }], {}),
      },
    ],
    [
      'pagination.page-is-honoured',
      {
        url: `${base}/api/v1/commitments?page=2`,
        answer: page([], {
          total_items: 60,
          total_pages: 3,
          current_page: 1,
          page_size: 20,
          has_next: true,
          has_previous: false,
        }),
      },
    ],
    [
      'parameters.value-outside-set-is-refused',
      { url: `${base}/api/v1/commitments?kind=ri`, answer: page([], {}) },
    ],
    ['parameters.missing-required-is-refused', { url: `${base}/api/v1/commitments/inventory` }],
    [
      'parameters.malformed-date-is-refused',
      { url: `${base}/api/v1/commitments/utilization?start=yesterday` },
    ],
    [
      'errors.missing-body-field-is-refused',
      { method: 'POST', url: `${base}/api/v1/webhooks/endpoints`, body: '{"event_types":[]}', status: 201 },
    ],
    [
      'errors.malformed-json-is-refused',
      { method: 'POST', url: `${base}/api/v1/webhooks/endpoints`, body: '{"url":' },
    ],
  ])('%s', (id, entry) => {
    const { results } = judge(entry);
    expect(results.filter((result) => result.id === id).map(({ status }) => status)).toContainEqual(
      expect.stringMatching(/^(failed|warned)$/),
    );
  });
});

describe('a file that cannot be used says where and why:', () => {
  test.each([
    ['', 'trip.har is not JSON: it is empty.'],
    ['{"log": {"entries": [', 'trip.har is not JSON: it ends in the middle, as if its writing was cut off.'],
    ['{"log":{"entries":[{"a":1}\n{"b":2}]}}', 'trip.har is not JSON in line 2.'],
    [
      '{"log":{"entries":[{"a":1},\n{"request": nothing, "response": nothing}]}}',
      'trip.har is not JSON in line 2.',
    ],
    ['{"log":{"entries":[{"a":1}', 'trip.har is not JSON: it ends in the middle'],
    ['PK\u0003\u0004…', 'trip.har is a ZIP archive: unpack it, and give the .har file in it.'],
    ['{"entries": []}', 'trip.har is no HTTP archive: it has no list at log.entries.'],
    ['{"log":{"entries":[{"request":{}}]}}', 'trip.har: log.entries[0].request.url is not a string.'],
    ['{"log":{"entries":[null]}}', 'trip.har: log.entries[0].request.url is not a string.'],
    [
      '{"log":{"entries":[{"request":{"url":"http://a/","method":"GET"},"response":{"status":"200"}}]}}',
      'trip.har: log.entries[0].response.status is not a number.',
    ],
    [aHar({ url: `${base}/index.html` }), 'trip.har holds no request to the API'],
    [aHar({ content: { size: 4 } }), 'but none with its whole body: record with content.'],
  ])('%j', (har, message) => {
    expect(() => checkTraffic({ har, file: 'trip.har' })).toThrow(message);
  });
});
