import type { Check } from '../../../engine/check.js';
import { beyondChecks } from './beyond.js';
import { bodyChecks } from './bodies.js';
import { conditionChecks } from './conditions.js';
import { failureChecks } from './failures.js';

export const errorChecks: readonly Check[] = [
  ...failureChecks,
  ...conditionChecks,
  ...bodyChecks,
  ...beyondChecks,
];
