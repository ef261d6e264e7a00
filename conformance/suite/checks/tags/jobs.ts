import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { Blocked, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { isReplay } from '../../scenarios/keyed-write.js';
import { forEachRow } from '../shared/for-each-row.js';
import { span } from '../shared/timestamps.js';

/** Checks of the job that an update starts. */
export const jobChecks: readonly Check[] = [
  forEachRow('updateVirtualTagKey', {
    id: 'tags.queued-job-has-not-ended',
    deviation: 'contradiction',
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`finished_at` and `error` of a job are null while `status` is `queued`.',
    source: 'Virtual tag key: job; States and transitions: queued',
    each: ({ job }) => (job?.status === 'queued' ? [job] : []),
    judge: ({ id, finished_at, error }) =>
      !(finished_at || error) || {
        message: `\`finished_at\` or \`error\` of job ${show(id)} is set although \`status\` is \`queued\`.`,
        expected: 'finished_at and error null',
        actual: show({ finished_at, error }),
      },
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.job-matches-the-key',
    deviation: 'contradiction',
    // `key.job` may be an earlier job that has not ended.
    level: 'SHOULD',
    basis: 'derived',
    requirement: '`key.job.id` equals `job.id`.',
    source: 'Writes: data.key, data.job; Virtual tag key: job',
    each: (data) => (typeof data.job?.id === 'string' && typeof data.key?.job?.id === 'string' ? [data] : []),
    judge: ({ job, key }) =>
      job.id === key.job.id || {
        message: '`key.job.id` differs from `job.id`.',
        expected: show(job.id),
        actual: show(key.job.id),
      },
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.job-progress-is-possible',
    level: 'MUST',
    basis: 'derived',
    requirement: '`periods_done` of a job is between 0 and `periods_total`.',
    source: 'Virtual tag key: job',
    each: (data) => [data.job, data.key?.job].filter((job) => typeof job?.periods_total === 'number'),
    judge: ({ id, periods_done, periods_total }) =>
      (periods_done >= 0 && periods_done <= periods_total) || {
        message: `\`periods_done\` of job ${show(id)} is not between 0 and \`periods_total\`.`,
        expected: `periods_done from 0 to ${periods_total}`,
        actual: `periods_done ${periods_done}`,
      },
  }),
  span('updateVirtualTagKey', {
    id: 'tags.job-ends-after-it-starts',
    requirement: '`to_period` of a job is not before `from_period`.',
    source: 'Virtual tag key: job, from_period, to_period',
    ends: ({ job }) => [
      { name: 'from_period', value: job?.from_period },
      { name: 'to_period', value: job?.to_period },
    ],
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.status-fits-the-job',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`status` of a tag key is `reprocessing` only while it has a job that has not succeeded.',
    source: 'Virtual tag key: status, job; Proposed by this contract',
    each: ({ key }) => (key?.status === 'reprocessing' && key.job !== undefined ? [key] : []),
    judge: ({ job }) =>
      (job !== null && job.status !== 'succeeded') || {
        message: '`status` of the tag key is `reprocessing` without a job at work.',
        expected: 'a job that has not succeeded',
        actual: show(job?.status ?? null),
      },
  }),
  {
    kind: 'active',
    id: 'tags.each-change-has-its-own-job',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each change of a tag key has a different background job.',
    source: 'What the service does: tags, a background job per change',
    operations: ['updateVirtualTagKey'],
    requests: 0,
    async run(probe) {
      await probe.correct();
      const { fresh, proof } = await probe.keyedWrites('updateVirtualTagKey');
      if (!proof || !isSuccess(proof.exchange) || isReplay(proof.exchange)) {
        throw new Blocked('no second change could be made');
      }
      const [before, after] = [fresh, proof].map(({ exchange }) => exchange.response?.json?.data);
      if (before?.key?.rules_version === after?.key?.rules_version) {
        throw new NotApplicable('an update with the same name is not a change');
      }
      const [first, second] = [before?.job?.id, after?.job?.id];
      if (typeof first !== 'string' || typeof second !== 'string') {
        throw new NotApplicable('an update without changes has no job');
      }
      if (first !== second) return;
      fail({
        message: 'Two changes of a tag key have the same `job.id`.',
        expected: `a job other than ${show(first)}`,
        actual: show(second),
        exchange: proof.exchange,
      });
    },
  },
];
