import { jsonType } from '../envelope.js';
import type { Handler } from '../exchange.js';
import type { Client } from '../types.js';

/** The well-known path at which a server may publish values that cannot be discovered through the API. */
export const fixturesPath = '/.well-known/cost-contract.json';

/** Serves the fixtures document. Requires no API key. */
export function fixtures(read: (client: Client) => Promise<unknown>): Handler {
  return async ({ request }) => ({
    status: 200,
    headers: { 'Content-Type': jsonType },
    body: `${JSON.stringify(await read(request.client), null, 2)}\n`,
  });
}
