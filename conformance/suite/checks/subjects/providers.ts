import type { Check } from '../../../engine/check.js';
import { show } from '../../../engine/show.js';
import { stated } from '../../claims.js';
import { forEachRow } from '../shared/for-each-row.js';

export const providerChecks: readonly Check[] = [
  forEachRow('listProviders', {
    id: 'providers.list-is-a-bare-array',
    ...stated,
    requirement: '`data` of the providers list is an array.',
    source: 'Provider',
    each: (data) => [data],
    judge: (data, { response }) =>
      Array.isArray(data) || {
        message: '`data` of the providers list is not an array.',
        expected: 'an array',
        actual: show(response.json?.data),
      },
  }),
];
