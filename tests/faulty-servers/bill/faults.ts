import type { BillFault } from './bill-fault.js';
import { breakdownFaults } from './breakdown.js';
import { commitmentFaults } from './commitments.js';
import { contractFaults } from './contracts.js';
import { coverageFaults } from './coverage.js';
import { dateFaults } from './dates.js';
import { filterFaults } from './filters.js';
import { groupFaults } from './groups.js';
import { historyFaults } from './histories.js';
import { inventoryFaults } from './inventory.js';
import { invoiceFaults } from './invoices.js';
import { monthToDateFaults } from './month-to-date.js';
import { optionFaults } from './options.js';
import { overviewFaults } from './overview.js';
import { savingsFaults } from './savings.js';
import { serviceFaults } from './services.js';
import { timelineFaults } from './timeline.js';
import { utilizationFaults } from './utilization.js';

/** Ways of computing figures wrongly that the comparison with a bill must report, by the subject of the check. */
export const allBillFaults: readonly BillFault[] = [
  ...breakdownFaults,
  ...groupFaults,
  ...filterFaults,
  ...dateFaults,
  ...timelineFaults,
  ...monthToDateFaults,
  ...optionFaults,
  ...invoiceFaults,
  ...savingsFaults,
  ...overviewFaults,
  ...utilizationFaults,
  ...coverageFaults,
  ...serviceFaults,
  ...commitmentFaults,
  ...historyFaults,
  ...inventoryFaults,
  ...contractFaults,
];
