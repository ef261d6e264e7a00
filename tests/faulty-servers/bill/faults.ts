import type { BillFault } from './bill-server.js';
import { commitmentFaults, savingsFaults } from './commitment-faults.js';
import { contractFaults } from './contract-faults.js';
import { costFaults, dateFaults } from './cost-faults.js';
import { groupFaults, invoiceFaults } from './group-faults.js';
import { holdingFaults } from './holding-faults.js';
import { nullFaults } from './null-faults.js';

/** Ways of computing figures wrongly that the comparison with a bill must report. */
export const billFaults: readonly BillFault[] = [
  ...costFaults,
  ...dateFaults,
  ...groupFaults,
  ...invoiceFaults,
  ...savingsFaults,
  ...commitmentFaults,
  ...contractFaults,
  ...holdingFaults,
  ...nullFaults,
];
