import type { Check } from '../../../engine/check.js';
import { acceptedChecks, unknownParameterCheck } from './accepted.js';
import { echoCheck } from './echoed.js';
import { refusedChecks } from './refused.js';

export const parameterChecks: readonly Check[] = [
  ...acceptedChecks,
  ...refusedChecks,
  echoCheck,
  unknownParameterCheck,
];
