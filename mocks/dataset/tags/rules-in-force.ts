import { firstDayOf, type Instant } from '../calendar.js';
import type { RulesFrom, TagKey } from '../state.js';
import { jobAt } from './job.js';

/**
 * The rules that costs are sorted by now, oldest first; each holds until the next begins. A job changes
 * them all at once when it succeeds, so that no half-sorted month is ever seen.
 */
export function rulesInForce({ applied, job }: TagKey, now: Instant): readonly RulesFrom[] {
  if (job === null || jobAt(job, now).status !== 'succeeded') return applied;
  return withRules(applied, { from: firstDayOf(job.fromMonth), rules: job.rules });
}

/** Puts rules in the place of all that began on their first day or later. */
export function withRules(applied: readonly RulesFrom[], added: RulesFrom): readonly RulesFrom[] {
  return [...applied.filter(({ from }) => from < added.from), added];
}
