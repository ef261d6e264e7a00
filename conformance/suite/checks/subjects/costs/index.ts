import type { Check } from '../../../../engine/check.js';
import { changeChecks } from './changes.js';
import { filterChecks } from './filters.js';
import { groupChecks } from './groups.js';
import { orderChecks } from './order.js';
import { rangeChecks } from './ranges.js';
import { rowChecks } from './rows.js';

export const costChecks: readonly Check[] = [
  ...rowChecks,
  ...groupChecks,
  ...changeChecks,
  ...orderChecks,
  ...filterChecks,
  ...rangeChecks,
];
