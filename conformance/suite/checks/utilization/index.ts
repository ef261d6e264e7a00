import type { Check } from '../../../engine/check.js';
import { periodChecks } from './periods.js';
import { windowChecks } from './windows.js';

export const utilizationChecks: readonly Check[] = [...periodChecks, ...windowChecks];
