import { expect, test } from 'vitest';
import { mockBase } from '../../tests/faulty-servers/base.js';
import { changed } from '../../tests/faulty-servers/changes.js';
import type { Change } from '../../tests/faulty-servers/faulty-server.js';
import { aHar } from '../../tests/support/suite/har-fixture.js';
import { verify } from '../../tests/support/suite/verify.js';
import type { ActiveCheck, PassiveCheck } from '../engine/check.js';
import type { Exchange } from '../engine/http/exchange.js';
import { fail } from '../engine/judge/outcome.js';
import type { Probe } from '../engine/run/probe.js';
import { checks } from './checks/index.js';
import { checkTraffic } from './run.js';

const claim = { id: 'test.figures-agree', requirement: 'Two figures agree.', source: 'This test' } as const;
const difference = { message: '`total` differs.', expected: '1', actual: '2' };
const mock = mockBase();

/** A check of one response that always finds a difference. */
const ofOne = (parts: Partial<PassiveCheck>): PassiveCheck => ({
  kind: 'passive',
  ...claim,
  ...{ level: 'SHOULD', basis: 'derived', deviation: 'contradiction' },
  on: 'success',
  operations: ['getCostSummary'],
  run: (exchange) => fail({ ...difference, exchange }),
  ...parts,
});

/** A check that always finds a difference between two reads. */
const ofTwo = (
  compared: (other: Exchange, own: Exchange) => { compared?: readonly Exchange[] },
): ActiveCheck => ({
  ...claim,
  ...{ level: 'SHOULD', basis: 'proposed', deviation: 'contradiction' },
  operations: ['getCostSummary'],
  run: async (probe: Probe) => {
    const { exchange } = await probe.correct();
    const { exchange: other } = await probe.correct('getCostTimeline');
    fail({ ...difference, exchange, ...compared(other, exchange) });
  },
});

async function resultOf(
  check: PassiveCheck | ActiveCheck,
  change: Change = (server) => server,
  profile: 'standard' | 'read-only' = 'standard',
) {
  const { right, apiKeys } = await mock;
  const report = await verify(change(right), { apiKeys, checks: [check], profile });
  return report.results[0];
}

const summaryWithout = changed('GET /providers/*/costs/summary', 'monthly_spending', undefined);
const summaryWithText = changed('GET /providers/*/costs/summary', 'monthly_spending', String);
const timelineWithText = changed('GET /providers/*/costs/timeline', 'total', String);

test.each([
  ['SHOULD', 'derived'],
  ['MUST', 'proposed'],
  ['SHOULD', 'proposed'],
] as const)(
  'a contradiction of level %s and basis %s in the documented shape fails',
  async (level, basis) => {
    const check = ofOne({ level, basis });
    expect(await resultOf(check)).toMatchObject({ status: 'failed', basis, is_contradiction: true });
    expect(await resultOf(check, undefined, 'read-only')).toMatchObject({ status: 'failed' });
  },
);

test('a deviation from a preference in the documented shape warns', async () => {
  const result = await resultOf(ofOne({ deviation: 'preference' }));
  expect(result).toMatchObject({ status: 'warned', is_contradiction: false });
});

test('a part of a contradiction that two teams could define differently warns', async () => {
  const run = (exchange: Exchange) => fail({ ...difference, exchange, deviation: 'preference' });
  expect(await resultOf(ofOne({ run }))).toMatchObject({ status: 'warned', is_contradiction: false });
});

test.each([
  ['lacks a required field', summaryWithout],
  ['has a field of another type', summaryWithText],
])('a contradiction in a response that %s warns', async (_, change) => {
  expect(await resultOf(ofOne({}), change)).toMatchObject({ status: 'warned', is_contradiction: false });
});

test('a contradiction of two reads fails if both have the documented shape', async () => {
  const check = ofTwo(() => ({}));
  expect(await resultOf(check)).toMatchObject({ status: 'failed' });
  expect(await resultOf(check, timelineWithText)).toMatchObject({ status: 'warned' });
  expect(await resultOf(check, summaryWithText)).toMatchObject({ status: 'warned' });
});

test('a read that was not compared does not turn a contradiction into a warning', async () => {
  const check = ofTwo((_, own) => ({ compared: [own] }));
  expect(await resultOf(check, timelineWithText)).toMatchObject({ status: 'failed' });
});

test.each([
  ['in the documented shape fails', undefined, 'failed', 'stated'],
  [
    'in another shape warns',
    changed('GET /commitments/coverage-rates', 'totals', undefined),
    'warned',
    'proposed',
  ],
] as const)(
  'a violation of what is stated, at a path that is only proposed, %s',
  async (_, change, status, basis) => {
    const check = ofOne({
      level: 'MUST',
      basis: 'stated',
      deviation: 'preference',
      operations: ['getCoverageRates'],
    });
    expect(await resultOf(check, change)).toMatchObject({ status, basis });
  },
);

test('recorded traffic is judged by the same rule', async () => {
  const { right, apiKeys } = await mock;
  const statusWith = async (change: Change) => {
    const path = '/api/v1/providers/provider_a/costs/summary';
    const headers = { authorization: `Bearer ${apiKeys[0]}` };
    const request = { method: 'GET', path, query: new URLSearchParams(), headers, body: '' };
    const { status, body } = await change(right)(request);
    const har = aHar({ url: `https://costs.example${path}`, status, responseBody: body });
    const report = await checkTraffic({ har, checks: [ofOne({})] });
    return [report.results[0]?.status, report.coverage.operations.find(({ shape }) => shape)?.shape];
  };
  expect(await statusWith((server) => server)).toEqual([
    'failed',
    { successes: 1, documented: 1, departure: null },
  ]);
  expect(await statusWith(summaryWithText)).toEqual([
    'warned',
    {
      successes: 1,
      documented: 0,
      departure: { field: 'data.monthly_spending', expected: 'number or null', actual: expect.any(String) },
    },
  ]);
});

test('each check that is only recommended or proposed names what a deviation from it is', () => {
  const open = checks.filter(
    ({ level, basis, deviation }) => (level !== 'MUST' || basis === 'proposed') && deviation === undefined,
  );
  expect(open.map(({ id }) => id)).toEqual([]);
});
