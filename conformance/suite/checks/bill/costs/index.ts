import type { Check } from '../../../../engine/check.js';
import { breakdownChecks } from './breakdown.js';
import { monthToDateChecks } from './month-to-date.js';
import { optionChecks } from './options.js';
import { timelineChecks } from './timeline.js';

/** Checks of costs against the bill. */
export const costChecks: readonly Check[] = [
  ...breakdownChecks,
  ...timelineChecks,
  ...monthToDateChecks,
  ...optionChecks,
];
