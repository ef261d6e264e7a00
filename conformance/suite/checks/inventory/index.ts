import type { Check } from '../../../engine/check.js';
import { contentChecks } from './contents.js';
import { figureChecks } from './figures.js';

export const inventoryChecks: readonly Check[] = [...contentChecks, ...figureChecks];
