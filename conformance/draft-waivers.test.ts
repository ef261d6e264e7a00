import { expect, test } from 'vitest';
import { aFailure, aReport, aResult } from '../tests/support/report-fixture.js';
import { draftWaivers } from './draft-waivers.js';
import { readWaivers } from './waivers.js';

const report = aReport([
  aFailure,
  { ...aFailure, operation: 'listCommitments', message: 'Other\nwords of "it".' },
  aResult({
    ...aFailure,
    id: 'errors.unknown-route-is-404',
    operation: null,
    fingerprint: 'fp-00000000000a',
    other_violations: [
      { fingerprint: 'fp-00000000000b', message: 'More.', expected: 'a', actual: 'b', waived: false },
      { fingerprint: 'fp-00000000000c', message: 'Known.', expected: 'a', actual: 'b', waived: true },
    ],
  }),
  aResult({ status: 'warned', fingerprint: 'fp-00000000000d' }),
]);

test('a draft lists every failure once and is refused until each has a reason', () => {
  const draft = draftWaivers(report);
  expect(() => readWaivers(draft, 'draft.yaml')).toThrow("draft.yaml:9: `reason` is 'TODO'; state why");
  expect(readWaivers(draft.replaceAll('TODO', 'Because.'), 'draft.yaml')).toMatchObject([
    {
      fingerprint: 'fp-0123456789ab',
      operations: ['listProviders', 'listCommitments'],
      expires: '2026-09-13',
    },
    { fingerprint: 'fp-00000000000a', operations: [null] },
    { fingerprint: 'fp-00000000000b', operations: [null] },
  ]);
});

test('a draft without failures is empty', () => {
  expect(readWaivers(draftWaivers(aReport([aResult()])), 'draft.yaml')).toEqual([]);
});
