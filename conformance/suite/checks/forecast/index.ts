import type { Check } from '../../../engine/check.js';
import { figureChecks } from './figures.js';
import { lineChecks } from './line.js';
import { monthChecks } from './month.js';
import { providerChecks } from './providers.js';

export const forecastChecks: readonly Check[] = [
  ...figureChecks,
  ...monthChecks,
  ...lineChecks,
  ...providerChecks,
];
