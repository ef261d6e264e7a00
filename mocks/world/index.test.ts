import { describe, expect, it } from 'vitest';
import { operations } from '../../src/generated/operations.js';
import { scenarios } from './index.js';
import { worldOf } from './testing/ask.js';
import { requestsTo } from './testing/requests.js';

describe.each(scenarios)('the %s world', (scenario) => {
  it('answers every request as the document says', () => {
    const { ask, world } = worldOf({ scenario });
    for (const { operationId } of operations) {
      if (world.handlers[operationId] === undefined) continue;
      for (const request of requestsTo(operationId, ask)) ask(operationId, request);
    }
  });

  it('gives the same bytes for the same seed and clock', () => {
    const [one, other] = [worldOf({ scenario }), worldOf({ scenario })];
    for (const { operationId } of operations) {
      if (one.world.handlers[operationId] === undefined) continue;
      for (const request of requestsTo(operationId, one.ask)) {
        const said = JSON.stringify(one.ask(operationId, request));
        expect(JSON.stringify(other.ask(operationId, request)), operationId).toBe(said);
      }
    }
  });
});
