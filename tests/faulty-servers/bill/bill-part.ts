import { describe, expect, test } from 'vitest';
import { judgeBill } from './bill-server.js';
import { billFaults } from './faults.js';

/** The faults are compared in files of a part each, which use all cores. */
const parts = 2;

/**
 * Registers the tests of one part of the faults.
 *
 * @param part from 0 to 1
 */
export function judgeBillPart(part: number): void {
  const faults = billFaults.filter((_, index) => index % parts === part);
  describe('the comparison with the bill reports', () => {
    test.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
      const { summary, results } = await judgeBill(fault, { only: [fault.caughtBy] });
      const found = results.filter(({ status }) => status === 'failed' || status === 'warned');
      expect(summary.errored).toBe(0);
      expect(found.map(({ id }) => id)).toContain(fault.caughtBy);
    });
  });
}
