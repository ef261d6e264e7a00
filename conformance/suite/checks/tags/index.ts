import type { Check } from '../../../engine/check.js';
import { jobChecks } from './jobs.js';
import { keyChecks } from './keys.js';
import { valueChecks } from './values.js';

export const tagChecks: readonly Check[] = [...valueChecks, ...keyChecks, ...jobChecks];
