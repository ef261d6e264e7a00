import { type Defect, dataOf } from '../defect.js';

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
    wrap: (right) => async (request) => {
      if (request.method !== 'PUT') return right(request);
      const answer = await right(request);
      if (answer.status >= 300) return answer;
      const body = JSON.parse(answer.body);
      // Kept in the answer only: the server itself moves on, which its caller cannot see.
      body.data.key.rules_version -= 1;
      return { ...answer, body: JSON.stringify(body) };
    },
  },
  {
    name: 'an update that keeps the old name',
    kills: 'tags.key-is-the-one-updated',
    wrap: dataOf('PUT /tags/virtual/*', ({ key }) => {
      key.name = 'Before';
    }),
  },
  {
    name: 'unallocated spend left out of the total',
    kills: 'tags.spend-adds-up',
    wrap: dataOf('PUT /tags/virtual/*', ({ key }) => {
      key.total_spend -= key.unallocated_spend;
    }),
  },
  {
    name: 'a job that has done more than all',
    kills: 'tags.job-progress-is-possible',
    wrap: dataOf('PUT /tags/virtual/*', ({ job }) => {
      job.periods_done = job.periods_total + 1;
    }),
  },
  {
    name: 'two values of a tag key with one id',
    kills: 'tags.values-are-told-once',
    wrap: dataOf('PUT /tags/virtual/*', ({ key }) => {
      key.values.push({ ...key.values[0], spend: 0, resource_count: 0 });
    }),
  },
  {
    name: 'fewer resources than one value has',
    kills: 'tags.resources-cover-their-values',
    wrap: dataOf('PUT /tags/virtual/*', ({ key }) => {
      key.resource_count = 0;
    }),
  },
  {
    name: 'a window from its end to its start',
    kills: 'tags.window-ends-after-it-starts',
    wrap: dataOf('PUT /tags/virtual/*', ({ key }) => {
      key.window = { start: '2026-06-15', end: '2026-05-01' };
    }),
  },
  {
    name: 'another job in the key than beside it',
    kills: 'tags.job-is-told-alike',
    wrap: dataOf('PUT /tags/virtual/*', ({ key, job }) => {
      key.job = { ...job, id: 'another' };
    }),
  },
];
