import { PrismMissingError } from './lazy-prism.js';

/**
 * Stands in for `prism-engine.ts` where a bundler builds for browsers.
 *
 * @throws {PrismMissingError} always
 */
export function createPrismEngine(): never {
  throw new PrismMissingError('Responses that are generated need Prism, which runs in Node only.');
}
