import type { Fixtures as Published } from '../src/contract/fixtures.js';

/** The fixtures document. A field is absent if the dataset has no such value. */
export interface Fixtures extends Published {
  readonly providers?: readonly string[];
}
