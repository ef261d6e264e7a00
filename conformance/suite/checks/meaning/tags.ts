import type { Check } from '../../../engine/check.js';
import { isSuccess } from '../../../engine/http/exchange.js';
import { decodeSegment } from '../../../engine/http/requests.js';
import { Blocked, fail, NotApplicable } from '../../../engine/judge/outcome.js';
import { show } from '../../../engine/show.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { isReplay } from '../../scenarios/keyed-write.js';
import { one, rowsOf, sent } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { onResponse } from '../shared/on-response.js';
import { span } from '../shared/timestamps.js';

/** Returns the number of months from year 0 to a period such as `2026-05`; undefined if it is not a month. */
function monthsOf(period: unknown): number | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(period)) ?? [];
  return year === undefined ? undefined : Number(year) * 12 + Number(month);
}

export const tagChecks: readonly Check[] = [
  span('updateVirtualTagKey', {
    id: 'tags.window-ends-after-it-starts',
    requirement: '`window.end` of a tag key is not before `window.start`.',
    source: 'Virtual tag key: window',
    ends: ({ key }) => [
      { name: 'window.start', value: key?.window?.start },
      { name: 'window.end', value: key?.window?.end },
    ],
  }),
  onResponse({
    id: 'tags.update-raises-the-version',
    deviation: 'preference',
    // `rules_version` may count only changes of the rules.
    level: 'SHOULD',
    basis: 'derived',
    requirement:
      'A successful update returns a `rules_version` greater than the `expected_version` of the request.',
    source: 'Virtual tag key: rules_version; Writes: expected_version',
    on: 'success',
    operations: ['updateVirtualTagKey'],
    when: ({ request, response }) =>
      typeof response.json?.data?.key?.rules_version === 'number' &&
      typeof sent({ request })?.expected_version === 'number',
    judge: (exchange) => {
      const { expected_version } = sent(exchange);
      const { rules_version } = exchange.response.json.data.key;
      return (
        isReplay(exchange) ||
        rules_version > expected_version || {
          message: '`rules_version` is not greater than the `expected_version` of the request.',
          expected: `rules_version greater than ${expected_version}`,
          actual: `rules_version ${rules_version}`,
        }
      );
    },
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.key-is-the-one-updated',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`key.id` of an update is the `key_id` in the path, and `key.name` is the name in the request.',
    source: 'Writes: PUT /api/v1/tags/virtual/{key_id}',
    each: (data, exchange) =>
      data.key && !isReplay(exchange) && sent(exchange) !== undefined ? [data.key] : [],
    judge: (key, { request }) => {
      const expected = {
        id: decodeSegment(request.path.split('/').at(-1) ?? ''),
        name: sent({ request }).name,
      };
      return (
        (key.id === expected.id && key.name === expected.name) || {
          message: '`key.id` or `key.name` differs from the request.',
          expected: show(expected),
          actual: show({ id: key.id, name: key.name }),
        }
      );
    },
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.spend-adds-up',
    level: 'MUST',
    basis: 'derived',
    requirement:
      '`total_spend` of a tag key equals the sum of `values[].spend`, with or without `unallocated_spend`.',
    source: 'Virtual tag key: values, total_spend, unallocated_spend',
    each: ({ key }) => {
      const parts = rowsOf(key?.values).map(({ spend }) => spend);
      return Array.isArray(key?.values) &&
        [key.total_spend, key.unallocated_spend, ...parts].every((part) => typeof part === 'number')
        ? [{ total: key.total_spend, unallocated: key.unallocated_spend, allocated: sum(parts), parts }]
        : [];
    },
    judge: ({ total, unallocated, allocated, parts }) =>
      // The service does not state whether the total includes unallocated spend.
      [allocated, allocated + unallocated].some((expected) =>
        nearMoney(total, expected, parts.length + 2),
      ) || {
        message: '`total_spend` is not the sum of `values[].spend`, with or without `unallocated_spend`.',
        expected: `${round(allocated + unallocated)}, or ${round(allocated)} without unallocated_spend`,
        actual: `total_spend ${total}`,
      },
  }),
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
  areUnique('updateVirtualTagKey', {
    id: 'tags.values-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: '`id` is unique among the `values` of a tag key.',
    source: 'Virtual tag key: values',
    message: 'Two `values` of a tag key have the same `id`.',
    keys: (data) => rowsOf(data.key?.values).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  }),
  forEachRow('updateVirtualTagKey', {
    id: 'tags.resources-cover-their-values',
    level: 'MUST',
    basis: 'derived',
    requirement: '`resource_count` of each value is not greater than `resource_count` of its tag key.',
    source: 'Virtual tag key: resource_count, values',
    each: ({ key }) =>
      typeof key?.resource_count === 'number'
        ? rowsOf(key.values).map((value) => ({ value, all: key.resource_count }))
        : [],
    judge: ({ value, all }) =>
      typeof value.resource_count !== 'number' ||
      value.resource_count <= all || {
        message: `\`resource_count\` of value ${show(value.id)} is greater than \`resource_count\` of its tag key.`,
        expected: `at most ${all}`,
        actual: `resource_count ${value.resource_count}`,
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
  areUnique('updateVirtualTagKey', {
    id: 'tags.config-positions-are-distinct',
    level: 'MUST',
    basis: 'derived',
    requirement: '`position` is unique among the `configs` of a tag key.',
    source: 'Virtual tag key: configs, position',
    message: 'Two `configs` of a tag key have the same `position`.',
    keys: (data) => rowsOf(data.key?.configs).flatMap(({ position }) => one(position)),
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
    id: 'tags.periods-are-the-months-between',
    deviation: 'preference',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: '`periods_total` of a job is the number of months from `from_period` to `to_period`.',
    source: 'Virtual tag key: job; that periods are months is proposed by this contract',
    each: ({ job }) =>
      typeof job?.periods_total === 'number' && monthsOf(job.from_period) && monthsOf(job.to_period)
        ? [job]
        : [],
    judge: ({ from_period, to_period, periods_total }) => {
      const expected = (monthsOf(to_period) ?? 0) - (monthsOf(from_period) ?? 0) + 1;
      return (
        periods_total === expected || {
          message: '`periods_total` is not the number of months from `from_period` to `to_period`.',
          expected: `${expected}, from ${from_period} to ${to_period}`,
          actual: `periods_total ${periods_total}`,
        }
      );
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
