import { describe, expect, it } from 'vitest';
import { scenarios } from './index.js';
import { worldOf } from './testing/ask.js';

describe.each(scenarios)('the %s world', (scenario) => {
  const { ask, world } = worldOf({ scenario });
  const ids = ask('listCommitments', { query: { page_size: 100 } }).items.map(
    (row: any) => row.id,
  ) as string[];

  it('answers every read about every commitment as the document says', () => {
    for (const commitment_id of ids) {
      ask('getRenewalQuote', { path: { commitment_id } });
      ask('getRenewalOptions', { path: { commitment_id } });
      ask('getRenewalPlan', { path: { commitment_id } });
    }
  });

  it('gives the same bytes for the same seed and clock', () => {
    const again = worldOf({ scenario });
    expect(JSON.stringify(again.ask('listCommitments'))).toBe(JSON.stringify(ask('listCommitments')));
  });

  it('answers operations of the document only', () => {
    expect(Object.keys(world.handlers).length).toBeGreaterThan(0);
  });
});
