import type { Check } from '../../../engine/check.js';
import { breakdownChecks } from './breakdown.js';
import { byServiceChecks } from './by-service.js';
import { commitmentDetailChecks } from './commitment-detail.js';
import { commitmentChecks } from './commitments.js';
import { contractChecks } from './contracts.js';
import { coverageChecks } from './coverage.js';
import { inventoryChecks } from './inventory.js';
import { invoiceChecks } from './invoices.js';
import { monthToDateChecks } from './month-to-date.js';
import { optionChecks } from './options.js';
import { overviewChecks } from './overview.js';
import { savingsChecks } from './savings.js';
import { timelineChecks } from './timeline.js';
import { uncoveredChecks } from './uncovered.js';
import { utilizationChecks } from './utilization.js';

/** Checks of figures against the bill that the server was loaded with. */
export const billChecks: readonly Check[] = [
  ...breakdownChecks,
  ...timelineChecks,
  ...monthToDateChecks,
  ...optionChecks,
  ...invoiceChecks,
  ...savingsChecks,
  ...utilizationChecks,
  ...coverageChecks,
  ...byServiceChecks,
  ...uncoveredChecks,
  ...commitmentChecks,
  ...commitmentDetailChecks,
  ...contractChecks,
  ...inventoryChecks,
  ...overviewChecks,
];
