import type { Check } from '../../check.js';
import { agreementChecks } from './agreement.js';
import { commitmentChecks } from './commitments.js';
import { costChecks } from './costs.js';
import { momentChecks } from './moments.js';
import { providerChecks } from './providers.js';
import { recommendationChecks } from './recommendations.js';
import { savingsRateChecks } from './savings-rate.js';
import { writeChecks } from './writes.js';

/** What the numbers mean, and how they hang together. */
export const meaningChecks: readonly Check[] = [
  ...providerChecks,
  ...commitmentChecks,
  ...savingsRateChecks,
  ...costChecks,
  ...recommendationChecks,
  ...writeChecks,
  ...momentChecks,
  ...agreementChecks,
];
