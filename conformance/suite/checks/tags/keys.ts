import type { Check } from '../../../engine/check.js';
import { decodeSegment } from '../../../engine/http/requests.js';
import { show } from '../../../engine/show.js';
import { isReplay } from '../../scenarios/keyed-write.js';
import { one, rowsOf, sent } from '../shared/exchange-data.js';
import { areUnique, forEachRow } from '../shared/for-each-row.js';
import { onResponse } from '../shared/on-response.js';

/** Checks of the update of a virtual tag key. */
export const keyChecks: readonly Check[] = [
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
  areUnique('updateVirtualTagKey', {
    id: 'tags.config-positions-are-distinct',
    level: 'MUST',
    basis: 'derived',
    requirement: '`position` is unique among the `configs` of a tag key.',
    source: 'Virtual tag key: configs, position',
    message: 'Two `configs` of a tag key have the same `position`.',
    keys: (data) => rowsOf(data.key?.configs).flatMap(({ position }) => one(position)),
  }),
];
