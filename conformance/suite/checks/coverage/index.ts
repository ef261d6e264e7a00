import type { Check } from '../../../engine/check.js';
import { gridChecks } from './grid.js';
import { rateChecks } from './rates.js';
import { uncoveredChecks } from './uncovered.js';

export const coverageChecks: readonly Check[] = [...rateChecks, ...gridChecks, ...uncoveredChecks];
