import { afterAll, describe, test, vi } from 'vitest';
import { type TestDataset, testDataset } from '../support/dataset/dataset.js';
import { type DatasetStart, datasetStarts } from '../support/dataset/datasets.js';
import { bills } from './bills.js';
import { commitments, unmeasured } from './commitments.js';
import { costs } from './costs.js';
import { recommendations } from './recommendations.js';
import { renewals } from './renewals.js';
import { savings } from './savings.js';
import type { Invariants } from './support.js';
import { tags } from './tags.js';

// Each test reads every dataset; the first one computes them.
vi.setConfig({ testTimeout: 120_000 });

const always = { ...costs, ...bills, ...recommendations, ...tags };
const measured = { ...always, ...commitments, ...savings, ...renewals };
const scenarios = {
  default: measured,
  'expiring-soon': measured,
  'failing-lookups': measured,
  unmeasured: { ...always, ...unmeasured },
} satisfies Record<string, Invariants>;

/** Wraps a dataset to compute each response once for all invariants. */
function cached(dataset: TestDataset): TestDataset {
  const responses = new Map<string, unknown>();
  return {
    ...dataset,
    call(operationId, request = {}) {
      const key = `${operationId} ${JSON.stringify(request)}`;
      if (!responses.has(key)) responses.set(key, dataset.call(operationId, request));
      return responses.get(key);
    },
  };
}

describe.each(Object.entries(scenarios))('in every %s dataset', (scenario, invariants) => {
  const datasets = new Map<string, TestDataset>();
  afterAll(() => datasets.clear());
  const datasetAt = (start: DatasetStart) => {
    const name = JSON.stringify(start);
    const dataset =
      datasets.get(name) ?? cached(testDataset({ ...start, scenario: scenario as keyof typeof scenarios }));
    datasets.set(name, dataset);
    return dataset;
  };
  test.each(Object.entries(invariants))('%s', (_, check) => {
    for (const start of datasetStarts) {
      try {
        check(datasetAt(start));
      } catch (error) {
        throw new Error(`In ${JSON.stringify(start)}: ${(error as Error).message}`, { cause: error });
      }
    }
  });
});
