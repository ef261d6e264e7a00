import type { OperationHandler } from '../../types.js';
import type { Context } from '../context.js';

/** The connected providers, including those without costs or measurements. */
export function listProviders({ ledger }: Context): OperationHandler {
  const data = ledger.seedData.providers.map(({ id, name }) => ({ provider_id: id, provider_name: name }));
  return () => ({ data });
}
