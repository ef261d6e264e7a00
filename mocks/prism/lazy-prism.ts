import { Refusal } from '../refusal.js';
import type { Engine } from '../stages/respond.js';

/** Prism is not there; the message says how to get it. */
export class PrismMissingError extends Error {
  override readonly name = 'PrismMissingError';
}

/**
 * Loads Prism, which is large and slow to start, and so comes only when it is asked for.
 *
 * @throws {PrismMissingError} when its package is not installed
 */
export async function loadPrismEngine(): Promise<Engine> {
  const { document } = await import('../../src/generated/document.js');
  try {
    const { createPrismEngine } = await import('./prism-engine.js');
    return await createPrismEngine(document);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new PrismMissingError(
      'Responses that are generated, and --engine prism, need Prism: npm install --save-dev @stoplight/prism-http@5.12.0',
    );
  }
}

/** An engine that loads Prism with the first request. */
export function lazyPrism(load: () => Promise<Engine> = loadPrismEngine): Engine {
  let engine: Promise<Engine> | null = null;
  return async (exchange) => {
    engine ??= load();
    try {
      return await (await engine)(exchange);
    } catch (error) {
      if (!(error instanceof PrismMissingError)) throw error;
      throw new Refusal('INTERNAL_SERVER_ERROR', error.message, { status: 501 });
    }
  };
}
