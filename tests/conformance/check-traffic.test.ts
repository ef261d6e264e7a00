import { expect, onTestFinished, test, vi } from 'vitest';
import type { Check } from '../../conformance/engine/check.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import { checkTraffic } from '../../conformance/suite/run.js';
import { aHar, base, type EntryParts, providersResponse } from '../support/suite/har-fixture.js';
import { found, judge, statusOf } from '../support/suite/judge-traffic.js';

test('passes a conforming response, and does not judge operations that were not called', async () => {
  const report = await judge({});
  expect([found(report), exitCodeOf(report)]).toEqual([[], 0]);
  expect(statusOf(report, 'envelope.success-has-data')).toBe('passed');
  expect(statusOf(report, 'envelope.success-has-data', 'listCommitments')).toBe('not_applicable');
  expect(report.results.find(({ operation }) => operation === 'listCommitments')?.message).toContain(
    'not covered',
  );
});

test('runs no checks that have to send requests', async () => {
  const report = await judge({});
  expect(report.results.map(({ id }) => id)).not.toContain('operations.correct-request-succeeds');
  expect(report.notes[0]).toMatch(/^Checked 1 response\. .* Skipped \d+ checks that have to send requests/);
});

test('rejects a selection of only such checks', async () => {
  const only = ['operations.correct-request-succeeds'];
  await expect(checkTraffic({ har: aHar({}), only })).rejects.toThrow(
    'None of the selected checks can judge',
  );
});

