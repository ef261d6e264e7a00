import type { Check } from '../../../conformance/engine/check.js';
import { coverageOf } from '../../../conformance/engine/judge/coverage.js';
import { type DistinctViolation, type Result, summaryOf } from '../../../conformance/engine/judge/result.js';
import { resultOf } from '../../../conformance/engine/judge/verdict.js';
import { WaiverBook } from '../../../conformance/engine/judge/waiver-book.js';
import type { Report } from '../../../conformance/engine/report.js';
import { toyApi } from './toy-api.js';

const check: Check = {
  kind: 'passive',
  id: 'envelope.success-has-data',
  level: 'MUST',
  basis: 'stated',
  requirement: 'A success response has `data`, an object or an array.',
  source: 'Response envelope',
  on: 'success',
  run: () => undefined,
};

const operation = (operationId: string, path: string) =>
  ({
    operationId,
    path,
    method: 'GET',
    tag: 'items',
    parameters: [],
    requestBody: null,
    responses: { 200: {} },
  }) as never;

/** Where a report finds the operations of its results. */
const api = {
  ...toyApi,
  operations: [
    operation('listProviders', '/api/v1/providers'),
    operation('listCommitments', '/api/v1/commitments'),
  ],
  requirements: [
    {
      id: 'envelope.data-on-success',
      section: 'Response envelope',
      statement: 'A success has data.',
      operations: null,
      checks: [check.id],
    },
  ],
};
const policy = {
  standards: api,
  profile: 'standard',
  redact: (text: string) => text,
  waivers: new WaiverBook([], new Date()),
} as const;
const passed = resultOf(policy, { check, operationId: 'listProviders' }, 'passed');

/** The operations and checks that waivers may name: of every operation, of a list, and of the API as a whole. */
export const waivable = {
  operations: api.operations,
  checks: [
    check,
    { ...check, id: 'pagination.numbers-are-integers', operations: ['listCommitments'] },
    { ...check, id: 'errors.unknown-route-is-404' },
  ] as readonly Check[],
};

/** Creates a passed result with the given overrides. */
export function aResult(parts: Partial<Result> = {}): Result {
  return { ...passed, ...parts };
}

/** Creates a result with one violation, which is described by the given overrides. */
export function aFinding(
  parts: Partial<Result> & { status: DistinctViolation['status'] },
  extent: Partial<Pick<DistinctViolation, 'rows' | 'requests' | 'sql'>> = {},
): Result {
  const result = { ...failure, ...parts };
  const { status } = parts;
  const { fingerprint, message, expected, actual, waiver } = result;
  const violation: DistinctViolation = {
    ...{
      fingerprint: fingerprint ?? '',
      message: message ?? '',
      expected: expected ?? '',
      actual: actual ?? '',
    },
    ...{ status, rows: 1, requests: 1, waiver, curl: result.exchange?.curl ?? null, ...extent },
  };
  return { ...result, violations: [violation, ...(parts.violations ?? [])] };
}

const failure = aResult({
  message: '`data` is not an object or an array.',
  expected: 'an object or an array',
  actual: 'null',
  fingerprint: 'fp-0123456789ab',
  exchange: {
    request: {
      method: 'GET',
      url: 'http://127.0.0.1:4010/api/v1/providers',
      path: '/api/v1/providers',
      query: [],
      headers: { authorization: 'Bearer $COST_CONTRACT_API_KEY' },
      body: null,
    },
    response: { status: 200, headers: {}, body: '{"success":true,"data":null}' },
    curl: `curl -i -H "authorization: Bearer $COST_CONTRACT_API_KEY" 'http://127.0.0.1:4010/api/v1/providers'`,
  },
});

export const aFailure = aFinding({ status: 'failed' });

export function aReport(results: readonly Result[], parts: Partial<Report> = {}): Report {
  return {
    target: 'http://127.0.0.1:4010',
    contract_version: '1.0.0',
    suite_version: '0.1.0',
    profile: 'standard',
    started_at: '2026-06-15T12:00:00.000Z',
    duration_ms: 1500,
    requests: { caller: 10, second_caller: 2, spare: 0, anonymous: 3 },
    notes: [],
    summary: summaryOf(results),
    results,
    progress: null,
    stale_waivers: [],
    bill: null,
    fixtures_template: null,
    coverage: coverageOf(api, { exchanges: [] }, results),
    ...parts,
  };
}

/** A waiver that matches no violation. */
export const aStaleWaiver = {
  check: 'envelope.success-has-data',
  operation: null,
  fingerprint: 'fp-0123456789ab',
  reason: 'Fixed in release 7.',
  expires: '2026-12-31',
  where: 'waivers.yaml:3',
};
