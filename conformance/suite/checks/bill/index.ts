import type { Check } from '../../../engine/check.js';
import { byServiceChecks } from './commitments/by-service.js';
import { contractChecks } from './commitments/contracts.js';
import { coverageChecks, uncoveredChecks } from './commitments/coverage.js';
import { detailChecks } from './commitments/detail.js';
import { inventoryChecks } from './commitments/inventory.js';
import { listChecks } from './commitments/list.js';
import { overviewChecks } from './commitments/overview.js';
import { savingsChecks } from './commitments/savings.js';
import { utilizationChecks } from './commitments/utilization.js';
import { breakdownChecks } from './costs/breakdown.js';
import { monthToDateChecks } from './costs/month-to-date.js';
import { optionChecks } from './costs/options.js';
import { timelineChecks } from './costs/timeline.js';
import { invoiceChecks } from './invoices.js';

/** Checks of figures against the bill that the server was loaded with. */
export const billChecks: readonly Check[] = [
  ...[breakdownChecks, timelineChecks, monthToDateChecks, optionChecks, invoiceChecks],
  ...[savingsChecks, utilizationChecks, coverageChecks, byServiceChecks, uncoveredChecks],
  ...[listChecks, detailChecks, contractChecks, inventoryChecks, overviewChecks],
].flat();
