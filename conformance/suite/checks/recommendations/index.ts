import type { Check } from '../../../engine/check.js';
import { filterChecks } from './filters.js';
import { orderChecks } from './order.js';

export const recommendationChecks: readonly Check[] = [...filterChecks, ...orderChecks];
