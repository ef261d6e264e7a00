import type { Stage } from '../exchange.js';
import { andThen } from '../maybe-promise.js';
import type { Client, MaybePromise } from '../types.js';
import { jsonType } from './respond.js';

/** Where any server may say what a caller cannot discover through the API. */
export const fixturesPath = '/.well-known/cost-contract.json';

/** Serves the fixtures document: ids only, so it needs no key. */
export function fixtures(read: (client: Client) => MaybePromise<unknown>): Stage {
  return (next) => (exchange) => {
    const { method, path, client } = exchange.request;
    if (path !== fixturesPath || (method !== 'GET' && method !== 'HEAD')) return next(exchange);
    return andThen(read(client), (document) => ({
      status: 200,
      headers: { 'Content-Type': jsonType },
      body: `${JSON.stringify(document, null, 2)}\n`,
    }));
  };
}
