import { dayOf, type Instant, isoMonth, monthOf } from '../calendar.js';
import type { TagConfig, TagKeySeed } from '../tags/rules.js';
import { analytics, dataLake, media, platform, storefront } from './organization.js';

/** The virtual tag keys of the default dataset: one with a dependent key and unallocated spend. */
export function defaultTagKeys(origin: Instant): readonly TagKeySeed[] {
  // Applies to a year of past costs.
  const effectiveFrom = isoMonth(monthOf(dayOf(origin)) - 12);
  return [
    {
      id: 'vtk-cost-center',
      providers: ['provider_a', 'provider_b'],
      rulesVersion: 7,
      rules: {
        name: 'Cost center',
        description: 'Team responsible for the spend.',
        effectiveFrom,
        canOverride: false,
        collapsedKeys: [
          {
            source: { origin: 'provider', key: 'team' },
            scope: { providers: ['provider_a'] },
            value_prefix: '',
          },
        ],
        configs: [
          accounts('Shop', ['provider_a'], [storefront]),
          accounts('Data', ['provider_a', 'provider_b'], [dataLake, analytics]),
          {
            filter: {
              rules: [
                {
                  providers: ['provider_a'],
                  conditions: [
                    { dimension: 'account', key: null, operator: 'is', values: [platform] },
                    { dimension: 'service', key: null, operator: 'is_not', values: ['search'] },
                  ],
                },
              ],
            },
            time_frame: null,
            assign: {
              type: 'percent',
              splits: [
                { value: 'Platform', pct: 75 },
                { value: 'Shop', pct: 25 },
              ],
            },
          },
        ],
      },
    },
    {
      id: 'vtk-business-unit',
      providers: ['provider_a', 'provider_b'],
      rulesVersion: 2,
      rules: {
        name: 'Business unit',
        description: 'Cost centers rolled up, and the media project.',
        effectiveFrom,
        canOverride: true,
        collapsedKeys: [
          { source: { origin: 'virtual', key: 'vtk-cost-center' }, scope: null, value_prefix: '' },
        ],
        configs: [accounts('Media', ['provider_b'], [media])],
      },
    },
  ];
}

function accounts(value: string, providers: string[], ids: string[]): TagConfig {
  return {
    filter: {
      rules: [{ providers, conditions: [{ dimension: 'account', key: null, operator: 'is', values: ids }] }],
    },
    time_frame: null,
    assign: { type: 'value', value },
  };
}
