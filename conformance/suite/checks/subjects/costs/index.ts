import type { Check } from '../../../../engine/check.js';
import { filterChecks } from './filters.js';
import { groupChecks } from './groups.js';
import { orderChecks } from './order.js';
import { seriesChecks } from './series.js';

export const costChecks: readonly Check[] = [
  ...seriesChecks,
  ...groupChecks,
  ...orderChecks,
  ...filterChecks,
];
