import { beforeAll, expect, test } from 'vitest';
import type { Report } from '../../conformance/engine/report.js';
import { subjectChecks } from '../../conformance/suite/checks/subjects.js';
import { operations } from '../../src/generated/operations.js';
import { unknownFigures } from '../support/dataset/unknown-figures.js';
import { changed, type Where } from './changes.js';
import { judge } from './judge.js';

/** The checks that compare several reads. */
const only = subjectChecks.filter(({ kind }) => kind === 'active').map(({ id }) => id);

const reads = operations
  .filter(({ method }) => method === 'GET')
  .map((operation) => ({
    operation,
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

let correct: ReadonlyMap<string, string>;
beforeAll(async () => {
  correct = violationsIn(await judge({ base: 'mock', only }));
});

test.each(reads)(
  'no comparison of reads takes an unknown figure of $operation.operationId for zero',
  async (read) => {
    const path = read.operation.path.replace('/api/v1', '').replace(/\{\w+\}/g, '*');
    const blamed: string[] = [];
    for (const figure of read.figures) {
      const unknown = changed(`GET ${path}` as Where, figure, (value: unknown) =>
        typeof value === 'number' ? null : value,
      );
      for (const [check, text] of violationsIn(await judge({ base: 'mock', only, change: unknown }))) {
        const statesNull = /\bnull\b/.test(text) && !/NaN|(?<!Expected null; )got 0\b/.test(text);
        if (correct.get(check) !== text && !statesNull) blamed.push(`${check} with ${figure} null: ${text}`);
      }
    }
    expect(blamed).toEqual([]);
  },
);
