import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { about, rowsOf, toldOnce } from './claim.js';

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
  toldOnce(
    'listProviders',
    {
      id: 'providers.ids-are-unique',
      level: 'MUST',
      basis: 'derived',
      requirement: 'No two providers have the same id.',
      source: 'Provider: provider_id',
    },
    'A provider',
    (data) => rowsOf(data).map(({ provider_id }) => provider_id),
  ),
];
