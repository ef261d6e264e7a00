import type { Handler } from '../http/exchange.js';
import { HttpError } from '../http/http-error.js';
import { PrismMissingError } from './prism-missing-error.js';

/**
 * Loads Prism. Called on demand, since Prism is large and slow to start.
 *
 * @throws {PrismMissingError} if its package is not installed
 */
export async function loadPrismEngine(): Promise<Handler> {
  const { document } = await import('../../src/generated/document.js');
  const { createPrismEngine } = await import('./prism-engine.js');
  return createPrismEngine(document);
}

/** Creates an engine that loads Prism on the first request. */
export function lazyPrism(load: () => Promise<Handler> = loadPrismEngine): Handler {
  let engine: Promise<Handler> | null = null;
  return async (exchange) => {
    engine ??= load();
    try {
      return await (await engine)(exchange);
    } catch (error) {
      if (!(error instanceof PrismMissingError)) throw error;
      throw new HttpError('INTERNAL_SERVER_ERROR', error.message, { status: 501 });
    }
  };
}
