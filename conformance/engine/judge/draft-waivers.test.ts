import { expect, test } from 'vitest';
import {
  aFailure,
  aFinding,
  aReport,
  aResult,
  waivable,
} from '../../../tests/support/engine/report-fixture.js';
import { draftWaivers } from './draft-waivers.js';
import { readWaivers as readWaiversOf } from './waivers.js';

const readWaivers = (text: string, file: string) => readWaiversOf(text, file, waivable);

const other = {
  message: 'More.',
  expected: 'a',
  actual: 'b',
  rows: 1,
  requests: 1,
  waiver: null,
  curl: null,
};

const report = aReport([
  aFailure,
  aFinding({ status: 'failed', operation: 'listCommitments', message: 'Other\nwords of "it".' }),
  aFinding({
    status: 'failed',
    id: 'errors.unknown-route-is-404',
    operation: null,
    fingerprint: 'fp-00000000000a',
    violations: [
      { ...other, fingerprint: 'fp-00000000000b', status: 'failed' },
      { ...other, fingerprint: 'fp-00000000000c', status: 'waived' },
      { ...other, fingerprint: 'fp-00000000000e', status: 'warned' },
    ],
  }),
  aFinding({ status: 'warned', fingerprint: 'fp-00000000000d' }),
]);

test('a draft lists every failure once and is refused until each has a reason', () => {
  const draft = draftWaivers(report);
  expect(() => readWaivers(draft, 'draft.yaml')).toThrow("draft.yaml:10: `reason` is 'TODO'; state why");
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
