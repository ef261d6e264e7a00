import { type Defect, dataOf } from '../defect.js';

const update = 'PUT /tags/virtual/*' as const;

/** Changes the job of an update, in both places; a change that leaves all as it was may have none, and gets one. */
const jobOf = (change: (job: any, key: any) => void): Defect['wrap'] =>
  dataOf(update, (data) => {
    data.job ??= {
      id: 'J0',
      status: 'done',
      from_period: '2026-06',
      to_period: '2026-06',
      periods_done: 1,
      periods_total: 1,
      error: null,
      created_at: '2026-06-15T12:00:00Z',
      finished_at: '2026-06-15T12:00:00Z',
    };
    data.key.job = data.job;
    change(data.job, data.key);
  });

export const tagDefects: readonly Defect[] = [
  {
    name: 'an update that keeps its version',
    kills: 'tags.update-raises-the-version',
    also: [
      'idempotency.replay-does-not-run-again',
      'idempotency.callers-do-not-collide',
      'idempotency.failure-is-not-stored',
      'idempotency.upper-case-key-is-accepted',
      'idempotency.race-is-won-by-one',
    ],
    // Kept in the answer only: the server itself moves on, which its caller cannot see.
    wrap: dataOf(update, ({ key }) => {
      key.rules_version -= 1;
    }),
  },
  {
    name: 'an update that keeps the old name',
    kills: 'tags.key-is-the-one-updated',
    wrap: dataOf(update, ({ key }) => {
      key.name = 'Before';
    }),
  },
  {
    name: 'a total that is more than its values and what is unallocated',
    kills: 'tags.spend-adds-up',
    wrap: dataOf(update, ({ key }) => {
      key.total_spend += 10;
    }),
  },
  {
    name: 'a queued job that has ended',
    kills: 'tags.queued-job-has-not-ended',
    wrap: jobOf((job) => {
      job.status = 'queued';
      job.finished_at = '2026-06-15T12:00:00Z';
    }),
  },
  {
    name: 'a job that has done more than all',
    kills: 'tags.job-progress-is-possible',
    wrap: jobOf((job) => {
      job.periods_done = job.periods_total + 1;
    }),
  },
  {
    name: 'two values of a tag key with one id',
    kills: 'tags.values-are-told-once',
    wrap: dataOf(update, ({ key }) => {
      key.values.push({ ...key.values[0], spend: 0, resource_count: 0 });
    }),
  },
  {
    name: 'fewer resources than one value has',
    kills: 'tags.resources-cover-their-values',
    wrap: dataOf(update, ({ key }) => {
      key.resource_count = 0;
    }),
  },
  {
    name: 'a window from its end to its start',
    kills: 'tags.window-ends-after-it-starts',
    wrap: dataOf(update, ({ key }) => {
      key.window = { start: '2026-06-15', end: '2026-05-01' };
    }),
  },
  {
    name: 'another job in the key than beside it',
    kills: 'tags.job-is-told-alike',
    wrap: jobOf((job, key) => {
      key.job = { ...job, id: 'another' };
    }),
  },
  {
    name: 'two configs at one position',
    kills: 'tags.config-positions-are-distinct',
    wrap: dataOf(update, ({ key }) => {
      const config = { filter: { rules: [] }, time_frame: null, assign: { type: 'value', value: 'red' } };
      key.configs = ['c1', 'c2'].map((id) => ({ id, position: 0, ...config }));
    }),
  },
  {
    name: 'a job from its last period to its first',
    kills: 'tags.job-ends-after-it-starts',
    also: ['tags.periods-are-the-months-between'],
    wrap: jobOf((job) => {
      [job.from_period, job.to_period] = ['2026-06', '2026-04'];
    }),
  },
  {
    name: 'a job that counts the months between and not the last',
    kills: 'tags.periods-are-the-months-between',
    wrap: jobOf((job) => {
      job.from_period = '2026-03';
      job.to_period = '2026-06';
      job.periods_total = 3;
    }),
  },
  {
    name: 'one job for every change of a key',
    kills: 'tags.each-change-has-its-own-job',
    wrap: jobOf((job) => {
      job.id = 'J1';
    }),
  },
];