test('reports the exchange of a violation without its credentials', async () => {
  const secret = 'one_secret_key';
  const report = await judge({
    url: `${base}/api/v1/providers?api_key=another_secret`,
    headers: { Authorization: `Bearer ${secret}`, Cookie: 'sid=third_secret', 'X-Api-Key': 'fourth_secret' },
    responseHeaders: { 'Content-Type': 'application/json', 'Set-Cookie': 'sid=fifth_secret' },
    responseBody: { ...providersResponse, data: [{ provider_id: secret, provider_name: 7 }] },
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

test('redacts passwords and keys in URLs', async () => {
  const report = await judge({
    url: 'http://somebody:one_secret@127.0.0.1:4010/api/v1/providers',
    responseHeaders: {
      'Content-Type': 'application/json',
      Location: 'http://other:two_secret@a.example/next?page=2&access_token=three_secret',
    },
    responseBody: { ...providersResponse, timestamp: 7 },
  });
  expect(report.target).toBe(base);
  const text = JSON.stringify(report);
  expect(text).toContain('http://[redacted]@a.example/next?page=2&access_token=[redacted]');
  expect(text).not.toMatch(/\w+_secret/);
});

test('reports a repeated violation once, with a count', async () => {
  const faulty = { responseBody: { ...providersResponse, timestamp: 7 } };
  const report = await judge(faulty, faulty, faulty);
  const failures = report.results.filter(({ status }) => status === 'failed');
  expect(failures).toMatchObject([
    { id: 'envelope.timestamp-is-present', violations: [{ rows: 3, requests: 3 }] },
  ]);
});

test('reports a name that a recorded object has twice', async () => {
  const responseBody = JSON.stringify(providersResponse).replace('{', '{"data":[],');
  const { results } = await judge({ responseBody });
  const findings = results.filter(
    ({ id, status }) => id === 'envelope.names-are-unique' && status === 'failed',
  );
  expect(findings).toHaveLength(1);
  expect(findings[0]).toMatchObject({
    operation: 'listProviders',
    message: '`data` occurs more than once, with different values.',
  });
});

test('reads header names of HTTP/2 and bodies in base64', async () => {
  const text = JSON.stringify(providersResponse);
  const report = await judge({
    headers: { ':path': '/api/v1/providers', authorization: 'Bearer one_secret_key' },
    responseHeaders: { ':status': '200', 'content-type': 'application/json' },
    // Some recorders write the size of the compressed body.
    content: { size: 40, mimeType: '', encoding: 'base64', text: Buffer.from(text).toString('base64') },
  });
  expect([found(report), exitCodeOf(report)]).toEqual([[], 0]);
});

test('does not read a fragment as part of the last parameter', async () => {
  const report = await judge({ url: `${base}/api/v1/commitments?page=two#top`, status: 422 });
  const [{ exchange } = {}] = report.results.filter(({ exchange }) => exchange);
  expect(exchange?.curl).toContain('page=two');
  expect(JSON.stringify(report)).not.toContain('#top');
});

test('reports progress', async () => {
  const shown: string[] = [];
  await checkTraffic({
    har: aHar({}, {}),
    onProgress: (judged, total) => shown.push(`${judged} of ${total}`),
  });
  expect(shown).toEqual(['1 of 2', '2 of 2']);
});

test.each<[string, EntryParts, RegExp]>([
  ['another host', { url: 'https://elsewhere.example/api/v1/providers' }, /not to http:\/\/127/],
  ['a page of the frontend', { url: `${base}/index.html`, responseBody: '<html>' }, /not to http:\/\/127/],
  ['an unknown path', { url: `${base}/api/v1/me` }, /in the contract: GET \/api\/v1\/me/],
  ['an unknown method', { method: 'PATCH' }, /in the contract: PATCH/],
  ['a preflight', { method: 'OPTIONS', status: 204, content: { size: 0 } }, /OPTIONS or HEAD/],
  ['an aborted request', { status: 0, content: { size: 0 } }, /without a response/],
  ['a redirect', { status: 302, responseBody: '' }, /redirected/],
  [
    'a response from the cache',
    { status: 200, responseBody: '', extra: { _fromCache: 'disk' } },
    /from a cache/,
  ],
  ['an entry without a response', { extra: { response: undefined } }, /without a response/],
  ['an entry with an empty response', { extra: { response: {} } }, /without a response/],
  ['a response without its body', { content: { size: 300 } }, /without the response body/],
  ['a truncated response', { content: { size: 300, text: '{"success":true,"da' } }, /only a part/],
])('counts an exchange that cannot be checked without a violation: %s', async (_, entry, note) => {
  const report = await judge({}, {}, entry);
  expect([found(report), exitCodeOf(report), report.coverage.operations.length > 0]).toEqual([[], 0, true]);
  expect(report.notes.filter((text) => note.test(text))).toHaveLength(1);
});

test('is incomplete if no complete response of a called operation was recorded', async () => {
  const report = await judge({}, { url: `${base}/api/v1/commitments`, content: { size: 300 } });
  expect(statusOf(report, 'envelope.body-is-a-json-object', 'listCommitments')).toBe('blocked');
  expect(exitCodeOf(report)).toBe(3);
});

test.each<[string, EntryParts]>([
  ['without bodies', { content: { size: 300 } }],
  ['from the cache', { responseBody: '', extra: { _fromCache: 'memory' } }],
  ['with status 304', { status: 304, responseBody: '' }],
])('is incomplete if all responses are %s', async (_, entry) => {
  const report = await judge(entry, entry);
  expect([statusOf(report, 'envelope.body-is-a-json-object'), exitCodeOf(report)]).toEqual(['blocked', 3]);
});

test('checks the API that was called most, and names the others', async () => {
  const report = await judge(
    {},
    {},
    { url: 'https://other.example/app/api/v1/providers', responseBody: 'wrong' },
  );
  expect([report.target, found(report)]).toEqual([base, []]);
  expect(report.notes).toContain(
    'The archive contains another API at https://other.example/app (1 request). Check it with --base-url.',
  );
});

test('checks the API at baseUrl', async () => {
  const har = aHar({}, { url: 'https://other.example/app/api/v1/providers', responseBody: 'wrong' });
  const report = await checkTraffic({ har, baseUrl: 'https://other.example/app/' });
  expect(report.target).toBe('https://other.example/app');
  expect(found(report)).toContain('envelope.body-is-a-json-object listProviders');
});

test('reports no violation if the recorder removed Authorization', async () => {
  const report = await judge({ headers: {} });
  expect([found(report), statusOf(report, 'authentication.no-key-is-401')]).toEqual([[], 'not_applicable']);
});

test('reports a success without an API key if other requests have keys', async () => {
  expect(found(await judge({}, { headers: {} }))).toEqual(['authentication.no-key-is-401 listProviders']);
});

const page = (items: object[], pagination: object) => ({
  success: true,
  timestamp: '2026-06-15T12:00:00Z',
  data: { items, pagination },
});
test.each(
  Object.entries<EntryParts>({
    'filters.kind-returns-only-matches': {
      url: `${base}/api/v1/commitments?kind=savings_plan`,
      responseBody: page([{ kind: 'reserved_instance' }], {}),
    },
    'pagination.page-is-honoured': {
      url: `${base}/api/v1/commitments?page=2`,
      responseBody: page([], {
        total_items: 60,
        total_pages: 3,
        current_page: 1,
        page_size: 20,
        has_next: true,
        has_previous: false,
      }),
    },
    'parameters.value-outside-set-is-refused': {
      url: `${base}/api/v1/commitments?kind=ri`,
      responseBody: page([], {}),
    },
    'parameters.missing-required-is-refused': { url: `${base}/api/v1/commitments/inventory` },
    'parameters.malformed-date-is-refused': { url: `${base}/api/v1/commitments/utilization?start=yesterday` },
    'errors.missing-body-field-is-refused': {
      method: 'POST',
      url: `${base}/api/v1/webhooks/endpoints`,
      body: '{"event_types":[]}',
      status: 201,
    },
    'errors.malformed-json-is-refused': {
      method: 'POST',
      url: `${base}/api/v1/webhooks/endpoints`,
      body: '{"url":',
    },
  }),
)('reports from a single response: %s', async (id, entry) => {
  const { results } = await judge(entry);
  expect(results.filter((result) => result.id === id).map(({ status }) => status)).toContainEqual(
    expect.stringMatching(/^(failed|warned)$/),
  );
});

test('reports what was judged before it was stopped', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  onTestFinished(() => void vi.useRealTimers());
  const stop = new AbortController();
  // The first response takes longer to judge than a stopped check may run.
  const slow: Check = {
    ...{ kind: 'passive', id: 'toy.is-slow', level: 'MUST', basis: 'stated', on: 'response' },
    ...{ requirement: 'It is slow.', source: 'Test' },
    run() {
      stop.abort();
      vi.advanceTimersByTime(2_000);
    },
  };
  const har = aHar({}, {}, {});
  const report = await checkTraffic({ har, checks: [slow], stop: () => stop.signal });
  expect(report.results.map(({ status }) => status)).toContain('passed');
  expect(report.notes.join()).toMatch(/2 .* that the stopped check had not reached/);
});
