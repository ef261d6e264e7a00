import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { about } from './claim.js';

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
    (data) => (Array.isArray(data) && data.length > 1 ? [data.map(({ provider_id }) => provider_id)] : []),
    (ids) => {
      const same = ids.find((id, index) => ids.indexOf(id) !== index);
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
