import { expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import { checkTraffic } from '../../conformance/suite/run.js';
import { everyReport } from '../support/engine/every-report.js';
import type { Handler } from '../support/serve.js';
import { aHar, base } from '../support/suite/har-fixture.js';
import { conformingServer, runSuite } from '../support/suite/run-suite.js';

const path = '/api/v1/commitments';

/** A server whose commitments have several wrong fields, each in other rows. */
const careless: Handler = async (request) => {
  const response = await conformingServer(request);
  if (request.path !== path || response.status !== 200) return response;
  const body = JSON.parse(response.body);
  body.data.items = body.data.items.map(({ region, service, ...row }: any, index: number) => ({
    ...row,
    ...(index % 2 === 0 ? {} : { region }),
    ...(index === 1 ? {} : { service }),
    account_id: 7,
    status: index < 2 ? 1 : row.status,
  }));
  return { ...response, body: JSON.stringify(body) };
};

const distinct = [
  '`data.items[].region` is missing.',
  '`data.items[].service` is missing.',
  '`data.items[].account_id` has the wrong type.',
  '`data.items[].status` has the wrong type.',
];

const report = await runSuite({ only: ['fields.*'], scope: { operations: ['listCommitments'] } }, careless);
const sent = { method: 'GET', path, query: new URLSearchParams(), headers: {}, body: '' };
const headers = { authorization: 'Bearer one_test_caller' };
const { status, headers: responseHeaders, body } = await careless({ ...sent, headers });
const entry = {
  method: 'GET',
  url: `${base}${path}`,
  headers,
  status,
  responseHeaders,
  responseBody: body,
};
const recorded = await checkTraffic({ har: aHar(entry, entry), only: ['fields.*'] });

const violationsOf = ({ results }: Report) =>
  results
    .filter(({ status }) => status === 'failed')
    .flatMap(({ violations }) => violations)
    .map(({ message, rows, requests }) => ({ message, rows, requests }));

test('a result lists each distinct violation once, with its rows and requests', () => {
  const found = violationsOf(report);
  expect(found.map(({ message }) => message)).toEqual(distinct);
  const [region, service, account] = found;
  expect(account?.rows).toBeGreaterThan(region?.rows ?? 0);
  expect(region?.rows).toBeGreaterThan(service?.rows ?? 0);
  expect(service?.rows).toBe(service?.requests);
});

test('recorded traffic is reported alike', () => {
  expect(violationsOf(recorded)).toEqual([
    { message: distinct[0], rows: 8, requests: 2 },
    { message: distinct[1], rows: 2, requests: 2 },
    { message: distinct[2], rows: 14, requests: 2 },
    { message: distinct[3], rows: 4, requests: 2 },
  ]);
});

test('the result itself names the first row', () => {
  const [result] = report.results.filter(({ status }) => status === 'failed');
  expect(result?.message).toBe('`data.items[0].region` is missing.');
  expect(result?.exchange?.curl).toBe(result?.violations[0]?.curl);
});

/** Text of a report without markup. */
const plain = (text: string) => text.replace(/<\/?code>/g, '`').replaceAll('%5B', '[');

/** The texts of a report that are not cut to a screen, by format. */
function wholeReports(one: Report): readonly (readonly [string, string])[] {
  const { pretty: _, 'grouped by operation': __, ...whole } = everyReport(one);
  return Object.entries(whole);
}

test.each(wholeReports(report))(
  'the %s report shows each distinct violation, and never counts different ones',
  (_, page) => {
    const text = plain(page);
    for (const message of distinct) expect(text).toContain(message);
    expect(text).not.toMatch(/\d+ (more|other|further) violation/);
  },
);

test('the pretty report names each field also if it is short', () => {
  const { pretty } = everyReport(report);
  for (const message of distinct) expect(pretty).toContain(message.slice(0, message.indexOf(' ')));
});

test('no report shows the body of a large request', async () => {
  const lenient: Handler = async (request) =>
    request.body.length < 2 ** 20
      ? conformingServer(request)
      : { status: 200, headers: { 'content-type': 'application/json' }, body: '{"success":true}' };
  const large = await runSuite({ only: ['errors.large-body-is-4xx'], profile: 'strict' }, lenient);
  expect(large.results.some(({ status, exchange }) => status === 'failed' && exchange !== null)).toBe(true);
  for (const [name, text] of wholeReports(large)) {
    expect(text, name).toContain('curl -i -X POST');
    expect(text.length, name).toBeLessThan(250_000);
  }
});
