import type { Check } from '../../engine/check.js';
import { authenticationChecks } from './authentication.js';
import { billChecks } from './bill/index.js';
import { deliveryChecks } from './deliveries.js';
import { envelopeChecks } from './envelope.js';
import { errorChecks } from './errors/index.js';
import { fieldChecks } from './fields.js';
import { filterChecks } from './filters.js';
import { idempotencyChecks } from './idempotency/index.js';
import { limitChecks } from './limits.js';
import { oddInputChecks } from './odd-input.js';
import { operationChecks, survivalChecks } from './operations.js';
import { paginationChecks } from './pagination/index.js';
import { parameterChecks } from './parameters/index.js';
import { pathChecks } from './paths.js';
import { resourceChecks } from './resources.js';
import { stateChecks } from './state.js';
import { subjectChecks } from './subjects/index.js';

/** All checks of the suite by area, in the order of a report. */
export const checks: readonly Check[] = [
  ...operationChecks,
  ...envelopeChecks,
  ...fieldChecks,
  ...authenticationChecks,
  ...errorChecks,
  ...parameterChecks,
  ...idempotencyChecks,
  ...paginationChecks,
  ...filterChecks,
  ...pathChecks,
  ...resourceChecks,
  ...subjectChecks,
  ...billChecks,
  ...deliveryChecks,
  ...limitChecks,
  ...oddInputChecks,
  ...survivalChecks,
  ...stateChecks,
];
