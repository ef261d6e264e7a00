import type { Check } from '../../../engine/check.js';
import { filterChecks } from './filters.js';
import { listChecks } from './list.js';
import { orderChecks } from './order.js';
import { overviewChecks } from './overview.js';

export const recommendationChecks: readonly Check[] = [
  ...listChecks,
  ...filterChecks,
  ...orderChecks,
  ...overviewChecks,
];
