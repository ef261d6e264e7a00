import { expect, it } from 'vitest';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { type TestDataset, testDataset } from '../../tests/support/dataset/dataset.js';
import { requestsTo } from '../../tests/support/dataset/dataset-requests.js';

const requestsOf = ({ dataset, call }: TestDataset, operationId: OperationId) => {
  const hasTagKeys = dataset.fixtures().tag_key !== undefined;
  return requestsTo(operationId, call).filter(
    ({ query }) => hasTagKeys || query?.virtual_tag_key === undefined,
  );
};

it('follows the clock past the ends of commitments', () => {
  const one = testDataset();
  const stateOf = (id: string) =>
    one
      .call('listCommitmentInventory', { query: { instrument: 'ri' } })
      .rows.find((row: any) => row.id === id).state;
  expect([stateOf('ri-5ea4c80f'), stateOf('ri-0a1b2c3d')]).toEqual(['active', 'queued']);
  one.clock.advance(45 * 86_400_000);
  expect([stateOf('ri-5ea4c80f'), stateOf('ri-0a1b2c3d')]).toEqual(['retired', 'active']);
  for (const { operationId } of operations) {
    for (const request of requestsOf(one, operationId)) one.call(operationId, request);
  }
});

it('returns the same bytes for the same seed and clock in any order of requests', () => {
  const [one, other] = [testDataset(), testDataset()];
  const requests = operations
    .filter(({ method }) => method === 'GET')
    .flatMap(({ operationId }) =>
      requestsOf(one, operationId).map((request) => ({
        operationId,
        request,
        body: JSON.stringify(one.call(operationId, request)),
      })),
    );
  for (const { operationId, request, body } of requests.toReversed()) {
    expect(JSON.stringify(other.call(operationId, request)), operationId).toBe(body);
  }
});
