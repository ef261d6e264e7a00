import { firstDayOf, type Instant } from '../calendar.js';
import type { RulesFrom, TagKey } from '../state.js';
import { jobAt } from './job.js';

/**
 * The rules currently in effect, oldest first; each applies until the next one starts. A job replaces
 * them when it succeeds, so no month is ever partly processed.
 */
export function rulesInForce({ applied, job }: TagKey, now: Instant): readonly RulesFrom[] {
  if (job === null || jobAt(job, now).status !== 'succeeded') return applied;
  return withRules(applied, { from: firstDayOf(job.fromMonth), rules: job.rules });
}

/** Adds rules, and removes all that start on their first day or later. */
export function withRules(applied: readonly RulesFrom[], added: RulesFrom): readonly RulesFrom[] {
  return [...applied.filter(({ from }) => from < added.from), added];
}
