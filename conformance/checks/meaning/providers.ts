import type { Check } from '../../check.js';
import { show } from '../../expect/show.js';
import { rowsOf } from '../exchange-data.js';
import { about, areUnique } from './about.js';

export const providerChecks: readonly Check[] = [
  about('listProviders', {
    id: 'providers.list-is-a-bare-array',
    level: 'MUST',
    basis: 'stated',
    requirement: 'The providers list returns its data as an array.',
    source: 'Provider',
    each: (data) => [data],
    judge: (data, { response }) =>
      Array.isArray(data) || {
        message: 'The data of the providers list is no array.',
        expected: 'an array',
        actual: show(response.json?.data),
      },
  }),
  areUnique('listProviders', {
    id: 'providers.ids-are-unique',
    level: 'MUST',
    basis: 'derived',
    requirement: 'No two providers have the same id.',
    source: 'Provider: provider_id',
    what: 'A provider',
    keys: (data) => rowsOf(data).map(({ provider_id }) => provider_id),
  }),
];
