import type { Check } from '../../check.js';
import { breakdownChecks } from './costs.js';
import { invoiceBillChecks } from './invoices.js';
import { monthToDateChecks } from './month-to-date.js';
import { optionChecks } from './options.js';
import { timelineChecks } from './timeline.js';

/** Checks of figures against the bill that the server was loaded with. */
export const billChecks: readonly Check[] = [
  ...breakdownChecks,
  ...timelineChecks,
  ...monthToDateChecks,
  ...optionChecks,
  ...invoiceBillChecks,
];
