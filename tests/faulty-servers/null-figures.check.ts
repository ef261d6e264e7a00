import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import { subjectChecks } from '../../conformance/suite/checks/subjects/index.js';
import { operations } from '../../src/generated/operations.js';
import { unknownFigures } from '../support/dataset/unknown-figures.js';
import type { TestRequest } from '../support/serve.js';
import { changed, matches, type Where } from './changes.js';
import type { Change } from './faulty-server.js';
import { judge } from './judge.js';

/** The checks that compare several reads. */
const comparing = subjectChecks.filter(({ kind }) => kind !== 'passive').map(({ id }) => id);

const reads = operations
  .filter(({ method }) => method === 'GET')
  .map((operation) => ({
    operation,
    where: `GET ${operation.path.replace('/api/v1', '').replace(/\{\w+\}/g, '*')}` as Where,
    figures: new Set([...unknownFigures(operation)].map(({ figure }) => figure)),
  }))
  .filter(({ figures }) => figures.size > 0);

/** Returns the violations by check and operation. */
function violationsIn({ results }: Report): Map<string, string> {
  const failed = results.filter(({ status }) => ['failed', 'warned', 'errored'].includes(status));
  return new Map(
    failed.map(({ id, operation, message, violations = [] }) => [
      `${id} ${operation}`,
      [message, ...violations.map(({ expected, actual }) => `Expected ${expected}; got ${actual}`)].join(' '),
    ]),
  );
}

/** Returns whether a check reads an operation; if not, it cannot notice a figure of it. */
async function readsOf(check: string): Promise<(where: Where) => boolean> {
  const sent: TestRequest[] = [];
  const recording: Change = (server) => (request) => {
    sent.push(request);
    return server(request);
  };
  await judge({ base: 'mock', only: [check], change: recording });
  return (where) => sent.some((request) => matches(where, request));
}

let correct: ReadonlyMap<string, string>;
const isReadBy = new Map<string, (where: Where) => boolean>();
beforeAll(async () => {
  correct = violationsIn(await judge({ base: 'mock', only: comparing }));
  for (const check of comparing) isReadBy.set(check, await readsOf(check));
});

test.each(reads)(
  'no comparison of reads takes an unknown figure of $operation.operationId for zero',
  async ({ where, figures }) => {
    const only = comparing.filter((check) => isReadBy.get(check)?.(where));
    const blamed: string[] = [];
    // An empty list would select all checks.
    for (const figure of only.length > 0 ? figures : []) {
      const unknown = changed(where, figure, (value: unknown) => (typeof value === 'number' ? null : value));
      for (const [check, text] of violationsIn(await judge({ base: 'mock', only, change: unknown }))) {
        const statesNull = /\bnull\b/.test(text) && !/NaN|(?<!Expected null; )got 0\b/.test(text);
        if (correct.get(check) !== text && !statesNull) blamed.push(`${check} with ${figure} null: ${text}`);
      }
    }
    expect(blamed).toEqual([]);
  },
);

test('all but one of these operations are read by a comparison', () => {
  const unread = reads.filter(({ where }) => comparing.every((check) => !isReadBy.get(check)?.(where)));
  expect(unread.map(({ operation }) => operation.operationId)).toEqual(['listRecommendationTargets']);
});
