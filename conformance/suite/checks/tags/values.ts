import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { nearMoney, round, sum } from '../../expect/near.js';
import { rowsOf } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { span } from '../shared/timestamps.js';

/** Returns the number of months from year 0 to a period such as `2026-05`; undefined if it is not a month. */
function monthsOf(period: unknown): number | undefined {
  const [, year, month] = /^(\d{4})-(\d\d)$/.exec(String(period)) ?? [];
  return year === undefined ? undefined : Number(year) * 12 + Number(month);
}

/** Checks of the spend of a tag, its values and its periods. */
export const valueChecks: readonly Check[] = [
  span('updateVirtualTagKey', {
    id: 'tags.window-ends-after-it-starts',
    requirement: '`window.end` of a tag key is not before `window.start`.',
    source: 'Virtual tag key: window',
    ends: ({ key }) => [
      { name: 'window.start', value: key?.window?.start },
      { name: 'window.end', value: key?.window?.end },
    ],
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
];
