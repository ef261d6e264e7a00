import { PrismMissingError } from './lazy-prism.js';

/**
 * Replaces `prism-engine.ts` in bundles for browsers.
 *
 * @throws {PrismMissingError} always
 */
export function createPrismEngine(): never {
  throw new PrismMissingError('Generated responses require Prism, which runs in Node only.');
}
