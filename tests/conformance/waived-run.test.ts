import { expect, test } from 'vitest';
import type { Result } from '../../conformance/engine/judge/result.js';
import type { Waiver } from '../../conformance/engine/judge/waiver-book.js';
import { exitCodeOf } from '../../conformance/engine/report.js';
import type { RunOptions } from '../../conformance/engine/run-options.js';
import type { Handler } from '../support/serve.js';
import { conformingServer, runSuite } from '../support/suite/run-suite.js';

const only = ['parameters.value-outside-set-is-refused'];
const known = { instrument: 'ri', state: 'active' };
/** Treats an unknown value of these parameters as a known one. */
const lenient =
  (...names: (keyof typeof known)[]): Handler =>
  (request) => {
    const query = new URLSearchParams(request.query);
    for (const name of names) if (query.get(name) === 'no-such-value') query.set(name, known[name]);
    return conformingServer({ ...request, query });
  };
const verdict = async (handler: Handler, options: Partial<RunOptions> = {}) => {
  const report = await runSuite({ only, ...options }, handler);
  const result = report.results.find(({ operation }) => operation === 'listCommitmentInventory');
  return { report, result: result as Result };
};
const waiverFor = ({ id, operation, fingerprint }: Result, expires = '2999-12-31'): Waiver => ({
  check: id,
  operations: [operation],
  fingerprint: fingerprint ?? '',
  reason: 'Known.',
  expires,
});

test('a waived failure is reported as waived and does not fail the run', async () => {
  const { result } = await verdict(lenient('state'));
  expect(result.status).toBe('failed');
  const waived = await verdict(lenient('state'), { waivers: [waiverFor(result)] });
  expect(waived.result).toMatchObject({
    status: 'waived',
    waiver: { reason: 'Known.', expires: '2999-12-31', expired: false },
  });
  expect(waived.report.summary).toMatchObject({ failed: 0, waived: 1 });
  expect(exitCodeOf(waived.report)).toBe(0);
});

test('another violation of the same check and operation still fails and is shown', async () => {
  const { result } = await verdict(lenient('state'));
  const more = await verdict(lenient('instrument', 'state'), { waivers: [waiverFor(result)] });
  expect(more.result).toMatchObject({
    status: 'failed',
    message: expect.stringContaining('instrument='),
    violations: [{ status: 'failed' }, { fingerprint: result.fingerprint, status: 'waived' }],
  });
});

test('an expired waiver does not prevent the failure, and the result contains its expiry', async () => {
  const { result } = await verdict(lenient('state'));
  const expired = await verdict(lenient('state'), { waivers: [waiverFor(result, '2020-01-01')] });
  expect(expired.result).toMatchObject({
    status: 'failed',
    waiver: { expires: '2020-01-01', expired: true },
  });
  expect(exitCodeOf(expired.report)).toBe(1);
});

test('a stale waiver fails the run', async () => {
  const { result } = await verdict(lenient('state'));
  const { report } = await verdict(conformingServer, { waivers: [waiverFor(result)] });
  expect(report.summary.failed).toBe(0);
  expect(report.stale_waivers).toMatchObject([{ check: result.id, operation: 'listCommitmentInventory' }]);
  expect(exitCodeOf(report)).toBe(1);
});

test('a waiver of a skipped check is not stale', async () => {
  const { result } = await verdict(lenient('state'));
  const report = await runSuite({ only: ['providers.*'], waivers: [waiverFor(result)] });
  expect(report.stale_waivers).toEqual([]);
  expect(exitCodeOf(report)).toBe(0);
});
