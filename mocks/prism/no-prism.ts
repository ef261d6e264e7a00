import { PrismMissingError } from './lazy-prism.js';

/**
 * Stands in for `prism-engine.ts` where a bundler builds for browsers.
 *
 * @throws {PrismMissingError} always
 */
export function createPrismEngine(): never {
  throw new PrismMissingError(
    'Answers from the examples of the document need Prism, which runs in Node only.',
  );
}
