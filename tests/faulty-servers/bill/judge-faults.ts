import { describe, expect, test } from 'vitest';
import { judgeBill } from './bill-server.js';
import { billFaults } from './faults.js';

/** Registers the tests of a half of the faults; two files of a half each use more cores. */
export function judgeBillFaults(half: 'first half' | 'second half'): void {
  // Every other one, because similar faults are listed together.
  const faults = billFaults.filter((_, index) => (index % 2 === 0) === (half === 'first half'));
  describe('the comparison with the bill reports', () => {
    test.each(faults.map((fault) => [fault.name, fault] as const))('%s', async (_, fault) => {
      const { summary, results } = await judgeBill(fault, { only: [fault.caughtBy] });
      const reports = fault.fails ? ['failed'] : ['failed', 'warned'];
      const found = results.filter(({ status }) => reports.includes(status));
      expect(summary.errored).toBe(0);
      expect(found.map(({ id }) => id)).toContain(fault.caughtBy);
    });
  });
}
