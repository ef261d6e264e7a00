import { describe, expect, test } from 'vitest';
import { isFinding } from '../../conformance/engine/judge/result.js';
import { prettyReport } from '../../conformance/engine/report/pretty.js';
import { rowsOf, screen } from '../../conformance/engine/report/screen.js';
import type { Report } from '../../conformance/engine/report.js';
import { checkTraffic, runChecks } from '../../conformance/suite/run.js';
import { operations } from '../../src/generated/operations.js';
import { inProcess } from '../support/in-process.js';
import type { Handler } from '../support/serve.js';
import { aHar, base } from '../support/suite/har-fixture.js';
import { brokenServers } from './broken-servers.js';
import { createUnfinishedServer } from './unfinished-server.js';

const apiKeys = ['one_test_caller', 'one_test_second_caller', 'one_test_spare'];

/** Fixtures for all IDs, so that no check is blocked by a missing one. */
const fixtures = {
  audit_id: 1,
  recommendation_id: 'rec-1',
  tag_key: { id: 'key-1', name: 'Key', version: 1 },
  commitments: { reservation: 'ri-1', unpriced: 'ri-2', raised: 'ri-3', unraised: 'ri-4' },
};

/** The checks that any response other than a 5xx passes. */
const ofAnyResponse = [
  'authentication.key-is-not-repeated',
  'errors.requests-never-break-the-server',
  'errors.odd-input-never-breaks-the-server',
  'errors.status-is-documented',
  'operations.server-survives',
];
const isJson = ['envelope.media-type-is-json'];
const isObject = [
  ...isJson,
  'envelope.body-is-a-json-object',
  'envelope.names-are-unique',
  'envelope.absent-parts-are-left-out',
];
const hasEnvelope = [
  ...isObject,
  'envelope.success-is-boolean',
  'envelope.success-matches-the-status',
  'envelope.timestamp-is-present',
  'envelope.timestamp-is-iso-8601',
  'envelope.timestamp-has-a-zone',
  'envelope.timestamp-is-rfc-3339',
];
const isFailure = [
  ...hasEnvelope,
  'envelope.failure-has-error',
  'envelope.failure-has-no-data',
  'envelope.error-has-a-code',
  'envelope.error-has-a-message',
  'envelope.error-message-is-not-empty',
  'envelope.error-has-details',
  'errors.code-fits-status',
  'errors.no-stack-trace',
];

/** The checks that each server passes with evidence. */
const earned: Readonly<Record<string, readonly string[]>> = {
  'HTML and 404': [...ofAnyResponse, 'errors.no-stack-trace', 'errors.wrong-method-is-4xx'],
  'an empty object and 200': [...ofAnyResponse, ...isObject, 'envelope.success-has-no-error'],
  'an empty envelope': [
    ...ofAnyResponse,
    ...hasEnvelope,
    'envelope.success-has-data',
    'envelope.success-has-no-error',
  ],
  'a bare array': [...ofAnyResponse, ...isJson],
  '401 for every key': [...ofAnyResponse, ...isFailure],
  '500 for everything': [...ofAnyResponse, ...isFailure],
};

/** The checks of the whole API that a server passes by rejecting everything. */
const ofTheApi = [
  'errors.wrong-method-is-4xx',
  'errors.bad-percent-encoding-is-4xx',
  'authentication.challenge-is-sent',
];

const neverBreaks = 'errors.requests-never-break-the-server';
const unmatched = 'not_applicable: no response was received that the check applies to';
const unlimited = 'blocked: the target returned 200 instead of 429, blocked by limits.rate-limit-is-enforced';
// All but the list of providers.
const indistinct = `blocked: ${operations.length - 1} operations cannot be distinguished from an unknown route, blocked by errors.unknown-route-is-404`;
const failedWith = (status: number) => [
  ...[unmatched, unlimited, indistinct],
  `blocked: the correct request … returned ${status}, blocked by operations.correct-request-succeeds`,
  `blocked: … returned ${status}, so no ids were found, blocked by operations.correct-request-succeeds`,
];
const without = (what: string, check: string) => [
  `blocked: the response to … ${what}, blocked by ${check}`,
  `blocked: the response to … ${what}, so no ids were found, blocked by ${check}`,
];

