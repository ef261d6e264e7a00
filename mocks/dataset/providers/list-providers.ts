import type { Context } from '../context.js';
import { notFound } from '../responses.js';
import type { Provider } from '../seed-data/types.js';

/** The connected providers, including those without costs or measurements. */
export function listProviders({ ledger }: Context) {
  return ledger.seedData.providers.map(({ id, name }) => ({ provider_id: id, provider_name: name }));
}

/** The provider named in the path. @throws {HttpError} 404 if it is not connected */
export function providerNamed({ ledger }: Context, id: string): Provider {
  const provider = ledger.providers.get(id);
  if (provider !== undefined) return provider;
  throw notFound(`Provider ${id} is not connected. \`GET /api/v1/providers\` lists the connected providers.`);
}
