import { expect, test } from 'vitest';
import { judgeBill } from './bill/bill-server.js';
import { allBillFaults } from './bill/faults.js';

test.each(allBillFaults.map((fault) => [fault.name, fault] as const))(
  'the comparison with the bill reports: %s',
  async (_, fault) => {
    const { summary, results } = await judgeBill(fault, { only: [fault.caughtBy] });
    const reports = fault.fails ? ['failed'] : ['failed', 'warned'];
    const found = results.filter(({ status }) => reports.includes(status));
    expect(summary.errored).toBe(0);
    expect(found.map(({ id }) => id)).toContain(fault.caughtBy);
  },
);
