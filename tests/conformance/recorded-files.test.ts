import { describe, expect, test } from 'vitest';
import { checkTraffic } from '../../conformance/suite/run.js';
import { aHar, base, providersResponse } from '../support/suite/har-fixture.js';
import { found, judge, statusOf } from '../support/suite/judge-traffic.js';

test.each([
  ['recommendations/%zz/details', { recommendation_id: 'x' }],
  ['repo-binding/recommendations/%zz/targets', { recommendation_id: 'x', items: [] }],
  ['commitments/renewal/%ff', { commitment_id: 'x', recommendation_id: 'y' }],
  ['commitments/detail/%', { id: 'x' }],
])('judges a path that is not valid percent-encoding: %s', async (path, data) => {
  const report = await judge({ url: `${base}/api/v1/${path}`, responseBody: { ...providersResponse, data } });
  expect(report.results.filter(({ status }) => status === 'errored')).toEqual([]);
});

test('resolves a URL without an origin by its Host header, or by baseUrl', async () => {
  const url = '/api/v1/providers';
  const withHost = await judge({
    url,
    headers: { Host: 'a.example:81', Authorization: 'Bearer one_secret' },
  });
  expect([withHost.target, found(withHost)]).toEqual(['http://a.example:81', []]);
  const report = await checkTraffic({ har: `\uFEFF${aHar({ url })}`, baseUrl: 'https://b.example' });
  expect([report.target, found(report)]).toEqual(['https://b.example', []]);
});

describe('without response headers, which recorders remove,', () => {
  const text = JSON.stringify(providersResponse);
  const judgeType = async (mimeType: string) =>
    statusOf(
      await judge({ responseHeaders: {}, content: { size: text.length, mimeType, text } }),
      'envelope.media-type-is-json',
    );

  test('the type of the content is the Content-Type', async () => {
    expect([await judgeType('application/json; charset=utf-8'), await judgeType('text/html')]).toEqual([
      'passed',
      'failed',
    ]);
  });

  test.each(['', 'x-unknown'])('an unknown type (%j) is not a violation', async (mimeType) => {
    expect(await judgeType(mimeType)).toBe('not_applicable');
  });

  test.each([
    [401, 'UNAUTHORIZED'],
    [429, 'RATE_LIMITED'],
  ])('a response with status %i lacks no header', async (status, code) => {
    const error = { code, message: 'No.', details: null };
    const { results } = await judge({
      status,
      responseHeaders: {},
      responseBody: { success: false, timestamp: '2026-06-15T12:00:00Z', error },
    });
    const about = ['authentication.challenge-is-sent', 'limits.retry-after-is-sent'];
    const statuses = results.filter(({ id }) => about.includes(id)).map((result) => result.status);
    expect(statuses.filter((one) => one !== 'not_applicable')).toEqual([]);
  });
});

test.each([
  [{ mimeType: 'application/x-www-form-urlencoded', params: [{ name: 'url', value: 'a b' }] }, 'url=a+b'],
  [{ mimeType: 'application/json', encoding: 'base64', text: btoa('{"url":') }, '{"url":'],
])('reads the request body %j', async (postData, body) => {
  const url = `${base}/api/v1/webhooks/endpoints`;
  const request = { method: 'POST', url, headers: [], postData };
  const { results } = await judge({ extra: { request } });
  const result = results.find(
    ({ id, status }) => id === 'errors.malformed-json-is-refused' && status === 'failed',
  );
  expect(result?.exchange?.request.body).toBe(body);
});

test('reads a body from a separate file', async () => {
  const har = aHar({ content: { size: 99, mimeType: 'application/json', _file: 'abc.json' } });
  const report = await checkTraffic({ har, attached: (name) => (name === 'abc.json' ? '[]' : undefined) });
  expect(found(report)).toContain('envelope.body-is-a-json-object listProviders');
});

test.each([
  ['', 'trip.har is not JSON: it is empty.'],
  ['{"log": {"entries": [', 'trip.har is not JSON: it ends early, as if it was not written completely.'],
  ['{"log":{"entries":[{"a":1}\n{"b":2}]}}', 'trip.har is not JSON: syntax error in line 2.'],
  [
    '{"log":{"entries":[{"a":1},\n{"request": nothing, "response": nothing}]}}',
    'trip.har is not JSON: syntax error in line 2.',
  ],
  ['{"log":{"entries":[{"a":1}', 'trip.har is not JSON: it ends early'],
  ['PK\u0003\u0004…', 'trip.har is a ZIP archive. Extract it and give the .har file in it.'],
  ['{"entries": []}', 'trip.har is not an HTTP archive: log.entries is not a list.'],
  ['{"log":{"entries":[{"request":{}}]}}', 'trip.har: log.entries[0].request.url is not a string.'],
  ['{"log":{"entries":[null]}}', 'trip.har: log.entries[0].request.url is not a string.'],
  [
    '{"log":{"entries":[{"request":{"url":"http://a/","method":"GET"},"response":{"status":"200"}}]}}',
    'trip.har: log.entries[0].response.status is not a number.',
  ],
  [aHar({ url: `${base}/index.html` }), 'trip.har contains no request to the API'],
  [
    aHar({ status: 302, responseBody: '' }),
    'trip.har contains no response of the API at http://127.0.0.1:4010. Not checked: 1 exchange redirected.',
  ],
])('rejects an unusable file with the place and the reason: %j', async (har, message) => {
  await expect(checkTraffic({ har, file: 'trip.har' })).rejects.toThrow(message);
});