/** Why the other checks of each server have no verdict, next to a correct list of providers. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  'HTML and 404': [
    ...[unmatched, unlimited],
    'blocked: blocked by envelope.body-is-a-json-object, which is the cause, blocked by envelope.body-is-a-json-object',
    'not_applicable: requires getRenewalQuote, which the server does not implement',
  ],
  'an empty object and 200': [
    ...[unmatched, unlimited, indistinct],
    ...without('has no `data`', 'envelope.success-has-data'),
  ],
  'an empty envelope': [
    ...[unmatched, unlimited, indistinct],
    ...without('has no field of the operation', 'pagination.list-has-items-and-pagination'),
    'blocked: the response to … has no field of the operation, blocked by fields.all-are-present',
    // A missing field fails the server only if the service documents it.
    'blocked: the response to … has no field of the operation',
    'blocked: blocked by pagination.list-has-items-and-pagination, which is the cause, blocked by pagination.list-has-items-and-pagination',
  ],
  'a bare array': [
    ...[unmatched, unlimited, indistinct],
    ...without('is not a JSON object', 'envelope.body-is-a-json-object'),
  ],
  '401 for every key': failedWith(401),
  '500 for everything': [
    ...failedWith(500).filter((reason) => reason !== indistinct),
    indistinct.replace('errors.unknown-route-is-404', neverBreaks),
    `blocked: … returned 500, blocked by ${neverBreaks}`,
  ],
};

/** Returns the distinct reasons, without their requests. */
function reasonsIn({ results }: Report): string[] {
  const withoutVerdict = results.filter(({ status }) => status === 'blocked' || status === 'not_applicable');
  const messages = withoutVerdict.map(({ status, message, blocked_by }) => {
    const reason = `${status}: ${message?.replace(/\b(GET|POST|PUT|DELETE) \S+/, '…')}`;
    return blocked_by === null ? reason : `${reason}, blocked by ${blocked_by}`;
  });
  return [...new Set(messages)].sort();
}

const passed = ({ results }: Report) =>
  results.filter(({ status }) => status === 'passed').map(({ id, operation }) => ({ id, operation }));

const servers = Object.entries(brokenServers);

describe.each(servers)('a server that has %s', (name, handler) => {
  const isEarned = (id: string) => earned[name]?.includes(id) === true;

  test('passes only checks with evidence', async () => {
    const run = runChecks({ target: 'http://127.0.0.1', sender: inProcess(handler), apiKeys, fixtures });
    const report = await run.catch(() => undefined);
    // If nothing indicates that the server is the API, no check runs.
    expect(report === undefined).toBe(/404|401/.test(name));
    if (report) expect(passed(report).filter(({ id }) => !isEarned(id))).toEqual([]);
  });

  test('passes no other checks next to one correct operation, and reports why on a screen', async () => {
    const right = createUnfinishedServer(apiKeys);
    const beside: Handler = (request) =>
      request.method === 'GET' && request.path === '/api/v1/providers' ? right(request) : handler(request);
    const report = await runChecks({
      target: 'http://127.0.0.1',
      sender: inProcess(beside),
      apiKeys,
      fixtures,
    });
    expect(
      passed(report).filter(
        ({ id, operation }) =>
          !isEarned(id) && operation !== 'listProviders' && !(operation === null && ofTheApi.includes(id)),
      ),
    ).toEqual([]);
    expect(new Set(report.results.map(({ id }) => id)).size).toBeGreaterThan(51);
    expect(reasonsIn(report)).toEqual([...(reasons[name] ?? [])].sort());
    expect(rowsOf(prettyReport(report, { colour: false }))).toBeLessThanOrEqual(screen.rows);
    // A blocking check is reported as a finding.
    const findings = new Set(report.results.filter(isFinding).map(({ id }) => id));
    const blockers = report.results.flatMap(({ blocked_by }) => blocked_by ?? []);
    expect(blockers.filter((id) => !findings.has(id))).toEqual([]);
  });

  test('passes no other checks in recorded traffic', async () => {
    const entries = operations.map(async ({ method, path }) => {
      const sent = { method, path, query: new URLSearchParams(), headers: {}, body: '' };
      const { status, headers, body } = await handler(sent);
      const url = `${base}${path.replace(/\{\w+\}/g, 'one')}`;
      return { method, url, status, responseHeaders: headers, responseBody: body };
    });
    const report = await checkTraffic({ har: aHar(...(await Promise.all(entries))) });
    expect(passed(report).filter(({ id }) => !isEarned(id))).toEqual([]);
  });
});
