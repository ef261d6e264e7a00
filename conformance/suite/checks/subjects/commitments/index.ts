import type { Check } from '../../../../engine/check.js';
import { figureChecks } from './figures.js';
import { filterChecks } from './filters.js';
import { sameEverywhereChecks } from './same-everywhere.js';

export const commitmentChecks: readonly Check[] = [...sameEverywhereChecks, ...filterChecks, ...figureChecks];
