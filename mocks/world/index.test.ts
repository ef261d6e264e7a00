import { describe, expect, it } from 'vitest';
import { type OperationId, operations } from '../../src/generated/operations.js';
import { scenarios } from './index.js';
import { type TestWorld, worldOf } from './testing/ask.js';
import { requestsTo } from './testing/requests.js';

const requestsOf = ({ world, ask }: TestWorld, operationId: OperationId) => {
  const hasTagKeys = world.fixtures().tag_key !== undefined;
  return requestsTo(operationId, ask).filter(
    ({ query }) => hasTagKeys || query?.virtual_tag_key === undefined,
  );
};

// The large world takes its time and differs from the default in nothing but size.
describe.each(scenarios.filter((name) => name !== 'large'))('the %s world', (scenario) => {
  it('answers every request as the document says', () => {
    const one = worldOf({ scenario });
    for (const { operationId } of operations) {
      if (one.world.handlers[operationId] === undefined) continue;
      for (const request of requestsOf(one, operationId)) one.ask(operationId, request);
    }
  });

  it('gives the same bytes for the same seed and clock', () => {
    const [one, other] = [worldOf({ scenario }), worldOf({ scenario })];
    for (const { operationId } of operations) {
      if (one.world.handlers[operationId] === undefined) continue;
      for (const request of requestsOf(one, operationId)) {
        const said = JSON.stringify(one.ask(operationId, request));
        expect(JSON.stringify(other.ask(operationId, request)), operationId).toBe(said);
      }
    }
  });
});

it('shows any page of a hundred thousand commitments', () => {
  const { ask } = worldOf({ scenario: 'large' });
  const { items, pagination } = ask('listCommitments', { query: { page: 2500, page_size: 20 } });
  expect(pagination.total_items).toBeGreaterThan(100_000);
  expect(items).toHaveLength(20);
});
