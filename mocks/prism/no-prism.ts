import { PrismMissingError } from './prism-missing-error.js';

/**
 * Replaces `prism-engine.ts` in bundles for browsers.
 *
 * @throws {PrismMissingError} always
 */
export function createPrismEngine(): never {
  throw new PrismMissingError('Generated responses require Prism, which runs in Node only.');
}
