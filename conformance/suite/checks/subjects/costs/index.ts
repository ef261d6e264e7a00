import type { Check } from '../../../../engine/check.js';
import { groupChecks } from './groups.js';
import { orderChecks } from './order.js';
import { seriesChecks } from './series.js';

export const costChecks: readonly Check[] = [...seriesChecks, ...groupChecks, ...orderChecks];
