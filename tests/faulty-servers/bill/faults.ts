import type { BillFault } from './bill-fault.js';
import { breakdownFaults } from './breakdown.js';
import { commitmentFaults } from './commitments.js';
import { costOverTimeFaults } from './costs-over-time.js';
import { coverageFaults } from './coverage.js';
import { filterFaults } from './filters.js';
import { savingsFaults } from './savings.js';
import { utilizationFaults } from './utilization.js';

/** Ways of computing figures wrongly that the comparison with a bill must report, by the subject of the check. */
export const allBillFaults: readonly BillFault[] = [
  ...breakdownFaults,
  ...filterFaults,
  ...costOverTimeFaults,
  ...savingsFaults,
  ...utilizationFaults,
  ...coverageFaults,
  ...commitmentFaults,
];
