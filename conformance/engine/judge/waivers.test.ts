import { expect, test } from 'vitest';
import { aFailure, aResult, waivable } from '../../../tests/support/engine/report-fixture.js';
import { type Waiver, WaiverBook } from './waiver-book.js';
import { BadWaivers, readWaivers as readWaiversOf } from './waivers.js';

const readWaivers = (text: string, file: string) => readWaiversOf(text, file, waivable);

const entry = {
  check: 'envelope.success-has-data',
  operation: 'listProviders',
  fingerprint: 'fp-0123456789ab',
  reason: 'The old gateway responds like this; fixed in release 7.',
  expires: '2026-12-31',
};

const read = (...entries: object[]) => readWaivers(JSON.stringify(entries, null, 1), 'waivers.json');

test('reads YAML and JSON', () => {
  const yaml = `# known
- check: ${entry.check}
  operation: [listProviders, listCommitments]
  fingerprint: ${entry.fingerprint}
  reason: >
    Two lines
    of it.
  expires: 2026-12-31
`;
  expect(readWaivers(yaml, 'waivers.yaml')).toEqual([
    {
      check: entry.check,
      operations: ['listProviders', 'listCommitments'],
      fingerprint: entry.fingerprint,
      reason: 'Two lines of it.',
      expires: '2026-12-31',
      where: 'waivers.yaml:2',
    },
  ]);
  expect(read(entry)).toMatchObject([{ operations: ['listProviders'], where: 'waivers.json:2' }]);
  expect(readWaivers('', 'waivers.yaml')).toEqual([]);
});

test.each([
  ['a file of 16 MB', '- a\n'.repeat(4_000_000), 'waivers.yaml: the file is larger than 512 KiB'],
  ['a huge value', `- check: ${'x'.repeat(500_000)}`, "unknown check 'xxxx"],
  ['a long name', `- ${'x'.repeat(1000)}: y`, "unknown property 'xxxx"],
])('rejects %s quickly with a short message', (_, text, words) => {
  const message = (() => {
    try {
      return String(readWaivers(text, 'waivers.yaml'));
    } catch (error) {
      return (error as Error).message;
    }
  })();
  expect(message).toContain(words);
  expect(message.length).toBeLessThan(1000);
});

test('reads api as the API as a whole', () => {
  const [waiver] = read({ ...entry, check: 'errors.unknown-route-is-404', operation: 'api' });
  expect(waiver?.operations).toEqual([null]);
});

test.each<[string, object | string, string]>([
  ['invalid YAML', '- check: [', 'waivers.yaml:1: invalid YAML'],
  ['an object', 'waivers: []', 'waivers.yaml:1: the file is not a list of waivers'],
  ['a string entry', '- something', 'waivers.yaml:1: the entry is not an object with check,'],
  ['an unknown property', { ...entry, ticket: 5 }, "waivers.yaml:8: unknown property 'ticket'"],
  ['a missing property', { ...entry, reason: undefined }, 'waivers.yaml:2: `reason` is missing'],
  ['an unknown check', { ...entry, check: 'envelope.x' }, "waivers.yaml:3: unknown check 'envelope.x'"],
  ['an unknown operation', { ...entry, operation: 'x' }, "waivers.yaml:4: unknown operation 'x'"],
  ['an empty operation list', { ...entry, operation: [] }, 'waivers.yaml:4: `operation` is an empty list'],
  [
    'an operation that the check does not apply to',
    { ...entry, check: 'pagination.numbers-are-integers', operation: 'listProviders' },
    'does not apply to listProviders',
  ],
  [
    'a malformed fingerprint',
    { ...entry, fingerprint: '0123' },
    "waivers.yaml:5: `fingerprint` is not 'fp-' and",
  ],
  ['the reason of a draft', { ...entry, reason: 'TODO' }, "waivers.yaml:6: `reason` is 'TODO'"],
  [
    'a duplicate property',
    JSON.stringify([entry]).replace('{', '{"reason":"Known.",'),
    'waivers.yaml:1: duplicate property `reason`',
  ],
  ['an invalid date', { ...entry, expires: '2026-02-30' }, 'waivers.yaml:7: `expires` is not a date such as'],
  [
    'an expiry that is a number',
    { ...entry, expires: 2026 },
    'waivers.yaml:7: `expires` is not a non-empty string',
  ],
])('rejects %s with its line', (_, input, words) => {
  const text = typeof input === 'string' ? input : JSON.stringify([input], null, 1);
  expect(() => readWaivers(text, 'waivers.yaml')).toThrow(BadWaivers);
  expect(() => readWaivers(text, 'waivers.yaml')).toThrow(words);
});

const book = (waivers: readonly Waiver[], today = '2026-06-15') =>
  new WaiverBook(waivers, new Date(`${today}T12:00:00Z`));
const find = (one: ReturnType<typeof book>, fingerprint = entry.fingerprint) =>
  one.find(entry.check, 'listProviders', fingerprint);

test('a waiver applies through its last day', () => {
  expect(find(book(read(entry), '2026-12-31'))?.expired).toBe(false);
  expect(find(book(read(entry), '2027-01-01'))?.expired).toBe(true);
});

test('of two waivers the one that expires later applies', () => {
  const two = read({ ...entry, expires: '2026-01-01' }, entry);
  expect(find(book(two))).toMatchObject({ expired: false, waiver: { expires: '2026-12-31' } });
});

test('a waiver does not match another fingerprint', () => {
  expect(find(book(read(entry)), 'fp-ffffffffffff')).toBeUndefined();
});

test('a waiver is stale if its check ran on its operation without a match', () => {
  const fresh = book(read(entry));
  find(fresh);
  expect(fresh.stale([aFailure])).toEqual([]);
  expect(book(read(entry)).stale([aResult()])).toEqual([{ ...entry, where: 'waivers.json:2' }]);
});

test.each([
  ['did not run', []],
  ['was blocked', [aResult({ status: 'blocked' })]],
  ['ran on another operation only', [aResult({ operation: 'listCommitments' })]],
] as const)('a waiver is not stale if its check %s', (_, results) => {
  expect(book(read(entry)).stale(results)).toEqual([]);
});

test('reports only the operations on which a waiver is stale', () => {
  const one = book(read({ ...entry, operation: ['listProviders', 'listCommitments'] }));
  find(one);
  expect(one.stale([aFailure, aResult({ operation: 'listCommitments' })])).toMatchObject([
    { operation: 'listCommitments' },
  ]);
});
