import { expect, test } from 'vitest';
import { aFailure, aResult } from '../tests/support/report-fixture.js';
import { type Waiver, WaiverBook } from './waiver-book.js';
import { BadWaivers, readWaivers } from './waivers.js';

const right = {
  check: 'envelope.success-has-data',
  operation: 'listProviders',
  fingerprint: 'fp-0123456789ab',
  reason: 'The old gateway answers like this; gone with release 7.',
  expires: '2026-12-31',
};

const read = (...entries: object[]) => readWaivers(JSON.stringify(entries, null, 1), 'waivers.json');

test('a file in YAML is read, and one in JSON', () => {
  const yaml = `# known
- check: ${right.check}
  operation: [listProviders, listCommitments]
  fingerprint: ${right.fingerprint}
  reason: >
    Two lines
    of it.
  expires: 2026-12-31
`;
  expect(readWaivers(yaml, 'waivers.yaml')).toEqual([
    {
      check: right.check,
      operations: ['listProviders', 'listCommitments'],
      fingerprint: right.fingerprint,
      reason: 'Two lines of it.',
      expires: '2026-12-31',
      where: 'waivers.yaml:2',
    },
  ]);
  expect(read(right)).toMatchObject([{ operations: ['listProviders'], where: 'waivers.json:2' }]);
  expect(readWaivers('', 'waivers.yaml')).toEqual([]);
});

test.each([
  ['a file of 16 MB', '- a\n'.repeat(4_000_000), 'waivers.yaml: it is larger than 512 KiB'],
  ['a value without end', `- check: ${'x'.repeat(500_000)}`, 'there is no check xxxx'],
  ['a long name', `- ${'x'.repeat(1000)}: y`, 'a waiver has no xxxx'],
])('%s is not repeated, nor read for long', (_, text, words) => {
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

test('the API as a whole has a name', () => {
  const [waiver] = read({ ...right, check: 'errors.unknown-route-is-404', operation: 'api' });
  expect(waiver?.operations).toEqual([null]);
});

test.each<[string, object | string, string]>([
  ['no YAML', '- check: [', 'waivers.yaml:1: it is no YAML'],
  ['no list', 'waivers: []', 'waivers.yaml:1: the file has to be a list of waivers'],
  ['no waiver', '- something', 'waivers.yaml:1: a waiver has to have check,'],
  ['a key that is not known', { ...right, ticket: 5 }, 'waivers.yaml:8: a waiver has no ticket'],
  ['a key that is missing', { ...right, reason: undefined }, 'waivers.yaml:2: the waiver has no reason'],
  [
    'a check that is not known',
    { ...right, check: 'envelope.x' },
    'waivers.yaml:3: there is no check envelope.x',
  ],
  ['an operation that is not known', { ...right, operation: 'x' }, 'waivers.yaml:4: there is no operation x'],
  ['no operation', { ...right, operation: [] }, 'waivers.yaml:4: operation names none'],
  [
    'an operation that the check is not about',
    { ...right, check: 'pagination.numbers-are-integers', operation: 'listProviders' },
    'gives no verdict on listProviders',
  ],
  ['another fingerprint', { ...right, fingerprint: '0123' }, 'waivers.yaml:5: fingerprint is fp- and'],
  ['the reason of a draft', { ...right, reason: 'TODO' }, 'waivers.yaml:6: say in reason why'],
  [
    'a name that comes twice',
    JSON.stringify([right]).replace('{', '{"reason":"Known.",'),
    'waivers.yaml:1: the waiver has reason twice',
  ],
  ['no day', { ...right, expires: '2026-02-30' }, 'waivers.yaml:7: expires is a day such as'],
  ['an expiry that is a number', { ...right, expires: 2026 }, 'waivers.yaml:7: expires has to be a text'],
])('%s is refused with its line', (_, entry, words) => {
  const text = typeof entry === 'string' ? entry : JSON.stringify([entry], null, 1);
  expect(() => readWaivers(text, 'waivers.yaml')).toThrow(BadWaivers);
  expect(() => readWaivers(text, 'waivers.yaml')).toThrow(words);
});

const book = (waivers: readonly Waiver[], today = '2026-06-15') =>
  new WaiverBook(waivers, new Date(`${today}T12:00:00Z`));
const find = (one: ReturnType<typeof book>, fingerprint = right.fingerprint) =>
  one.find(right.check, 'listProviders', fingerprint);

test('a waiver holds through its last day', () => {
  expect(find(book(read(right), '2026-12-31'))?.expired).toBe(false);
  expect(find(book(read(right), '2027-01-01'))?.expired).toBe(true);
});

test('of two the one that holds longer counts', () => {
  const two = read({ ...right, expires: '2026-01-01' }, right);
  expect(find(book(two))).toMatchObject({ expired: false, waiver: { expires: '2026-12-31' } });
});

test('another fingerprint is not covered', () => {
  expect(find(book(read(right)), 'fp-ffffffffffff')).toBeUndefined();
});

test('a waiver is stale when its check ran on its operation and it matched nothing', () => {
  const fresh = book(read(right));
  find(fresh);
  expect(fresh.stale([aFailure])).toEqual([]);
  expect(book(read(right)).stale([aResult()])).toEqual([{ ...right, where: 'waivers.json:2' }]);
});

test.each([
  ['did not run', []],
  ['could not run', [aResult({ status: 'blocked' })]],
  ['ran on another operation only', [aResult({ operation: 'listCommitments' })]],
] as const)('a waiver is not stale when its check %s', (_, results) => {
  expect(book(read(right)).stale(results)).toEqual([]);
});

test('of several operations the ones are told that need it no more', () => {
  const one = book(read({ ...right, operation: ['listProviders', 'listCommitments'] }));
  find(one);
  expect(one.stale([aFailure, aResult({ operation: 'listCommitments' })])).toMatchObject([
    { operation: 'listCommitments' },
  ]);
});
