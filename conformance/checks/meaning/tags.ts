import type { Check } from '../../check.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import { fail } from '../../outcome.js';
import { isReplay } from '../../scenarios/keyed-write.js';
import { about, rowsOf, sent } from './claim.js';
import { span } from './moments.js';

export const tagChecks: readonly Check[] = [
  span(
    'updateVirtualTagKey',
    'tags.window-ends-after-it-starts',
    'The window of a tag key’s figures does not end before it starts.',
    'Virtual tag key: window',
    ({ key }) => [
      { name: 'window.start', value: key?.window?.start },
      { name: 'window.end', value: key?.window?.end },
    ],
  ),
  {
    kind: 'exchange',
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
    run(exchange) {
      const { expected_version } = sent(exchange);
      const { rules_version } = exchange.response.json.data.key;
      if (isReplay(exchange) || rules_version > expected_version) return;
      fail({
        message: 'The update did not raise the version.',
        expected: `rules_version above ${expected_version}`,
        actual: `rules_version ${rules_version}`,
        exchange,
      });
    },
  },
  about(
    'updateVirtualTagKey',
    {
      id: 'tags.key-is-the-one-updated',
      level: 'MUST',
      basis: 'derived',
      requirement: 'An update answers with the key that was asked for, under the name that was sent.',
      source: 'Writes: PUT /api/v1/tags/virtual/{key_id}',
    },
    (data, exchange) => (data.key && !isReplay(exchange) && sent(exchange) !== undefined ? [data.key] : []),
    (key, { request }) => {
      const expected = {
        id: decodeURIComponent(request.path.split('/').at(-1) ?? ''),
        name: sent({ request }).name,
      };
      return key.id === expected.id && key.name === expected.name
        ? undefined
        : {
            message: 'Another key or name came back.',
            expected: show(expected),
            actual: show({ id: key.id, name: key.name }),
          };
    },
  ),
  about(
    'updateVirtualTagKey',
    {
      id: 'tags.spend-adds-up',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The spend of a key’s values and what is unallocated add up to its total spend.',
      source: 'Virtual tag key: values, total_spend, unallocated_spend',
    },
    (data) =>
      typeof data.key?.total_spend === 'number' &&
      typeof data.key?.unallocated_spend === 'number' &&
      Array.isArray(data.key?.values)
        ? [data.key]
        : [],
    ({ values, total_spend, unallocated_spend }) => {
      const expected = sum(rowsOf(values).map(({ spend }) => spend)) + unallocated_spend;
      return nearMoney(total_spend, expected, values.length + 2)
        ? undefined
        : {
            message: 'total_spend is not the sum of the values and what is unallocated.',
            expected: round(expected),
            actual: `total_spend ${total_spend}`,
          };
    },
  ),
  about(
    'updateVirtualTagKey',
    {
      id: 'tags.values-are-told-once',
      level: 'MUST',
      basis: 'derived',
      requirement: 'No two values of a key have one id.',
      source: 'Virtual tag key: values',
    },
    (data) => {
      const ids = rowsOf(data.key?.values).flatMap(({ id }) => (typeof id === 'string' ? [id] : []));
      return ids.length > 1 ? [ids] : [];
    },
    (ids) => {
      const twice = twiceIn(ids);
      return twice === undefined
        ? undefined
        : { message: 'Two values have one id.', expected: 'each id once', actual: `${show(twice)} twice` };
    },
  ),
  about(
    'updateVirtualTagKey',
    {
      id: 'tags.resources-cover-their-values',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A key counts at least as many resources as any one of its values.',
      source: 'Virtual tag key: resource_count, values',
    },
    ({ key }) =>
      typeof key?.resource_count === 'number'
        ? rowsOf(key.values).map((value) => ({ value, all: key.resource_count }))
        : [],
    ({ value, all }) =>
      typeof value.resource_count !== 'number' || value.resource_count <= all
        ? undefined
        : {
            message: `Value ${show(value.id)} has more resources than the key it is of.`,
            expected: `at most ${all}`,
            actual: `resource_count ${value.resource_count}`,
          },
  ),
  about(
    'updateVirtualTagKey',
    {
      id: 'tags.job-is-told-alike',
      level: 'MUST',
      basis: 'derived',
      requirement: 'The job inside the key is the job beside it.',
      source: 'Writes: data.key, data.job; Virtual tag key: job',
    },
    (data) => (typeof data.job?.id === 'string' && typeof data.key?.job?.id === 'string' ? [data] : []),
    ({ job, key }) =>
      job.id === key.job.id
        ? undefined
        : {
            message: 'The key tells another job than the one beside it.',
            expected: show(job.id),
            actual: show(key.job.id),
          },
  ),
  about(
    'updateVirtualTagKey',
    {
      id: 'tags.job-progress-is-possible',
      level: 'MUST',
      basis: 'derived',
      requirement: 'A job has done at least none and at most all of its periods.',
      source: 'Virtual tag key: job',
    },
    (data) => [data.job, data.key?.job].filter((job) => typeof job?.periods_total === 'number'),
    ({ id, periods_done, periods_total }) =>
      periods_done >= 0 && periods_done <= periods_total
        ? undefined
        : {
            message: `Job ${show(id)} has done more periods than there are.`,
            expected: `periods_done from 0 to ${periods_total}`,
            actual: `periods_done ${periods_done}`,
          },
  ),
];
