import type { Check } from '../../check.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { isSuccess } from '../../http/exchange.js';
import { Blocked, fail, NotApplicable } from '../../outcome.js';
import { isReplay } from '../../scenarios/keyed-write.js';
import { rowsOf, sent } from '../exchange-data.js';
import { onResponse } from '../on-response.js';
import { about, areUnique } from './about.js';
import { span } from './moments.js';

/** The number of a month, counted from the year 0; undefined when it is none. */
function monthsOf(period: unknown): number | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(period)) ?? [];
  return year === undefined ? undefined : Number(year) * 12 + Number(month);
}

export const tagChecks: readonly Check[] = [
  span('updateVirtualTagKey', {
    id: 'tags.window-ends-after-it-starts',
    requirement: 'The window of a tag key’s figures does not end before it starts.',
    source: 'Virtual tag key: window',
    ends: ({ key }) => [
      { name: 'window.start', value: key?.window?.start },
      { name: 'window.end', value: key?.window?.end },
    ],
  }),
  onResponse({
    id: 'tags.update-raises-the-version',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'An update of a virtual tag key that succeeds has a rules_version above the one it expected.',
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
          message: 'The update did not raise the version.',
          expected: `rules_version above ${expected_version}`,
          actual: `rules_version ${rules_version}`,
        }
      );
    },
  }),
  about('updateVirtualTagKey', {
    id: 'tags.key-is-the-one-updated',
    level: 'MUST',
    basis: 'derived',
    requirement: 'An update answers with the key that was asked for, under the name that was sent.',
    source: 'Writes: PUT /api/v1/tags/virtual/{key_id}',
    each: (data, exchange) =>
      data.key && !isReplay(exchange) && sent(exchange) !== undefined ? [data.key] : [],
    judge: (key, { request }) => {
      const expected = {
        id: decodeURIComponent(request.path.split('/').at(-1) ?? ''),
        name: sent({ request }).name,
      };
      return (
        (key.id === expected.id && key.name === expected.name) || {
          message: 'Another key or name came back.',
          expected: show(expected),
          actual: show({ id: key.id, name: key.name }),
        }
      );
    },
  }),
  about('updateVirtualTagKey', {
    id: 'tags.spend-adds-up',
    level: 'MUST',
    basis: 'derived',
    requirement:
      'The spend of a key’s values adds up to its total spend, with what is unallocated or without.',
    source: 'Virtual tag key: values, total_spend, unallocated_spend',
    each: ({ key }) => {
      const parts = rowsOf(key?.values).map(({ spend }) => spend);
      return Array.isArray(key?.values) &&
        [key.total_spend, key.unallocated_spend, ...parts].every((part) => typeof part === 'number')
        ? [{ total: key.total_spend, unallocated: key.unallocated_spend, allocated: sum(parts), parts }]
        : [];
    },
    judge: ({ total, unallocated, allocated, parts }) =>
      // Whether the total includes what is unallocated is not stated.
      [allocated, allocated + unallocated].some((expected) =>
        nearMoney(total, expected, parts.length + 2),
      ) || {
        message: 'total_spend is not the sum of its parts.',
        expected: `${round(allocated + unallocated)}, or ${round(allocated)} without what is unallocated`,
        actual: `total_spend ${total}`,
      },
  }),
  about('updateVirtualTagKey', {
    id: 'tags.queued-job-has-not-ended',
    level: 'SHOULD',
    basis: 'derived',
    requirement: 'A job that is queued has neither ended nor failed.',
    source: 'Virtual tag key: job; States and transitions: queued',
    each: ({ job }) => (job?.status === 'queued' ? [job] : []),
    judge: ({ id, finished_at, error }) =>
      typeof (finished_at ?? error) !== 'string' || {
        message: `Job ${show(id)} is queued and has ended.`,
        expected: 'finished_at and error null',
        actual: show({ finished_at, error }),
      },
  }),
  areUnique('updateVirtualTagKey', {
    id: 'tags.values-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No two values of a key have one id.',
    source: 'Virtual tag key: values',
    what: 'A value',
    keys: (data) => rowsOf(data.key?.values).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  }),
  about('updateVirtualTagKey', {
    id: 'tags.resources-cover-their-values',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A key counts at least as many resources as any one of its values.',
    source: 'Virtual tag key: resource_count, values',
    each: ({ key }) =>
      typeof key?.resource_count === 'number'
        ? rowsOf(key.values).map((value) => ({ value, all: key.resource_count }))
        : [],
    judge: ({ value, all }) =>
      typeof value.resource_count !== 'number' ||
      value.resource_count <= all || {
        message: `Value ${show(value.id)} has more resources than the key it is of.`,
        expected: `at most ${all}`,
        actual: `resource_count ${value.resource_count}`,
      },
  }),
  about('updateVirtualTagKey', {
    id: 'tags.job-matches-the-key',
    level: 'MUST',
    basis: 'derived',
    requirement: 'The job inside the key is the job beside it.',
    source: 'Writes: data.key, data.job; Virtual tag key: job',
    each: (data) => (typeof data.job?.id === 'string' && typeof data.key?.job?.id === 'string' ? [data] : []),
    judge: ({ job, key }) =>
      job.id === key.job.id || {
        message: 'The key tells another job than the one beside it.',
        expected: show(job.id),
        actual: show(key.job.id),
      },
  }),
  about('updateVirtualTagKey', {
    id: 'tags.job-progress-is-possible',
    level: 'MUST',
    basis: 'derived',
    requirement: 'A job has done at least none and at most all of its periods.',
    source: 'Virtual tag key: job',
    each: (data) => [data.job, data.key?.job].filter((job) => typeof job?.periods_total === 'number'),
    judge: ({ id, periods_done, periods_total }) =>
      (periods_done >= 0 && periods_done <= periods_total) || {
        message: `Job ${show(id)} has done more periods than there are.`,
        expected: `periods_done from 0 to ${periods_total}`,
        actual: `periods_done ${periods_done}`,
      },
  }),
  areUnique('updateVirtualTagKey', {
    id: 'tags.config-positions-are-distinct',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No two configs of a key have one position.',
    source: 'Virtual tag key: configs, position',
    what: 'A position',
    keys: (data) => rowsOf(data.key?.configs).map(({ position }) => position),
  }),
  span('updateVirtualTagKey', {
    id: 'tags.job-ends-after-it-starts',
    requirement: 'The periods of a job run from the first to the last, not backwards.',
    source: 'Virtual tag key: job, from_period, to_period',
    ends: ({ job }) => [
      { name: 'from_period', value: job?.from_period },
      { name: 'to_period', value: job?.to_period },
    ],
  }),
  about('updateVirtualTagKey', {
    id: 'tags.periods-are-the-months-between',
    level: 'SHOULD',
    basis: 'proposed',
    requirement: 'A job has a period for each month from its first to its last.',
    source: 'Virtual tag key: job; that periods are months is proposed by this contract',
    each: ({ job }) =>
      typeof job?.periods_total === 'number' && monthsOf(job.from_period) && monthsOf(job.to_period)
        ? [job]
        : [],
    judge: ({ from_period, to_period, periods_total }) => {
      const expected = (monthsOf(to_period) ?? 0) - (monthsOf(from_period) ?? 0) + 1;
      return (
        periods_total === expected || {
          message: 'A job has not as many periods as months.',
          expected: `${expected}, from ${from_period} to ${to_period}`,
          actual: `periods_total ${periods_total}`,
        }
      );
    },
  }),
  {
    kind: 'probe',
    id: 'tags.each-change-has-its-own-job',
    level: 'MUST',
    basis: 'stated',
    requirement: 'Each change of a key has a background job of its own.',
    source: 'What the service does: tags, a background job per change',
    operations: ['updateVirtualTagKey'],
    cost: 0,
    async run(probe) {
      await probe.correct();
      const { fresh, proof } = await probe.keyedWrites('updateVirtualTagKey');
      if (!proof || !isSuccess(proof.exchange) || isReplay(proof.exchange)) {
        throw new Blocked('no second change could be made');
      }
      const [first, second] = [fresh, proof].map(({ exchange }) => exchange.response?.json?.data?.job?.id);
      if (typeof first !== 'string' || typeof second !== 'string') {
        throw new NotApplicable('a change that leaves everything as it is has no job');
      }
      if (first !== second) return;
      fail({
        message: 'Two changes of a key have the same job.',
        expected: `a job other than ${show(first)}`,
        actual: show(second),
        exchange: proof.exchange,
      });
    },
  },
];
