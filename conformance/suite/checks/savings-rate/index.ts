import type { Check } from '../../../engine/check.js';
import { measuredChecks } from './measured.js';
import { rateChecks } from './rates.js';
import { scopeChecks } from './scopes.js';

export const savingsRateChecks: readonly Check[] = [...rateChecks, ...measuredChecks, ...scopeChecks];
