import type { Check } from '../../check.js';
import { byServiceChecks } from './by-service.js';
import { commitmentDetailChecks } from './commitment-detail.js';
import { commitmentBillChecks } from './commitments.js';
import { breakdownChecks } from './costs.js';
import { coverageBillChecks } from './coverage.js';
import { inventoryBillChecks } from './inventory.js';
import { invoiceBillChecks } from './invoices.js';
import { monthToDateChecks } from './month-to-date.js';
import { optionChecks } from './options.js';
import { overviewBillChecks } from './overview.js';
import { savingsBillChecks } from './savings.js';
import { timelineChecks } from './timeline.js';
import { uncoveredChecks } from './uncovered.js';
import { utilizationBillChecks } from './utilization.js';

/** Checks of figures against the bill that the server was loaded with. */
export const billChecks: readonly Check[] = [
  ...breakdownChecks,
  ...timelineChecks,
  ...monthToDateChecks,
  ...optionChecks,
  ...invoiceBillChecks,
  ...savingsBillChecks,
  ...utilizationBillChecks,
  ...coverageBillChecks,
  ...byServiceChecks,
  ...uncoveredChecks,
  ...commitmentBillChecks,
  ...commitmentDetailChecks,
  ...inventoryBillChecks,
  ...overviewBillChecks,
];
