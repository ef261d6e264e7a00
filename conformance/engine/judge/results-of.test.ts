import { expect, test } from 'vitest';
import { aReport } from '../../../tests/support/engine/report-fixture.js';
import { toyApi, toyOperation } from '../../../tests/support/engine/toy-api.js';
import type { Check } from '../check.js';
import type { Exchange } from '../http/exchange.js';
import { exitCodeOf } from '../report.js';
import { Blocked, Finding, type Violation } from './outcome.js';
import { resultsOf } from './results-of.js';
import type { JudgingPolicy } from './verdict.js';
import { Verdict } from './verdict.js';
import { WaiverBook } from './waiver-book.js';

const policy: JudgingPolicy = {
  standards: toyApi,
  profile: 'standard',
  redact: (text) => text,
  waivers: new WaiverBook([], new Date('2026-06-15T12:00:00Z')),
};

function verdict(id: string, outcome: Error, { level = 'MUST', operation = 'listItems' } = {}): Verdict {
  const claim = { basis: 'stated', requirement: 'Conforms.', source: 'Here', operations: 'api' } as const;
  const check = { kind: 'active', id, level, ...claim, run: async () => undefined } as Check;
  const given = new Verdict(check, toyOperation(operation), toyApi.departureOf);
  given.settle(outcome);
  return given;
}

const finding = (...violations: Partial<Violation>[]) => {
  const [first, ...rest] = violations.map((violation) => ({
    message: 'Differs.',
    expected: '1',
    actual: '2',
    ...violation,
  }));
  return new Finding([first as Violation, ...rest]);
};

const dependsOn = ['the.cause'];
const cause = verdict('the.cause', finding({}));

const judged = (...verdicts: readonly Verdict[]) =>
  resultsOf(verdicts, policy).map(({ status, message, blocked_by }) => ({ status, message, blocked_by }));

test('a finding caused by a failure of the same operation is blocked by it', () => {
  expect(judged(cause, verdict('the.effect', finding({ dependsOn })))[1]).toEqual({
    status: 'blocked',
    message: 'blocked by the.cause, which is the cause',
    blocked_by: 'the.cause',
  });
});

test('a finding is not blocked by a failure of another operation', () => {
  const elsewhere = verdict('the.cause', finding({}), { operation: 'createItem' });
  expect(judged(elsewhere, verdict('the.effect', finding({ dependsOn })))[1]?.status).toBe('failed');
});

test('a failure is not blocked by a warning', () => {
  const warned = verdict('the.cause', finding({}), { level: 'SHOULD' });
  expect(judged(warned, verdict('the.effect', finding({ dependsOn })))[1]?.status).toBe('failed');
});

test('a finding without a cause still fails and is the only one shown', () => {
  const both = finding({ dependsOn }, { message: 'Differs elsewhere.' });
  expect(judged(cause, verdict('the.effect', both))[1]).toMatchObject({
    status: 'failed',
    message: 'Differs elsewhere.',
  });
});

test('a finding stays blocked if the failure that causes it is waived', () => {
  // The first violation of the cause is only proposed.
  const violations = finding({ basis: 'proposed', message: 'Differs too.' }, {});
  const both = [verdict('the.cause', violations), verdict('the.effect', finding({ dependsOn }))] as const;
  const waivers = resultsOf(both, policy)[0]?.violations.map(({ fingerprint }, index) => ({
    ...{ check: 'the.cause', operations: ['listItems'], fingerprint },
    ...{ reason: 'Known.', expires: '2026-12-31', where: `waivers.yaml:${index}` },
  }));
  const book = new WaiverBook(waivers as never, new Date('2026-06-15T12:00:00Z'));
  const statuses = resultsOf(both, { ...policy, waivers: book }).map(({ status }) => status);
  expect(statuses).toEqual(['waived', 'blocked']);
});

test('a check blocked by a failed check does not make the run incomplete', () => {
  const blocked = new Blocked('the list is missing', undefined, 'the.cause');
  const results = resultsOf([cause, verdict('the.effect', blocked)], policy);
  expect(results[1]?.blocked_by).toBe('the.cause');
  const waived = results.map((result, index) =>
    index === 0 ? { ...result, status: 'waived' as const } : result,
  );
  expect(exitCodeOf(aReport(waived))).toBe(0);
});

test('a check blocked by a check that does not fail makes the run incomplete', () => {
  const results = resultsOf(
    [verdict('the.effect', new Blocked('the list is missing', undefined, 'the.cause'))],
    policy,
  );
  expect([results[0]?.blocked_by, exitCodeOf(aReport(results))]).toEqual([null, 3]);
});

test('a blocking check is not itself blocked', () => {
  const middle = verdict('the.middle', finding({ dependsOn }));
  const end = verdict('the.end', finding({ dependsOn: ['the.middle'] }));
  expect(judged(end, middle, cause).map(({ blocked_by }) => blocked_by)).toEqual([
    'the.cause',
    'the.cause',
    null,
  ]);
});

test('one of two findings that cause each other fails', () => {
  const one = verdict('the.one', finding({ dependsOn: ['the.other'] }));
  const other = verdict('the.other', finding({ dependsOn: ['the.one'] }));
  expect(judged(one, other).map(({ status }) => status)).toEqual(['blocked', 'failed']);
});

test('a warning does not block a check that can fail', () => {
  const warned = verdict('the.cause', finding({}), { level: 'SHOULD' });
  const required = new Blocked('the list is missing', undefined, 'the.cause');
  const blockers = (level: string) =>
    judged(warned, verdict('the.effect', required, { level })).map(({ blocked_by }) => blocked_by);
  expect(blockers('MUST')).toEqual([null, null]);
  expect(blockers('SHOULD')).toEqual([null, 'the.cause']);
});

test('violations that are not stored are still counted', () => {
  const { violations } = finding({}, { dependsOn }, { message: 'Differs elsewhere.' });
  const [first, ...rest] = violations;
  const [, result] = resultsOf([cause, verdict('the.effect', new Finding([first, ...rest], 10))], policy);
  expect(result).toMatchObject({
    violations: [{ message: 'Differs.' }, { message: 'Differs elsewhere.' }],
    more_violations: 10,
  });
});

test('a check is blocked by the same check of a required operation', () => {
  const list = verdict('the.cause', finding({}), { operation: 'createItem' });
  const exchange = { operationId: list.operationId } as Exchange;
  const required = new Blocked('the list is missing', exchange, 'the.cause');
  const [, result] = judged(list, verdict('the.cause', required, { operation: 'deleteItem' }));
  expect(result?.blocked_by).toBe('the.cause');
});
