import type { Day } from '../calendar.js';
import type { Charge } from './charges.js';
import type { Span } from './spans.js';

/** All charges of one provider. */
export interface Bill {
  readonly provider: string;
  readonly charges: readonly Charge[];
  /** The first day with costs of the provider, which can be later than that of others. */
  readonly firstDay: Day;
  /** The days with costs from `first` to `last`, both included. */
  spans(first: Day, last: Day): readonly Span[];
}
