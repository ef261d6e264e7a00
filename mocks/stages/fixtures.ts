import { jsonType } from '../envelope.js';
import type { Handler } from '../exchange.js';
import type { Client } from '../types.js';

/** Where any server may publish what a caller cannot discover through the API. */
export const fixturesPath = '/.well-known/cost-contract.json';

/** Serves the fixtures document: ids only, so it needs no key. */
export function fixtures(read: (client: Client) => Promise<unknown>): Handler {
  return async ({ request }) => ({
    status: 200,
    headers: { 'Content-Type': jsonType },
    body: `${JSON.stringify(await read(request.client), null, 2)}\n`,
  });
}
