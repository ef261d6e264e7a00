import type { Check } from '../../../../engine/check.js';
import { detailChecks } from './detail.js';
import { figureChecks } from './figures.js';
import { filterChecks } from './filters.js';
import { listChecks } from './list.js';
import { sameEverywhereChecks } from './same-everywhere.js';
import { typeChecks } from './types.js';

export const commitmentChecks: readonly Check[] = [
  ...listChecks,
  ...detailChecks,
  ...sameEverywhereChecks,
  ...filterChecks,
  ...typeChecks,
  ...figureChecks,
];
