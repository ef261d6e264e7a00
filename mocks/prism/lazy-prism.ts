import { HttpError } from '../http/http-error.js';
import type { Engine } from '../stages/respond.js';

/** Prism is not installed. The message contains the install command. */
export class PrismMissingError extends Error {
  override readonly name = 'PrismMissingError';
}

/**
 * Loads Prism. Called on demand, since Prism is large and slow to start.
 *
 * @throws {PrismMissingError} if its package is not installed
 */
export async function loadPrismEngine(): Promise<Engine> {
  const { document } = await import('../../src/generated/document.js');
  try {
    const { createPrismEngine } = await import('./prism-engine.js');
    return await createPrismEngine(document);
  } catch (error) {
    if ((error as { code?: unknown }).code !== 'ERR_MODULE_NOT_FOUND') throw error;
    throw new PrismMissingError(
      'Generated responses and --engine prism require Prism: npm install --save-dev @stoplight/prism-http@5.12.0',
    );
  }
}

/** Creates an engine that loads Prism on the first request. */
export function lazyPrism(load: () => Promise<Engine> = loadPrismEngine): Engine {
  let engine: Promise<Engine> | null = null;
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
