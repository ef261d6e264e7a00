import type { FaultyServer } from './faulty-server.js';
import { authenticationServers } from './http/authentication.js';
import { envelopeServers } from './http/envelope.js';
import { errorServers } from './http/errors.js';
import { fieldServers } from './http/fields.js';
import { filterServers } from './http/filters.js';
import { idempotencyServers } from './http/idempotency.js';
import { limitServers } from './http/limits.js';
import { paginationServers } from './http/pagination.js';
import { parameterServers } from './http/parameters.js';
import { pathServers } from './http/paths.js';
import { resourceServers } from './http/resources.js';
import { stateServers } from './http/state.js';
import { subjectServers } from './subjects/index.js';

/** All faulty servers, by area. */
export const faultyServersByArea: Readonly<Record<string, readonly FaultyServer[]>> = {
  envelope: envelopeServers,
  fields: fieldServers,
  authentication: authenticationServers,
  errors: errorServers,
  parameters: parameterServers,
  idempotency: idempotencyServers,
  pagination: paginationServers,
  filters: filterServers,
  paths: pathServers,
  resources: resourceServers,
  state: stateServers,
  ...subjectServers,
  limits: limitServers,
};

export const faultyServers: readonly FaultyServer[] = Object.values(faultyServersByArea).flat();
