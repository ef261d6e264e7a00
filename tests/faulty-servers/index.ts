import { authenticationDefects } from './authentication.js';
import type { Defect } from './defect.js';
import { deliveryDefects } from './deliveries.js';
import { envelopeDefects } from './envelope.js';
import { errorDefects } from './errors.js';
import { fieldDefects } from './fields.js';
import { filterDefects } from './filters.js';
import { idempotencyDefects } from './idempotency.js';
import { limitDefects } from './limits.js';
import { meaningDefects } from './meaning/index.js';
import { paginationDefects } from './pagination.js';
import { parameterDefects } from './parameters.js';
import { pathDefects } from './paths.js';

/** Servers that are wrong in one way each, by area. */
export const defectsByArea: Readonly<Record<string, readonly Defect[]>> = {
  envelope: envelopeDefects,
  fields: fieldDefects,
  authentication: authenticationDefects,
  errors: errorDefects,
  parameters: parameterDefects,
  idempotency: idempotencyDefects,
  pagination: paginationDefects,
  filters: filterDefects,
  paths: pathDefects,
  meaning: meaningDefects,
  deliveries: deliveryDefects,
  limits: limitDefects,
};

export const defects: readonly Defect[] = Object.values(defectsByArea).flat();
