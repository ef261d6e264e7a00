import type { Check } from '../../../engine/check.js';
import { rowChecks } from './rows.js';
import { totalChecks } from './totals.js';

export const portfolioChecks: readonly Check[] = [...rowChecks, ...totalChecks];
