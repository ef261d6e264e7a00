import { coverageOf } from '../../conformance/coverage.js';
import type { Report } from '../../conformance/report.js';
import { type Result, summaryOf } from '../../conformance/result.js';

const passed: Result = {
  id: 'envelope.success-has-data',
  level: 'MUST',
  basis: 'stated',
  status: 'passed',
  operation: 'listProviders',
  requirement: 'A success brings `data`, an object or an array.',
  source: 'Response envelope',
  message: null,
  expected: null,
  actual: null,
  fingerprint: null,
  more_faults: 0,
  other_faults: [],
  waiver: null,
  exchange: null,
};

/** A result that passed, but for what is given. */
export function aResult(parts: Partial<Result> = {}): Result {
  return { ...passed, ...parts };
}

export const aFailure = aResult({
  status: 'failed',
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

export function aReport(results: readonly Result[], parts: Partial<Report> = {}): Report {
  return {
    target: 'http://127.0.0.1:4010',
    contract_version: '1.0.0',
    suite_version: '0.1.0',
    profile: 'standard',
    started_at: '2026-06-15T12:00:00.000Z',
    duration_ms: 1500,
    requests: { caller: 10, stranger: 2, spare: 0, nobody: 3 },
    notes: [],
    summary: summaryOf(results),
    results,
    stale_waivers: [],
    coverage: coverageOf([], results),
    ...parts,
  };
}
