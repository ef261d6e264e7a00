import type { Check } from '../check.js';
import { envelopeChecks } from './envelope.js';

/** Every check of the suite, area by area. */
export const checks: readonly Check[] = [...envelopeChecks];
