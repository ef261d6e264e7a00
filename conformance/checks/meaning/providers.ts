import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { twiceIn } from '../../expect/twice.js';
import { about, list, rowsOf } from './claim.js';

export const providerChecks: readonly Check[] = [
  about(
    'listProviders',
    {
      id: 'providers.list-is-a-bare-array',
      level: 'MUST',
      basis: 'stated',
      requirement: 'The providers list returns its data as an array.',
      source: 'Provider',
    },
    (data) => [data],
    (data, { response }) =>
      Array.isArray(data)
        ? undefined
        : {
            message: 'The data of the providers list is no array.',
            expected: 'an array',
            actual: show(response.json?.data),
          },
  ),
  about(
    'listProviders',
    {
      id: 'providers.ids-are-unique',
      level: 'MUST',
      basis: 'derived',
      requirement: 'No two providers have the same id.',
      source: 'Provider: provider_id',
    },
    (data) => (list(data).length > 1 ? [rowsOf(data).map(({ provider_id }) => provider_id)] : []),
    (ids) => {
      const same = twiceIn(ids);
      return same === undefined
        ? undefined
        : {
            message: 'Two providers have the same id.',
            expected: 'each id once',
            actual: `${show(same)} twice`,
          };
    },
  ),
];
