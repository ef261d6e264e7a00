import { type Instant, isoInstant, isoMonth } from '../calendar.js';
import type { TagJob } from '../state.js';

/** How long a job waits, and how long it takes for each month, in milliseconds. */
export const queuedFor = 2000;
export const monthTakes = 1000;

export interface JobProgress {
  readonly status: 'queued' | 'running' | 'succeeded' | 'failed' | 'superseded';
  readonly monthsDone: number;
  readonly finishedAt: Instant | null;
}

/** How far a job has come; one that is going to fail does so after its first month. */
export function jobAt(job: TagJob, now: Instant): JobProgress {
  const months = monthsOf(job);
  const begins = job.createdAt + queuedFor;
  if (job.supersededAt !== null) {
    return {
      ...jobAt({ ...job, supersededAt: null }, job.supersededAt),
      status: 'superseded',
      finishedAt: job.supersededAt,
    };
  }
  if (now < begins) return { status: 'queued', monthsDone: 0, finishedAt: null };
  const monthsDone = Math.min(Math.floor((now - begins) / monthTakes), job.error === null ? months : 1);
  if (job.error !== null && monthsDone === 1) {
    return { status: 'failed', monthsDone: 0, finishedAt: begins + monthTakes };
  }
  if (monthsDone < months) return { status: 'running', monthsDone, finishedAt: null };
  return { status: 'succeeded', monthsDone, finishedAt: begins + months * monthTakes };
}

/** From the first to the last, both counted. */
function monthsOf({ fromMonth, toMonth }: TagJob): number {
  return toMonth - fromMonth + 1;
}

/** A job as the answers show it. */
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
