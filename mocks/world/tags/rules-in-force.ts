import type { Day, Instant } from '../calendar.js';
import type { TagKeyRules } from '../cast/types.js';
import type { TagKey } from '../state.js';

/** Rules, and the first day whose costs they sort. */
export interface RulesFrom {
  readonly from: Day;
  readonly rules: TagKeyRules;
}

/** The rules that costs are sorted by now, oldest first; each holds until the next begins. */
export function rulesInForce(key: TagKey, _now: Instant): readonly RulesFrom[] {
  return [{ from: Number.NEGATIVE_INFINITY, rules: key.applied }];
}
