import { dayOf, type Instant, isoMonth, monthOf } from '../calendar.js';
import type { TagAssign, TagCondition, TagConfig, TagKeyRules, TagKeySeed } from '../tags/rules.js';
import { analytics, dataLake, media, platform, storefront } from './organization.js';

/** The virtual tag keys of the default dataset: one with a dependent key and unallocated spend. */
export function defaultTagKeys(origin: Instant): readonly TagKeySeed[] {
  const providers = ['provider_a', 'provider_b'];
  // Applies to a year of past costs.
  const effectiveFrom = isoMonth(monthOf(dayOf(origin)) - 12);
  const costCenter: TagKeyRules = {
    name: 'Cost center',
    description: 'Team responsible for the spend.',
    effectiveFrom,
    canOverride: false,
    collapsedKeys: [
      { source: { origin: 'provider', key: 'team' }, scope: { providers: ['provider_a'] }, value_prefix: '' },
    ],
    configs: [
      config({ type: 'value', value: 'Shop' }, ['provider_a'], is('account', storefront)),
      config({ type: 'value', value: 'Data' }, providers, is('account', dataLake, analytics)),
      config(
        {
          type: 'percent',
          splits: [
            { value: 'Platform', pct: 75 },
            { value: 'Shop', pct: 25 },
          ],
        },
        ['provider_a'],
        is('account', platform),
        { ...is('service', 'search'), operator: 'is_not' },
      ),
    ],
  };
  const businessUnit: TagKeyRules = {
    name: 'Business unit',
    description: 'Cost centers rolled up, and the media project.',
    effectiveFrom,
    canOverride: true,
    collapsedKeys: [{ source: { origin: 'virtual', key: 'vtk-cost-center' }, scope: null, value_prefix: '' }],
    configs: [config({ type: 'value', value: 'Media' }, ['provider_b'], is('account', media))],
  };
  return [
    { id: 'vtk-cost-center', providers, rulesVersion: 7, rules: costCenter },
    { id: 'vtk-business-unit', providers, rulesVersion: 2, rules: businessUnit },
  ];
}

function config(assign: TagAssign, providers: string[], ...conditions: TagCondition[]): TagConfig {
  return { filter: { rules: [{ providers, conditions }] }, time_frame: null, assign };
}

function is(dimension: TagCondition['dimension'], ...values: string[]): TagCondition {
  return { dimension, key: null, operator: 'is', values };
}
