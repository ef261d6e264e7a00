import { jsonType } from '../http/envelope.js';
import type { Handler } from '../http/exchange.js';
import type { Client } from '../types.js';

/** Serves the fixtures document. Requires no API key. */
export function fixtures(read: (client: Client) => Promise<unknown>): Handler {
  return async ({ request }) => ({
    status: 200,
    headers: { 'Content-Type': jsonType },
    body: `${JSON.stringify(await read(request.client), null, 2)}\n`,
  });
}
