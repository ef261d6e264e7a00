import type { OperationHandler } from '../../types.js';
import type { Context } from '../context.js';

/** The connected providers, whether or not they have costs or have been measured. */
export function listProviders({ ledger }: Context): OperationHandler {
  const data = ledger.seedData.providers.map(({ id, name }) => ({ provider_id: id, provider_name: name }));
  return () => ({ data });
}
