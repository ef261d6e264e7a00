import { firstDayOf, type Instant, isoInstant, isoMonth } from '../calendar.js';
import type { RulesFrom, TagJob, TagKey } from '../state.js';

/** Time in the queue, and processing time of each month, in milliseconds. */
export const queueTime = 2000;
export const timePerMonth = 1000;

/** Progress of a job; a job with an error fails after its first month. */
export function jobAt(
  job: TagJob,
  now: Instant,
): {
  status: 'queued' | 'running' | 'succeeded' | 'failed' | 'superseded';
  monthsDone: number;
  finishedAt: Instant | null;
} {
  const months = monthsOf(job);
  const startsAt = job.createdAt + queueTime;
  if (job.supersededAt !== null) {
    const until = jobAt({ ...job, supersededAt: null }, job.supersededAt);
    return { ...until, status: 'superseded', finishedAt: job.supersededAt };
  }
  if (now < startsAt) return { status: 'queued', monthsDone: 0, finishedAt: null };
  const monthsDone = Math.min(Math.floor((now - startsAt) / timePerMonth), job.error === null ? months : 1);
  if (job.error !== null && monthsDone === 1) {
    return { status: 'failed', monthsDone: 0, finishedAt: startsAt + timePerMonth };
  }
  if (monthsDone < months) return { status: 'running', monthsDone, finishedAt: null };
  return { status: 'succeeded', monthsDone, finishedAt: startsAt + months * timePerMonth };
}

/** Number of months, both ends included. */
function monthsOf({ fromMonth, toMonth }: TagJob): number {
  return toMonth - fromMonth + 1;
}

/** A job as responses show it. */
export function showJob(job: TagJob, now: Instant) {
  const { status, monthsDone, finishedAt } = jobAt(job, now);
  return {
    id: job.id,
    status,
    from_period: isoMonth(job.fromMonth),
    to_period: isoMonth(job.toMonth),
    periods_done: monthsDone,
    periods_total: monthsOf(job),
    error: status === 'failed' ? job.error : null,
    created_at: isoInstant(job.createdAt),
    finished_at: finishedAt === null ? null : isoInstant(finishedAt),
  };
}

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
